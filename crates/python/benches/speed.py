"""Random play in Python: this package beside OpenSpiel's checkers and py-draughts, in one run.

Usage: python benches/speed.py [SECONDS]
Needs `pip install quirkat[learn] open_spiel py-draughts`. Each line is measured for SECONDS (default 5) of processor time, so
that other work of the machine does not count. A step is one action; a turn has two or more actions here, and one or more in
OpenSpiel.
"""

import random
import sys
import time

import quirkat

GAMES = 1024


def rate(work, seconds):
    """Repeats `work`, which returns steps and turns, and returns both per second."""
    work()
    steps, turns, began = 0, 0, time.process_time()
    while (elapsed := time.process_time() - began) < seconds:
        more = work()
        steps, turns = steps + more[0], turns + more[1]
    return steps / elapsed, turns / elapsed


def openspiel(chance):
    import pyspiel

    game = pyspiel.load_game("checkers")

    def work():
        state, steps, turns, player = game.new_initial_state(), 0, 0, None
        while not state.is_terminal():
            turns += state.current_player() != player
            player = state.current_player()
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        return steps, turns

    return work


def openspiel_apply(chance):
    """Games whose actions are known, so that only `apply_action` is timed."""
    import pyspiel

    game = pyspiel.load_game("checkers")
    state, turns, player = game.new_initial_state(), 0, None
    while not state.is_terminal():
        turns += state.current_player() != player
        player = state.current_player()
        state.apply_action(chance.choice(state.legal_actions()))
    actions = state.history()

    def work():
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(action)
        return len(actions), turns

    return work


def own_apply(chance):
    game = quirkat.Game("english")
    state = game.state()
    while not state.is_terminal:
        state.apply(chance.choice(state.legal_actions()))
    actions, turns = state.actions, state.turns

    def work():
        state = game.state()
        for action in actions:
            state.apply(action)
        return len(actions), turns

    return work


def py_draughts(chance):
    import draughts

    def work():
        board, turns = draughts.Board(), 0
        while not board.game_over:
            board.push(chance.choice(board.legal_moves))
            turns += 1
        return turns, turns

    return work


def own_state(chance):
    game = quirkat.Game("english")

    def work():
        state = game.state()
        while not state.is_terminal:
            state.apply(chance.choice(state.legal_actions()))
        return len(state.actions), state.turns

    return work


def own_vector(observe):
    env = quirkat.VecEnv("english", GAMES, observe=observe)

    def work():
        turns = 0
        for _ in range(20):
            players = env.players.copy()
            env.step(env.sample())
            turns += int((players != env.players).sum())
        return 20 * GAMES, turns

    return work


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    chance = random.Random(1)
    lines = [
        ("pyspiel checkers, one state", openspiel(chance)),
        ("pyspiel checkers, `apply_action` alone", openspiel_apply(chance)),
        ("py-draughts, one board", py_draughts(chance)),
        ("`State` of english", own_state(chance)),
        ("`State` of english, `apply` alone", own_apply(chance)),
        (f'`VecEnv("english", {GAMES})`, masks', own_vector(False)),
        (f'`VecEnv("english", {GAMES})`, masks and observations', own_vector(True)),
    ]
    print("| random play | steps per CPU second | turns per CPU second |\n|---|--:|--:|")
    for name, work in lines:
        steps, turns = rate(work, seconds)
        print(f"| {name} | {steps:,.0f} | {turns:,.0f} |", flush=True)


main()
