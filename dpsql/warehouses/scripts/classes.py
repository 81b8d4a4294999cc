"""The classes of the labelled rows, judged by the models of a job, and the release.

All queries read the labelled rows alone. The release repeats those that judge.
"""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.privacy.model import any_violation
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.sql.tables.people import MOST_PEOPLE
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.labelled import LABELLED
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.step import Step, count_faults

CLASSES = "classes"
RELEASE = "release"
#: Reports of the check of the classes, and of the verdict.
VIOLATING, VERDICT = "violating_classes", "verdict"
_TITLE = (
    "T with its labels. No rows if anything is wrong, or if texts are compared without their case."
)
_ZERO = exp.Literal.number(0)
#: Integers up to this size need no type beside a BIGINT.
_INT = 2**31 - 1
#: False if the session, or the database, ignores case or accents when it compares texts.
_TELLS_TEXTS = exp.Not(
    this=exp.In(
        this=exp.Literal.string("e"),
        expressions=[exp.Literal.string("E"), exp.Literal.string("\u00e9")],
    )
)


def classes_query(outline: Outline) -> exp.Query:
    """Return the statement that counts and judges the classes."""
    return render(
        "judge_labelled_classes",
        presence=_presence(outline),
        presence_name=identifier(outline.free("presence")),
        violation=violation(outline),
        violates=identifier(outline.free("violates")),
        counted=count_query(outline).subquery("counted"),
    )


def count_query(outline: Outline) -> exp.Query:
    """Return the statement that counts the classes."""
    public, private = map(identifier, outline.counts)
    compared = any(isinstance(model, PresenceCloseness) for model in outline.models)
    return render(
        "count_labelled_classes",
        labels=outline.labels,
        totals=[
            {"count": identifier(name), "name": identifier(total)}
            for name, total in zip(outline.counts, name_totals(outline), strict=True)
            if compared
        ],
        public_count=public,
        private_count=private,
        labelled=identifier(LABELLED),
    )


def violation(outline: Outline) -> exp.Expr:
    """Return what is true of a class that violates a model of counts.

    Exact for `MOST_PEOPLE`; a product that is too large is an error in every dialect.
    """
    public, private = outline.counts
    closeness = [model for model in outline.models if isinstance(model, PresenceCloseness)]
    others = [model for model in outline.models if not isinstance(model, PresenceCloseness)]
    broken = [any_violation(others, MOST_PEOPLE)] if others else []
    totals = map(exp.column, name_totals(outline))
    broken += [
        model.violation_beside(exp.column("public_count"), exp.column("private_count"), *totals)
        for model in closeness
    ]
    names = {"public_count": public, "private_count": private}
    return simplify(rename(exp.or_(*broken), names)) if broken else exp.false()


def name_totals(outline: Outline) -> tuple[str, str]:
    """Return the names of the columns with all people of P and all rows of T."""
    return outline.free("people_of_p"), outline.free("rows_of_t")


def rename(tree: exp.Expr, names: dict[str, str]) -> exp.Expr:
    """Return a condition over columns of other names, all of them quoted."""
    changed = tree.copy()
    for one in list(changed.find_all(exp.Column)):
        one.set("this", identifier(names.get(one.name, one.name)))
    return changed


def simplify(tree: exp.Expr) -> exp.Expr:
    """Drop casts to BIGINT of counts, which are BIGINTs, and of small numbers; and factors of 1."""
    for product in list(tree.find_all(exp.Mul)):
        if isinstance(product.parent, exp.Paren):
            product.parent.replace(product)
    for cast in list(tree.find_all(exp.Cast)):
        number = cast.this
        is_small = isinstance(number, exp.Literal) and int(number.name) <= _INT
        if cast.is_type("BIGINT") and (is_small or isinstance(number, exp.Column)):
            cast.replace(number.copy())
    for product in list(tree.find_all(exp.Mul)):
        if product.expression == exp.Literal.number(1):
            product.replace(product.this.copy())
    return tree


def list_problems(outline: Outline) -> Step:
    """Return the check of the tables and hierarchies, whose rows are problems."""
    public, private = map(identifier, outline.counts)
    problem, labelled = identifier(outline.problem), identifier(LABELLED)
    query = render(
        "list_problems",
        problem=problem,
        public_count=public,
        private_count=private,
        labelled=labelled,
    )
    title = "What is wrong with the tables or hierarchies. Expected: no rows."
    count = exp.select(exp.Count(this=exp.Column(this=problem))).from_(exp.Table(this=labelled))
    return Step(title, query, fault=exp.true(), count=count, report="problems")


