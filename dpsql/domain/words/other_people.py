"""Words of names of columns that are of somebody else than the person of the row, or of then."""

#: Of whom many have a number: who leads, treats, sends or has brought up a person.
OTHERS = frozenset(
    word
    for words in (
        "manager supervisor boss leader reportsto mother father parent spouse partner referrer",
        "agent advisor adviser interviewer doctor physician nurse teacher surgeon therapist",
        "chef vorgesetzter mutter vater arzt betreuer lehrer interviewerin medecin medico padre",
        "madre mere pere",
        "referred referring recruiter recruited sponsor inviter invited friend guardian caregiver",
        "husband wife ehemann ehefrau ehepartner conjoint conjointe epoux epouse esposo esposa",
        "conyuge echtgenoot echtgenote moglie marito moeder pai matka ojciec zuweiser einweiser",
    )
    for word in words.split()
)
#: Those who have no number there, or whose number may be that of the person: children, too.
RELATIVES = frozenset(
    word
    for words in (
        "mom mum dad brother sister sibling twin son daughter child baby infant newborn cousin",
        "grandmother grandfather aunt uncle relative neighbor neighbour proxy informant emergency",
        "head hoh landlord kind kindes sohn tochter bruder schwester enfant fils fille frere soeur",
        "hijo hija hermano hermana figlio figlia filho filha dziecko",
    )
    for word in words.split()
)
#: Another time of the same person: where she lived, or how old she was, then.
THEN = frozenset(
    word
    for words in (
        "previous prev prior former formerly earlier birth born death onset diagnosis accident",
        "incident crime offense offence event vorherige frueher geburt tod unfall",
    )
    for word in words.split()
)
