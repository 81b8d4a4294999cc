"""Engines that run SQL: one package per engine, one interface."""