def list_violating(outline: Outline) -> Step:
    """Return the check of the classes, whose rows are those that violate the job."""
    violates = column(outline.free("violates"))
    classes = exp.Table(this=identifier(CLASSES))
    query = exp.select("*").from_(classes).where(violates.eq(exp.Literal.number(1)))
    title = "The classes that violate the job. Expected: no rows."
    return Step(title, query, fault=exp.true(), report=VIOLATING)


def _some_violating(outline: Outline) -> exp.Query:
    """Return a query with a row for each class of the labelled rows that violates a model."""
    one, broken = exp.Literal.number(1), violation(outline)
    if any(isinstance(model, PresenceCloseness) for model in outline.models):
        return exp.select(one).from_(count_query(outline).subquery("counted")).where(broken)
    for count in list(broken.find_all(exp.Column)):
        count.replace(exp.Sum(this=count.copy()))
    return (
        exp.select(one)
        .from_(exp.Table(this=identifier(LABELLED)))
        .group_by(*outline.labels)
        .having(broken)
    )


def give_verdict(outline: Outline, checks: Sequence[Step]) -> Step:
    """Return the verdict; `checks` are those beside the classes."""
    violates = column(outline.free("violates"))
    holds = [exp.Sum(this=violates).eq(_ZERO), *(has_no_fault(one) for one in checks)]
    query = render(
        "give_verdict",
        holds=exp.and_(*holds),
        violates=violates.copy(),
        presence=identifier(outline.free("presence")),
        classes=identifier(CLASSES),
    )
    return Step("The verdict, and the range of presence.", query, report=VERDICT)


def _presence(outline: Outline) -> exp.Expr:
    public, private = map(column, outline.counts)
    some = exp.Nullif(this=public, expression=_ZERO.copy())
    return exp.cast(private, "DOUBLE") / some


def has_no_fault(check: Step, query: exp.Query | None = None) -> exp.Expr:
    """Return the condition that a check has no faults; `query` counts them in another way."""
    return (query or count_faults(check)).subquery().eq(_ZERO.copy())


def make_release(outline: Outline, checks: Sequence[Step], tables: Sequence[Step]) -> Step:
    """Return the release, which is empty if a check has a fault, or a class violates the job.

    `tables`: steps whose tables the checks read, except for the labelled rows. Their queries stand
    in place of these tables: a table may be of an earlier run.
    """
    count = outline.tables.named_count
    columns = [identifier(name) for name in (*outline.hierarchies, *outline.tables.keep)]
    query = render(
        "release_labelled_rows",
        columns=columns,
        count=count,
        private_count=identifier(outline.counts[1]),
        labelled=identifier(LABELLED),
        places=[exp.Literal.number(place) for place in range(1, len(columns) + 1)],
    )
    assert isinstance(query, exp.Select)  # noqa: S101 - for the type checker
    made = {step.table: step.query for step in tables}
    conditions: list[exp.Expr] = [_TELLS_TEXTS.copy()]
    conditions += [_has_no_fault_now(check, made) for check in checks]
    if outline.models:
        conditions.append(_is_empty(_some_violating(outline)))
    query = query.where(*conditions, copy=False)
    return Step(_TITLE, query, RELEASE)


def _has_no_fault_now(check: Step, made: Mapping[str, exp.Query | None]) -> exp.Expr:
    """Return the condition that a check has no faults, without the tables that it reads."""
    read = None if check.query is None else check.query.find(exp.Table)
    listed = made.get(read.name) if read is not None else None
    if listed is not None and check.fault == exp.true():
        # The check lists all rows of a table.
        return _is_empty(_inline(listed.copy(), made))
    return has_no_fault(check, _inline(count_faults(check), made))


def _is_empty(query: exp.Query) -> exp.Expr:
    return exp.Exists(this=query).not_()


def _inline(query: exp.Query, made: Mapping[str, exp.Query | None]) -> exp.Query:
    """Return a query with the queries of tables in their place, without comments."""
    for table in list(query.find_all(exp.Table)):
        inner = made.get(table.name)
        if inner is not None:
            table.replace(inner.copy().subquery(identifier(table.name)))
    for node in query.walk():
        # Comments of templates belong before the statement.
        node.comments = None
    return query
