"""Writes out what * stands for in a question: the columns of ``t``, never what an engine adds."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.errors import ConfigError
from dpsql.sql.templates import identifier

_WITHOUT_JOIN = "name the columns in place of * where tables are joined by"


class Stars:
    """The stars of one query, whose tables of WITH have names of their own."""

    def __init__(self, query: exp.Query, table: str, columns: Sequence[str], place: str) -> None:
        """`table` is the name of the table that is asked, `columns` are its columns."""
        self._columns = {table: tuple(columns)}
        self._common = {one.alias: one for one in query.find_all(exp.CTE)}
        self._place = place
        self._entered = set[int]()

    def write_out(self, query: exp.Query) -> None:
        """Put columns in place of each * that is a column of SELECT.

        Raises:
            ConfigError: nobody can say which columns these are.
        """
        for select in [*query.find_all(exp.Select)]:
            self._write_out(select)

    def _write_out(self, select: exp.Select) -> None:
        if not any(map(_is_star, select.expressions)):
            return
        if id(select) in self._entered:
            raise ConfigError(f"{self._place}: a table of WITH reads itself, which is not accepted")
        self._entered.add(id(select))
        written: list[exp.Expr] = []
        for one in select.expressions:
            if not _is_star(one):
                written.append(one)
                continue
            asked = one.table.casefold() if isinstance(one, exp.Column) else None
            written += self._list_columns(select, asked)
        select.set("expressions", written)

    def _list_columns(self, select: exp.Select, asked: str | None) -> list[exp.Expr]:
        """The columns of all tables of FROM, or of the one that is `asked`."""
        found: list[exp.Expr] = []
        for source in self._list_sources(select):
            alias = source.alias_or_name
            if asked not in (None, alias.casefold()):
                continue
            table = source.args["alias"].this if source.alias else None
            if table is None and alias:
                table = exp.to_identifier(alias)
            found += [
                exp.Column(this=identifier(name), table=table and table.copy())
                for name in self._list_names(source)
            ]
        if not found:
            raise ConfigError(f"{self._place}: {asked or ''}.* is of no table of its SELECT")
        return found

    def _list_sources(self, select: exp.Select) -> Iterator[exp.Expr]:
        start = select.args.get("from_")
        if start is None:
            return
        yield start.this
        for join in select.args.get("joins") or ():
            if join.args.get("using"):
                raise ConfigError(f"{self._place}: {_WITHOUT_JOIN} USING")
            for word in (join.args.get("method"), join.kind):
                if word in ("NATURAL", "ASOF", "SEMI", "ANTI"):
                    raise ConfigError(f"{self._place}: {_WITHOUT_JOIN} {word} JOIN")
            yield join.this

    def _list_names(self, source: exp.Expr) -> Sequence[str]:
        """The names of the columns of a table, which are written out before."""
        if source.args.get("joins"):
            raise ConfigError(f"{self._place}: {_WITHOUT_JOIN} a JOIN in parentheses")
        alias = source.args.get("alias")
        given = [one.name for one in alias.columns] if alias else []
        names = self._list_own_names(source)
        return [*given, *names[len(given) :]]

    def _list_own_names(self, source: exp.Expr) -> Sequence[str]:
        """The names of the columns of a table, without those that its alias gives them."""
        if isinstance(source, exp.Table) and source.name in self._columns:
            return self._columns[source.name]
        common = self._common.get(source.name) if isinstance(source, exp.Table) else None
        query = source.this if common is None else common.this
        if not isinstance(query, exp.Query):
            raise ConfigError(f"{self._place}: name the columns in place of *")
        self.write_out(query)
        given = [one.name for one in common.args["alias"].columns] if common is not None else []
        names = [*given, *(one.output_name for one in query.selects[len(given) :])]
        if not all(names):
            raise ConfigError(f"{self._place}: name each column that * stands for by AS")
        return names


def _is_star(one: exp.Expr) -> bool:
    """Whether it is * or t.*; a query in its place may be called one by sqlglot."""
    return isinstance(one.this if isinstance(one, exp.Column) else one, exp.Star)
