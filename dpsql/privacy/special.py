"""The functions of scipy, which confidence and estimates need; loaded where one is computed."""

from types import ModuleType

from dpsql.errors import ConfigError, name_extra


def load_special() -> ModuleType:
    """Import scipy's special functions.

    Raises:
        ConfigError: scipy is not installed.
    """
    try:
        from scipy import special
    except ImportError:
        raise ConfigError(f"confidence and estimates need {name_extra('statistics')}") from None
    return special  # type: ignore[no-any-return]
