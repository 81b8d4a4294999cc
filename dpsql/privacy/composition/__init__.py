"""Presence of everybody for somebody who has several releases of one T."""
