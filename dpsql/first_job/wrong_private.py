"""What to name in place of a T of which nothing can be released: nobody is in it, or everybody."""

from dpsql.first_job.profile import Profile


def tell_right_private(found: Profile) -> str:
    """Say what to do before any other command is of use; empty if T is some of the people of P."""
    what = "another condition" if found.is_marked else "another table"
    if not found.private_rows:
        return f"First name {what} for T and run init again: this job protects nobody."
    if found.private_rows == found.public_rows:
        return f"First name {what} for T and run init again: no δ below 1 can hold with this job."
    return ""
