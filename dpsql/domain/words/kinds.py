"""Words of names of columns by kind: English, German, French and Spanish.

Of Danish, Dutch, Italian, Norwegian and Swedish those of births, sexes, places and postcodes; their
other words, and Polish and Portuguese ones, stand in `languages`.
"""

from dpsql.domain.words.languages import PARTS, TOGETHER, list_words, may_be_english

#: Kinds of what people know of each other, the best known first: so a first job chooses them.
DEMOGRAPHIC = (
    *("age", "birth", "sex", "postcode", "place", "race", "nationality", "marital", "education"),
    *("occupation", "religion", "language", "household", "death", "affiliation", "income"),
)
#: Kinds whose numbers are codes without an order.
NOMINAL = frozenset(
    ("sex", "place", "race", "nationality", "marital", "occupation", "religion", "language")
)
#: Kinds of what has a number, which is no person's.
NUMBERED = frozenset(("postcode", "place", "education"))
#: Letters that have no plain one below an accent.
PLAIN_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ł": "l", "Ł": "L"}
)
_OWN_WORDS = {
    "age": "age ages edad alter agep lebensalter agegrp agecat agegroup agegp agerange ageband"
    " ageyr ageyrs agemth agemonths ageentry agehed ager studage ridageyr mage fage husage mthage"
    " chldage agea agec agem agemo agemos agey agex xage agecl kidage childage momage dadage",
    "birth": "gebjahr gebdatum gebdat gebtag gebmonat gebdate datenaissance anneenaissance fechanac"
    " annaiss datnaiss anac fnac fecnac nac dob yob born geb nacido nacida cumpleanos bday"
    " geboren geboorte fodt fodd fodsel fodselsdato fodselsdag nascita"
    " yearborn"
    " mnthborn monthborn yrborn byear byr brthyr birthq birthy birthyr birthmo",
    "sex": "sex sexe sexo genre genero geschl sx gndr gend geslacht kjonn kon sesso",
    "postcode": "zip plz zip3 zip5 zcta postcode postal cp codpostal postnr postnummer postkod",
    "place": "state county city town district region province municipality borough parish precinct"
    " ward tract puma fips statefip countyfip msa metro department country location area residence"
    " kreis ort stadt gemeinde land bundesland kanton wohnort bezirk ville commune departement"
    " canton pays arrondissement ciudad municipio provincia comunidad pais estado comarca"
    " departamento distrito localidad cntry ctry stateabb stabb cnty rgn regn neighborhood"
    " neighbourhood barrio quartier viertel stadtteil village vill villnum villid aldea pueblo"
    " dorf muni comuna comune community urbanicity centcity outercity smcity bigcity smllcity"
    " citysize lea embarked embark dept standort wohnsitz ortsteil ortschaft landkreis localite"
    " poblacion parroquia paroisse lugar kommune gemeente woonplaats poststed postort fylke"
    " provincie comune regione",
    "race": "race ethnicity ethnic ethnie hispanic hispan raza etnia herkunft hautfarbe ethn"
    " racethn raceeth ridreth afam cauc caucasian racegrp racef ethrace nhwhite nhblack indigenous"
    " indig eth ethgrp",
    "nationality": "nationality citizenship citizen bpl pob nacion foreignborn uscitizen brncntr"
    " nation",
    "marital": "marital married marriage marst spouse matrimonial familienstand zivilstand maried"
    " marr marry marstat dmdmartl evermarr yrsmarr maritl maritalcat marstatus mstat maritalst",
    "education": "education educ edu school schooling degree diploma diplome bildung abschluss"
    " skole skola scuola"
    " experience exper berufserfahrung estudios escolaridad schulbildung schl college edu educatn"
    " educyr educd dmdeduc schooling yschool yrschl yrsch yrsed edlevel hgc hsgrad motheduc"
    " fatheduc huseduc meduc feduc heduc eduyrs yedu yeduc eduyears edyears yrseduc educyrs"
    " schlyrs educcat educgroup educgrp hschool colgrad collegeed qualification qualifications"
    " momeduc dadeduc momed daded famed mothed fathed hused edlev educlevel educlev",
    "occupation": "occupation occ job profession employment industry ind workclass work worker"
    " beruf taetigkeit tatigkeit metier emploi profesion ocupacion empleo trabajo oficio naics soc"
    " empstat classwkr occup occat indust wrkstat workstat emplstat lfp inlf selfemp bluecol empl"
    " emplstatus partic lfs labforce laborforce jobclass jobcat jobrole occrecode occgrp sector"
    " sectors seniority position csp pcs designation stellung fonction funcion cargo puesto",
    "religion": "religion religious faith konfession confession religioso relig denom denomination"
    " bornagain",
    "language": "language lang sprache langue idioma lengua muttersprache",
    "household": "household family famsize hhsize children kids child nchild relationship relate"
    " dependents dependants homeownership housing tenure veteran vetstat military haushalt kinder"
    " menage enfants hogar hijos nkids childs nchildren kidslt kidsge kidlt kidge numdep depends"
    " hompop fsize famsiz sibs nsibs siblings brthord hhmembers oldkids youngkids morekids livch"
    " householdsize sibsp parch kinderzahl kinderanzahl",
    "death": "dod death deceased died todesdatum deces muerte defuncion verstorben gestorben"
    " todestag todesjahr todeszeitpunkt exitus fallecido fallecida fallecimiento decede decedee",
    "affiliation": "insurance insurer payer medicaid medicare kasse assurance seguro party partei"
    " privins insured partyid payor hlthins krankenkasse krankenversicherung mutuelle",
    "income": "income salary wage wages earnings inctot incwage einkommen gehalt lohn revenu"
    " revenus salaire ingreso ingresos salario sueldo renta verdienst pay inc faminc hhinc hhninc"
    " linc loginc lninc earn earns earnweek hrwage lwage logwage realinc rincome coninc hincome"
    " hinc hinctnta rincom rinc medinc annearn hrearn pincome hhincome",
    "identifier": "id ids nr no num number uuid guid key ssn mrn ncid serial pernum pid uid"
    " nummer numero matricule matricula passport pasaporte dni nif nie nir iban account konto"
    " kontonummer cuenta license licence vin plate token hash hadm nhs ein barcode ausweis"
    " caseid patientid personid subjectid userid customerid memberid clientid studentid recordid"
    " kennung kennzeichen identifiant identificador cedula curp rfc urn",
    "contact": "email mail phone telephone mobile fax url website ip tel telefon handy telefono"
    " correo courriel movil contact",
    "address": "address addr street strasse adresse anschrift rue calle direccion domicilio"
    " hausnummer hausnr latitude longitude lat lon lng gps geo coordinates coord breitengrad"
    " laengengrad",
    "name": "name names firstname lastname forename surname fname lname mname givenname familyname"
    " initials nickname username vorname nachname familienname prenom nom nombre nombres apellido"
    " nm apellidos manager supervisor physician doctor arzt hausarzt facharzt medecin"
    " medico",
    "text": "comment comments note notes remark remarks description text narrative free freetext"
    " freitext anmerkung anmerkungen bemerkung bemerkungen kommentar notiz"
    " beschreibung remarque commentaire observacion observaciones nota"
    " notas comentario descripcion bio abstract message body json xml html payload blob",
    "record": "created updated modified inserted loaded timestamp rownames rowname rownum row"
    " index load dwh unnamed version batch etl ingested login perwt hhwt fnlwgt pwgtp psu sdmvpsu"
    " sdmvstra strat strata stratum pweight pwt dweight pspwght anweight perweight finalwt"
    " finalwgt sampwt wtssall wght interview interviewer intrvw essround edition imputed"
    " imputation inwds inwde idate intdate iyear imonth iday collected extracted exported"
    " entrevista encuesta befragung",
    "studied": "status outcome outcomes event events cens censor censored censoring uncensored"
    " delta treat treated treatment treatments trt tx rx arm placebo control intervention exposed"
    " relapse relapsed recur recurrence recurrent remission response responder responded respond"
    " result results survive survived survival surv alive vitalstatus fustat futime fu followup"
    " lfu diag dx diagnosis diagnosed disease prognosis complication complications metastasis"
    " tumor tumour attrition churn churned default defaulted decision approved approve deny denied"
    " granted verdict success failure target randomized randomised subcohort dropout behandlung"
    " ergebnis diagnose erkrankung zensiert rezidiv traitement resultat resultats diagnostic"
    " maladie rechute tratamiento resultado resultados diagnostico enfermedad recaida medication"
    " medications meds guerison heilung curacion cured recovered disorder disorders diseases"
    " syndrome syndromes syndrom sindrome stoerung trastorno",
    "measure": "weight height length width depth bmi score pressure temperature temp dose amount"
    " amt price cost balance gewicht groesse hoehe laenge poids taille longueur montant prix peso"
    " talla altura importe precio percent pct percentage ratio proportion utilization interest"
    " installment fee fees payment payments paid debt limit prozent pourcentage porcentaje wt ht"
    " hgt wgt lwt bwt bwght repwt repht hgb bp sbp dbp pulse heartrate chol cholesterol glucose"
    " hdl creatinine albumin gpa colgpa hsgpa iq tscore zscore satisfaction satisf hike ses",
}
#: By kind, all words of all languages.
WORDS = {kind: " ".join([words, *list_words(kind)]) for kind, words in _OWN_WORDS.items()}
#: By word, the kinds of those that are whole names; elsewhere they mean something else.
WHOLE_NAMES = {
    word: kind
    for kind, words in _OWN_WORDS.items()
    for word in list_words(kind)
    if may_be_english(word) and word not in words.split()
}
#: Words of columns of few values: flags such as black and south. With many values, they measure.
FEW_WORDS = {
    "sex": "male female fem woman women man men femme homme mujer hombre frau mann weiblich",
    "race": "black white nonwhite nwhite hisp blk blck mblck fblck husblck wht whte mwhte fwhte"
    " asian latino latina minority mex chinese",
    "nationality": "foreign native immigrant immig migrant nativity",
    "marital": "mar single divorce divorced widow widowed separated unmarried",
    "education": "ed coll collgrad highschool university graduate nodegree frosh freshman soph"
    " sophomore junior senior grad nodeg",
    "occupation": "employed unemployed retired working worked outwork self selfe rank farmer"
    " homemaker bluecol whitecol discipline",
    "religion": "prot protestant catholic jewish muslim hindu buddhist christian",
    "place": "urban rural south north east west northeast northwest southeast southwest northcen"
    " nrthcen nrtheast midwest smsa cbsa",
    "affiliation": "union hmo pclass",
    "death": "died dead",
    "household": "home homeown owner owned renter rent farm",
}
_OWN_STEMS = {
    "birth": "birth geburt naissance nacimiento yearofb geboorte fodelse fodsels",
    "sex": "gender geschlecht",
    "postcode": "zipcode postcode postalcode postleitzahl codepostal codigopostal",
    "place": "county municip geograph",
    "race": "ethnic",
    "nationality": "nationalit nacionalidad staatsangeh citizen",
    "marital": "marital familienstand zivilstand",
    "education": "educat schulabschluss bildungs niveauetudes",
    "occupation": "occupation jobtitle berufs profession",
    "religion": "religion konfession",
    "household": "household haushalts homeowner",
    "affiliation": "insurance versicherung",
    "income": "income einkommen",
    "death": "dateofdeath deathdate sterbe",
    "identifier": "identifier passportn socialsec securitynum personnummer",
    "contact": "email phonenum telefonn",
    "address": "streetaddr address",
    "record": "interview intrvw",
    "studied": "diagnos",
    "name": "firstname lastname surname fullname middlename maidenname nachname vorname",
}
STEMS = {kind: f"{_OWN_STEMS.get(kind, '')} {PARTS.get(kind, '')}" for kind in _OWN_STEMS}
#: At the end of a name, a number of whatever stands before.
IDS = frozenset(("id", "uuid", "guid"))
#: Of numbers that name a person or a case, as in Kundennr and Fallnummer.
ENDINGS = ("nr", "nummer")
#: The same, of whole numbers; others end so, too.
SHORT_ENDINGS = ("num", "no", "nr", "code", "id")
NO_NUMBERS = frozenset(
    ("acid", "anno", "medicaid", "bid", "covid", "lipid", "paid", "steroid", "thyroid")
)
#: Whole names of columns that name people if their values are many; else they may be flags.
PEOPLE = frozenset(
    word
    for words in (
        "subject subjects subj subjid subjno usubjid patient patients participant respondent resp",
        "enrollee person persons individual case employee worker student customer client member",
        "user owner voter proband probant patientin teilnehmer befragter mitarbeiter kunde",
        "sujet individu paciente sujeto persona participante empleado cliente",
        "emplid empno patno ptid iid eid idn seqn respid respno enrolid mergeid idpers idind indid",
        "pasient paziente pacjent borger bsn cpr cprnr personnr codfisc",
        "pseudonym codepatient numpatient cpf pesel aadhaar ahvnr codicefiscale hn pat ppt ptnt",
    )
    for word in words.split()
).union(
    # Short for patient, participant, subject, respondent, employee, customer, student, proband.
    f"{short}{end}"
    for short in (
        *("pt", "pat", "ppt", "ptnt", "subj", "sbj", "resp", "prob", "bene"),
        *("emp", "empl", "cust", "kd", "stud", "stu"),
    )
    for end in ("id", "no", "nr", "num")
)
#: The same of those who are called so; of few values, as of a number of children, it names nobody.
CALLED = frozenset(
    word
    for words in (
        "child kid baby infant newborn toddler girl boy woman man adult pupil candidate pt",
        "panelist player driver pilot soldier inmate resident donor kind frau mann schueler enfant",
        "femme homme eleve nino nina mujer hombre alumno alumna",
        "leerling elev alunno alunna aluno aluna uczen",
    )
    for word in words.split()
)
#: What a number may name that many people share.
GROUPS = frozenset(
    word
    for words in (
        "hospital clinic klinik provider site store shop branch filiale school schule class klasse",
        "skole skola scuola klas classe",
        "center centre office ward station practice praxis bank company firm firma employer plan",
        "product produkt article artikel item account konto team group gruppe cluster unit region",
        "household haushalt family fam hh hhid couple litter psu stratum strata",
        "doctor arzt physician teacher lehrer",
        "agency department abteilung village dorf country cntry nation route line trip",
        "train device machine community comm district distrikt bezirk gemeinde commune",
        "type typ kind category kategorie code status year month week wave welle period batch",
    )
    for word in words.split()
)
#: Of groups that others see people in: their numbers are places.
PLACES = frozenset(
    (
        *("hospital", "hosp", "clinic", "klinik", "school", "schule", "ecole", "escuela", "sch"),
        *("skole", "skola", "scuola", "escola", "szkola", "class", "klasse", "klas", "klass"),
        *("klasa", "classe", "clase", "turma", "district", "village", "site", "center", "centre"),
        *("ward", "practice"),
    )
)
#: Beside the word name, in columns that name institutions, of which others know whose they are.
INSTITUTIONS = PLACES | frozenset(
    word
    for words in (
        "store shop branch filiale office station praxis bank company firm firma employer agency",
        "department abteilung university college universitaet kita kindergarten facility",
        "institution institut institute organisation organization verein club church gym library",
    )
    for word in words.split()
)
#: Beside what is asked about a person, that say how much or how often and no longer what.
EXTENTS = frozenset(("hours", "hrs", "minutes", "mins", "tv", "sleep"))
#: What somebody has, whatever of: of language, of work, in the family.
DIAGNOSES = frozenset(
    word
    for words in (
        "disorder disorders disease diseases syndrome syndromes diagnosis diagnosed dx diagnose",
        "erkrankung syndrom sindrome stoerung maladie diagnostic diagnostico enfermedad trastorno",
    )
    for word in words.split()
)
#: Kinds that say what such a disorder is of; others, as its place and its year, are what they are.
OF_DIAGNOSES = frozenset(
    ("education", "occupation", "religion", "language", "household", "affiliation", "income")
)
#: Of changes of amounts.
CHANGES = frozenset(("percent", "pct", "hike", "rate", "ratio", "change", "increase"))
#: Words that mean something else together.
PHRASES = {
    **{phrase: kind for kind, phrases in TOGETHER.items() for phrase in phrases.split()},
    **dict.fromkeys(("debttoincome", "birthcontrol", "birthweight"), "measure"),
    **dict.fromkeys(("familyhist", "famhist", "famhx", "historyof"), "studied"),
    **dict.fromkeys(("speechdelay", "languagedelay", "developmentaldelay"), "studied"),
    **dict.fromkeys(("growthdelay", "motordelay"), "studied"),
    **dict.fromkeys(("healthins", "medicalins"), "affiliation"),
    **dict.fromkeys(("emplength", "emptitle"), "occupation"),
    "seniorcitizen": "age",
    # No insurance, as assurance alone is.
    "qualityassurance": "",
    "passengerclass": "affiliation",
    # Full-time or part-time, and no outcome.
    **dict.fromkeys(("ftstatus", "ptstatus", "fulltime", "parttime"), "occupation"),
    "civilstatus": "marital",
    # A status says what of, or is that of an outcome.
    **dict.fromkeys(("activitystatus", "employeestatus", "staffstatus"), "occupation"),
    **dict.fromkeys(("milstatus", "militarystatus"), "household"),
    **dict.fromkeys(("studentstatus", "enrollmentstatus", "schoolstatus"), "education"),
    **dict.fromkeys(("immigrationstatus", "residencestatus", "residencystatus"), "nationality"),
    "timetowork": "measure",
    **dict.fromkeys(("estadocivil", "etatcivil", "situationfamil"), "marital"),
    **dict.fromkeys(("birthstate", "birthcountry", "birthplace", "placeofbirth"), "nationality"),
    **dict.fromkeys(("birthcity", "geburtsort", "lieunaissance", "lugarnacim"), "nationality"),
    **dict.fromkeys(("countryofbirth", "geburtsland", "paysnaissance", "paisnacim"), "nationality"),
}
#: Beside the word name, in columns that name people and not things.
OF_PEOPLE = frozenset(
    word
    for words in (
        "first last middle full given family maiden birth sur fake real user patient person people",
        "employee customer client member owner player contact mother father spouse naissance",
        "familia famille voter student teacher author preferred legal suspect victim defendant",
        "offender accused arrestee witness plaintiff complainant claimant applicant pupil child",
        "resident tenant driver passenger prisoner inmate participant officer guardian",
    )
    for word in words.split()
)
#: Words of a name that say how values are written, and not what they are of.
SAID_OF_VALUES = frozenset(
    ("no", "nr", "num", "number", "id", "code", "name", "cd", "label", "desc", "text", "txt")
)
