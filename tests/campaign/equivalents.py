"""Mutants of the trusted core that do what it does; no test can notice them.

Each by the end of its file's name, the end of its operator, and a part of the line that it changes.
"""

_NEGATIVE = "what is negative was refused as it was read"
_TOO_LONG = "what is that long is refused in the same words when its digits are read, only later"
_SLACK = "far more than what has any weight in doubles"
_EXACTLY = "what doubles leave open is decided by fractions, in the same way"
_SAME = "small integers, and True, are the same objects wherever they are equal"
_TRIES = "one try more or less"
_SOONER = "a lock that is let go meanwhile is had all the same, only sooner or later"
_ONE_OF_A_KIND = "signals and what is done on them are one object each"

_ONE_ROW = "a statement with one row, or one column, has the same first and last"
_CALENDAR = "months count from March: January is month 13 of the year before"
_BEYOND = "as endless with a digit more or less"
_BOTH_WAYS = "rows and runs of rows are compared with the same result"

_FASTER = "texts are grouped short or as they are, rows are grouped or listed; counts are the same"
_ALL_SUPPRESSED = "rows that are all suppressed are one box, of which nothing is complained"

_KNOWN = (
    ("cover.py", "Add_Sub", 'longer = f"bucketed_{m + 1}"', "the name of a table"),
    ("cover.py", "ReplaceFalseWithTrue", "with_positions: bool = False", "nobody reads them"),
    ("foreign_boxes.py", "Lt_LtE", "if 0 < count < count_rows(", _ALL_SUPPRESSED),
    ("foreign_boxes.py", "Lt_IsNot", "if 0 < count < count_rows(", _ALL_SUPPRESSED),
    (
        "foreign_cells.py",
        "BitOr_BitAnd",
        "dict[Leaf, Range | None] = {}",
        "not evaluated in a function",
    ),
    ("recount.py", "NotEq_LtE", "if short(name, PUBLIC) != tables.value", "more are looked at"),
    ("recount.py", "LtE_GtE", "if len(texts) <= _MOST_SHORTENED", _FASTER),
    ("recount.py", "AddNot", "if len(texts) <= _MOST_SHORTENED", _FASTER),
    ("recount.py", "Delete_Not", "grouped = not values or not is_sparse", _FASTER),
    ("recount.py", "NumberReplacer", "_MOST_SHORTENED =", _FASTER),
    ("recount.py", "NumberReplacer", "_CHUNK =", "chunks of another size hold the same rows"),
    ("value_orders.py", "Invert", "places.setdefault(None, -1)", "less than all places, too"),
    ("value_orders.py", "NumberReplacer", "places.setdefault(None, -1)", "less than all, too"),
    ("threshold.py", "NumberReplacer", "if not 0 <= threshold <= 1:", _NEGATIVE),
    ("threshold.py", "NumberReplacer", "and not 0 <= value <= _LARGEST_RATIO:", _NEGATIVE),
    ("threshold.py", "Eq_LtE", "threshold.denominator == 1", "no denominator is less than 1"),
    (
        "threshold.py",
        "Is_Eq",
        "if number is value",
        "a text never equals the decimal it is read as",
    ),
    ("threshold.py", "Gt_GtE", "if is_long or", _TOO_LONG),
    ("threshold.py", "NumberReplacer", "if is_long or", _TOO_LONG),
    ("threshold.py", "Lt_NotEq", "if not 0 < ratio <= _LARGEST_RATIO:", _NEGATIVE),
    ("posteriors.py", "Eq_LtE", "bounds.minimum == 0 and", "no bound is negative"),
    ("posteriors.py", "Lt_LtE", "np.where(half < 0.5", "at a half both are the same"),
    *(
        ("posteriors.py", change, "if ends[0] < low - _ERROR or", _EXACTLY)
        for change in ("Lt_Is", "Gt_Eq", "Gt_GtE")
    ),
    ("posteriors.py", "USub_UAdd", "low, high = -float(logs.max()) - 800", _SLACK),
    ("posteriors.py", "NumberReplacer", "low, high = -float(logs.max()) - 800", _SLACK),
    ("posteriors.py", "NumberReplacer", "_NOTHING =", _SLACK),
    ("posteriors.py", "NumberReplacer", "points = min(everybody + 1", _SLACK),
    ("private_folder.py", "NotEq_IsNot", "folder.stat().st_uid != os.geteuid()", _SAME),
    ("staging.py", "NotEq_IsNot", "folder.stat().st_uid != os.geteuid()", _SAME),
    ("lock.py", "Eq_Is", "path.lstat().st_uid == os.geteuid()", _SAME),
    ("manifest.py", "Eq_Is", "(self.levels is None) == (self.boxes is None)", _SAME),
    ("publish.py", "NotEq_IsNot", "if error.errno != errno.", _SAME),
    ("durable.py", "NotEq_IsNot", "if error.errno != errno.", _SAME),
    (
        "signals.py",
        "IsNot_NotEq",
        "is not threading.main_thread()",
        "threads equal only themselves",
    ),
    ("private_folder.py", "NumberReplacer", "_TRIES = 8", _TRIES),
    ("private_folder.py", "NumberReplacer", "for _ in range(2):", _TRIES),
    ("lock.py", "NumberReplacer", "for _ in range(2):", _TRIES),
    (
        "formulas.py",
        "ReplaceTrueWithFalse",
        "zip(names, counts, strict=True)",
        "the engine returns a number per column that it was asked for",
    ),
    ("lock.py", "NumberReplacer", "_WAITS = (", _SOONER),
    ("lock.py", "LeaveOutStatement", "sleep(seconds)", _SOONER),
    ("lock.py", "LeaveOutStatement", "return _try_lock(target.lock_path)", _SOONER),
    ("signals.py", "Eq_Is", "number == signal.SIGHUP and", _ONE_OF_A_KIND),
    ("signals.py", "Eq_LtE", "number == signal.SIGHUP and", "no signal has a lesser number"),
    (
        "publish.py",
        "ReplaceFalseWithTrue",
        "return False, False",
        "where the manifest is not out, nobody asks of the release",
    ),
    (
        "lock.py",
        "Eq_Is",
        "if name == target.path.name or",
        "the own lock is held, and passed over like that of any run at work",
    ),
    (
        "lock.py",
        "ReplaceTrueWithFalse",
        "_holding(Target(path.with_name(name), overwrite=True), waits=())",
        "to settle a target does not ask whether it may be replaced",
    ),
    ("natural_order.py", "NumberReplacer", "_ENDLESS =", _BEYOND),
    ("natural_order.py", "Invert", "_ENDLESS =", _BEYOND),
    ("natural_order.py", "NumberReplacer", "if month < 12", _CALENDAR),
    ("natural_order.py", "Lt_LtE", "if month < 12", _CALENDAR),
    ("natural_order.py", "NumberReplacer", "return (True, Decimal(0))", "there is one NaN"),
    ("released_rows.py", "NumberReplacer", "[0][0]", _ONE_ROW),
    ("read_boxes.py", "NumberReplacer", "[0][0]", _ONE_ROW),
    ("foreign_boxes.py", "NumberReplacer", "[0][0]", _ONE_ROW),
    ("cover.py", "NumberReplacer", '"verify_cover"))[0]', _ONE_ROW),
    ("cover.py", "NumberReplacer", "not in axes[: m + 1]", "a range that is listed and not used"),
    ("value_orders.py", "NumberReplacer", "zero, one =", "one stays the greater number"),
    ("written_bytes.py", "Eq_LtE", 'suffix.lower() == ".csv"', "no other suffix is less"),
    ("written_bytes.py", "NumberReplacer", "_END =", "a footer is shorter by far"),
    ("written_bytes.py", "NumberReplacer", "max(0, file.stat()", "Parquet begins with PAR1"),
    ("boxes.py", "AddNot", "isinstance(key, exp.Ordered)", "a key that is NULL decides nothing"),
    *(
        ("released_rows.py", f"GtE_{other}", ">= ROWS_PER_RUN * distinct", _BOTH_WAYS)
        for other in ("Eq", "NotEq", "Lt", "LtE", "Gt", "Is", "IsNot")
    ),
    ("released_rows.py", "NumberReplacer", "ROWS_PER_RUN =", _BOTH_WAYS),
    ("released_rows.py", "AddNot", '"verify_runs" if in_runs', _BOTH_WAYS),
    ("full_domain.py", "Lt_NotEq", "0 < self.level <", "no level is negative"),
    ("value_orders.py", "Eq_LtE", 'kind == "frequency"', "no other kind that comes here is less"),
    (
        "publish.py",
        "NotEq_Gt",
        "if error.errno != errno.EPERM:",
        "EPERM is the least number of an error",
    ),
)


def find_reason(file: str, operator: str, text: str) -> str | None:
    """Why a mutant cannot be told from the core, or None."""
    for of_file, of_operator, part, reason in _KNOWN:
        if file.endswith(of_file) and operator.endswith(of_operator) and part in text:
            return reason
    return None
