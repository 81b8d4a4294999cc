"""Rates of the people of P, and what classes of people of different rates are judged by."""
