"""What the tests share: the variants, and random games."""

import os
import random

import pytest

import quirkat

TITLES = quirkat.variants()


def chosen_titles():
    """All variants with QUIRKAT_PYTHON_ALL, else the first of each game."""
    if os.environ.get("QUIRKAT_PYTHON_ALL"):
        return TITLES
    first = {}
    for title in TITLES:
        first.setdefault(title.split(":")[0], title)
    return list(first.values())


def pytest_generate_tests(metafunc):
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", TITLES)
    if "chosen" in metafunc.fixturenames:
        metafunc.parametrize("chosen", chosen_titles())


@pytest.fixture
def chance():
    return random.Random(63)


def play_randomly(state, chance, actions=10**6):
    """Enters random actions until the game ends."""
    while actions > 0 and not state.is_terminal:
        state.apply(chance.choice(state.legal_actions()))
        actions -= 1
    return state
