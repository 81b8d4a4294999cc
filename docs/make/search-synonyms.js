// What users call a thing: words of a line stand for each other, for less than the word itself. A line
// with an arrow is one way: who types what stands before it is led to what stands behind it.
globalThis.searchSynonyms = `
person patient individual member participant subject respondent
row record
household family > person
exceed violate
object objection optout > withdraw
leak > log secret
customer client citizen employee > person
sick ill disease diagnosis condition
healthy absent
healthy > sick
publish release share
disclose pass send upload > publish release
hand manual manually > yourself
categorical nominal ordinal > hierarchy tree
create > write make
recipient partner colleague > outsider share
many multiple > several second
useless > utility coarse
force > why
round coarse generalize bin
bucket group band interval > generalize hierarchy width
suppress remove drop delete omit
redact mask hide > suppress
star asterisk > suppress
exclude ignore skip > drop leave
secret sensitive confidential
diagnosis > sensitive
anonymous anonymize deidentify
pseudonymous > anonymize
threshold limit
delta δ dmax deltamax δmax
law legal regulation gdpr hipaa
dsgvo rgpd > gdpr
ccpa pipeda lgpd iso standard > legal regulation
certain confident sure confidence
under below > from bottom
older above > to top
register list
lawyer jurist counsel attorney > legal
privacy > presence
attacker adversary intruder outsider
hacker > attacker
adversary stranger > attacker
column field attribute variable feature
table dataset datum file
error message problem
fail error refuse
crash abort interrupt cancel kill
slow performance fast
speed faster > slow performance
quick > slow
long > slow
hour forever hang stuck > slow
memory ram oom
number count figure total
accuracy quality utility
useful usefulness > utility quality
bias > shift
differ change mismatch
tamper modify manipulate edit alter > verify integrity change
prove proof optimal
explain why reason
reason cause > explain
probability chance probable likely
odds confidence > probability
weight importance
important > weight
wrong bad
several second
earlier previous last before
previously yesteryear > earlier
year month week > again
again update repeat
old > earlier
notebook jupyter
temporary temp tmp scratch > work spill
monthly quarterly yearly annual weekly daily > again update
difference > compare versus
specialize specialise > cut finer
subgroup cell stratum > class
autocomplete intellisense editor > schema
allow permit accept > bound
percent percentage > presence
invalid unknown unexpected > error
deploy production > pipeline
server remote > engine
core cpu parallel > thread
bucket blob azure gcs minio > object store
cutoff > threshold
utility useful > compare
guess infer deduce > belief
sure certain > presence
picture chart plot figure
screen dashboard > report
approve sign signature
email mail > share
config setting option
setup > install
password credential token
where location folder
zip postcode postal plz
birth birthday dob
age years > age
salary income wage
gender sex
town region city county municipality
population register census
spreadsheet xls xlsx > excel
db > database
rdbms > database
cell > count
nothing impossible infeasible unsatisfiable
empty null missing blank nan na
wildcard > star
unique singleton
risk danger
reidentify reidentification > risk
safe secure
minimum min least lowest
maximum max greatest most
cheap cost price
expensive > cost
query sql statement
verify check validate
audit > verify evidence
compare versus
alternative > compare
cluster distribute > spark
cloud > warehouse
hash digest
duplicate repeat twice
visit panel
rare small
precise precision
tutorial example quickstart
begin start
demo example
synthetic fake
noise noisy
budget ledger epsilon
microdata > table
parent > hierarchy
unicode charset codec > encoding utf
combine together > composition
differencing reconstruction > composition
float floating > exact
reproduce rerun > deterministic same
deterministic reproducible identical > same equal byte
tilde approximate approximately roughly rounded > ≈
insider neighbour neighbor > somebody
telemetry analytics tracking spyware > send connect
liable liability > legal
upper > greatest top to
lower > least bottom from
untouched unmodified unaltered original > unchanged raw
hash checksum > digest verify
version > release
old > earlier
matter > weight importance
pick > choose
own yourself
generalize > level
program software tool
pipeline deployment build
gate block > fail
trial study cohort > private
clause condition > where
taxonomy tree > hierarchy
dgh > hierarchy
vgh > hierarchy
equivalence class group
qi qid quasi > quasi
`
  .trim()
  .split("\n")
  .map((line) => line.split(" > ").map((words) => words.split(" ")));
