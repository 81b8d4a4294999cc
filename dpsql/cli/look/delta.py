"""``dpsql delta``: δ from the cost of misuse, or what a given δ may cost a person."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.command_output import CommandOutput
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.delta_choice.as_json import delta_as_json, effects_as_json
from dpsql.delta_choice.choice import (
    Counts,
    DeltaChoice,
    Effect,
    Scenario,
    choose_delta,
    find_effect,
    sweep,
)
from dpsql.delta_choice.scenario_file import ScenarioFile, read_scenario, read_scenarios
from dpsql.delta_choice.sentences import tell_effect, tell_epsilon
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.threshold import PresenceBounds, parse_amount, parse_threshold
from dpsql.errors import ConfigError
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import as_bound, write_bound, write_setting
from dpsql.session.options import refuse_idle


def delta(
    counted: Annotated[
        Path | None,
        typer.Argument(metavar="[JOB]", help="A job file (YAML), whose P and T are counted."),
    ] = None,
    population: Annotated[
        str | None, typer.Option(metavar="N", help="People of P, the population.")
    ] = None,
    members: Annotated[str | None, typer.Option(metavar="N", help="Rows of T among them.")] = None,
    job: Annotated[
        Path | None, typer.Option(metavar="JOB", help="Another way to name JOB.")
    ] = None,
    prior: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE", help="Publicly known share of P that has the condition: 0.07."
        ),
    ] = None,
    cost: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="Cost to a person if somebody is certain of the condition."
        ),
    ] = None,
    acceptable: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="Acceptable expected cost: bounds δmax."),
    ] = None,
    acceptable_down: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="Acceptable expected cost of less certainty: bounds δmin."
        ),
    ] = None,
    sensitivity: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Share of T that has the condition; default: 1."),
    ] = None,
    scenarios: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Several scenarios in YAML; δ satisfies all of them."),
    ] = None,
    delta_min: Annotated[
        str | None, typer.Option(metavar="SHARE", help="Compute the cost of this δmin instead.")
    ] = None,
    delta_max: Annotated[
        str | None, typer.Option(metavar="SHARE", help="Compute the cost of this δmax instead.")
    ] = None,
    sweep_over: Annotated[
        str | None,
        typer.Option("--sweep", metavar="AMOUNT,…", help="Also choose δ for these costs."),
    ] = None,
    *,
    shared: OutputOptions,
) -> None:
    """Choose delta from what misuse would cost (section 4 of the paper).

    It is public that a share of the population has a condition (--prior); the people of T have it.
    A person whose condition is known for certain suffers --cost. An expected cost of --acceptable
    is accepted.

    With --delta-max or --delta-min, computes what that delta may cost a person.
    """
    with shared.begin() as output:
        if counted is not None and job is not None:
            raise ConfigError("--job: the job file is named already; drop one of them")
        asked = _gather(
            scenarios,
            {
                "prior": prior,
                "cost": cost,
                "acceptable": acceptable,
                "acceptable_down": acceptable_down,
                "sensitivity": sensitivity,
            },
        )
        counts = _count(asked, population, members, counted or job)
        if delta_min is not None or delta_max is not None:
            named = "--delta-min" if delta_max is None else "--delta-max"
            refuse_idle(named, "it chooses no δ", {"sweep": sweep_over})
            _price(output, counts, asked.scenarios, (delta_min, delta_max))
            return
        choice = choose_delta(counts, asked.scenarios)
        steps = _sweep(counts, asked.scenarios, sweep_over)
        found = {"schema": SCHEMA, "status": "chosen", **delta_as_json(choice, steps)}
        output.show(found, lambda: _describe(choice, steps))


def _price(
    output: CommandOutput,
    counts: Counts,
    scenarios: tuple[Scenario, ...],
    asked: tuple[str | None, str | None],
) -> None:
    """Show what a given δ may cost a person; `asked`: its δmin and δmax, as they were written."""
    bounds = PresenceBounds(
        parse_threshold(asked[0] or "0", "--delta-min"),
        parse_threshold(asked[1] or "1", "--delta-max"),
    )
    if not bounds.allows(counts.public_rows, counts.private_rows):
        raise ConfigError(
            f"--delta-min, --delta-max: |T|/|P| is {write_bound(counts.share)}, which no"
            " release can hide; name a delta that contains it"
        )
    effects = tuple(find_effect(counts, one, bounds) for one in scenarios)
    found = {"schema": SCHEMA, "status": "priced", **effects_as_json(bounds, effects)}
    output.show(found, lambda: _effects(effects))


def _gather(file: Path | None, words: dict[str, str | None]) -> ScenarioFile:
    if file is None:
        for word in ("prior", "cost"):
            if words[word] is None:
                raise ConfigError(
                    f"--{word} is missing; give --prior, --cost and --acceptable, or --scenarios"
                    " FILE"
                )
        return ScenarioFile((read_scenario(words),))
    named = [f"--{word.replace('_', '-')}" for word, value in words.items() if value is not None]
    if named:
        raise ConfigError(f"{named[0]}: it stands in the file of --scenarios; drop one of them")
    return read_scenarios(file)


def _count(
    asked: ScenarioFile, population: str | None, members: str | None, job: Path | None
) -> Counts:
    """Return the sizes of P and T: those of the command line, or else of the scenario file."""
    if population is None and members is None and job is None:
        population, members, job = asked.population, asked.members, asked.job
    if job is not None:
        if population is not None or members is not None:
            raise ConfigError("job: it counts population and members itself; drop them")
        checked = dpsql.check(job)
        return Counts(checked.public_rows, checked.private_rows)
    if population is None or members is None:
        raise ConfigError("give --population and --members, or a job file to count them in")
    return Counts(_whole(population, "population"), _whole(members, "members"))


def _whole(text: str, word: str) -> int:
    try:
        number = parse_amount(text, word)
    except ConfigError:
        number = Fraction(1, 2)
    if number.denominator != 1 or not text.strip().isdecimal():
        raise ConfigError(f"{word}: write a whole number, such as 1000, by its digits alone")
    return number.numerator


def _sweep(
    counts: Counts, scenarios: tuple[Scenario, ...], amounts: str | None
) -> dict[Fraction, DeltaChoice] | None:
    if amounts is None:
        return None
    if len(scenarios) > 1:
        raise ConfigError("--sweep: it varies the acceptable cost of one scenario; give one")
    parsed = [parse_amount(text.strip(), "--sweep") for text in amounts.split(",")]
    scenario = replace(scenarios[0], acceptable=scenarios[0].acceptable or Fraction(0))
    return dict(sweep(counts, scenario, parsed))


def _describe(choice: DeltaChoice, steps: dict[Fraction, DeltaChoice] | None) -> RenderableType:
    low, high = choice.delta.minimum, choice.delta.maximum
    exact = [as_percent(one, 3) for one in (choice.exact.minimum, choice.exact.maximum)]
    parts: list[RenderableType] = [
        Text(f"delta: {{min: {write_setting(low)}, max: {write_setting(high)}}}", "green"),
        Text(
            f"Rounded inward from {' and '.join(exact)};"
            f" |T|/|P| is {as_bound(choice.counts.share)}."
        ),
        _effects(choice.effects),
    ]
    if (told := tell_epsilon(choice)) is not None:
        parts.append(Text(told))
    parts += [Text(warning, "yellow") for warning in choice.warnings]
    if steps:
        chart = plain_table("acceptable", "δmin", "δmax")
        for amount, one in steps.items():
            ends = one.delta.minimum, one.delta.maximum
            chart.add_row(_decimal(amount), *map(as_bound, ends))
        parts.append(chart)
    return Group(*parts)


def _effects(effects: tuple[Effect, ...]) -> RenderableType:
    """A line per scenario, under its name where it has one."""
    names = (one_line(one.scenario.name) for one in effects)
    told = (tell_effect(one) for one in effects)
    return Text(
        "\n".join(
            f"{name}: {text}" if name else text for name, text in zip(names, told, strict=True)
        )
    )


def _decimal(number: Fraction) -> str:
    """Write a number for a job file: as a decimal if that is exact, else as a fraction."""
    text = f"{float(number):.12g}"
    return text if "e" not in text and Fraction(text) == number else str(number)
