"""Train a small tabular agent on noughts and crosses with moving pieces, and measure it exactly.

    python examples/train_tabular.py [--episodes 40000] [--output optimality.svg]

The agent plays itself and keeps one number for every position that it has met, mirror images taken
together: what the position seems worth to the player to move. After a game it goes back over it
from the end and corrects these numbers (temporal differences, the sign turned each ply). Every
other game begins at a random position. Now and then `kibitz.optimality` asks for its move in every
position of the game and compares it with the exact solution: the share of moves that keep the
outcome comes near 100 %, which is the bound. The agent itself never sees the solution.

Needs `kibitz[pettingzoo,plot]`.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

import kibitz
from kibitz.adapters import pettingzoo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.adapters.arena import Arena
    from kibitz.api.optimality import Optimality

RATE, DISCOUNT, CURIOSITY = 0.7, 0.98, 0.3


class TabularAgent:
    """Learns what each position is worth to the player to move."""

    def __init__(self, arena: Arena, chance: random.Random) -> None:
        self.arena = arena
        self.chance = chance
        self.worth: dict[int, float] = {}

    def key(self, position: int) -> int:
        """Return what a position shares with its mirror images."""
        canonical = self.arena.rules.canonical
        return canonical(position) if canonical else position

    def outlook(self, position: int, action: int) -> float:
        """Return what an action seems worth; what is new seems worth 0."""
        after = self.arena.rules.play(position, self.arena.actions.move(action))
        return -DISCOUNT * self.worth.get(self.key(after), 0.0)

    def best(self, position: int, legal: Sequence[int]) -> int:
        """Return the legal action that seems worth most."""
        outlooks = {action: self.outlook(position, action) for action in legal}
        most = max(outlooks.values())
        return self.chance.choice([action for action in legal if outlooks[action] == most])

    def explore(self, position: int, legal: Sequence[int]) -> int:
        """Return the best action, or now and then any."""
        if self.chance.random() < CURIOSITY:
            return self.chance.choice(legal)
        return self.best(position, legal)

    def learn(self, position: int, target: float) -> None:
        """Bring the worth of a position nearer to what has come of it."""
        key = self.key(position)
        old = self.worth.get(key, 0.0)
        self.worth[key] = old + RATE * (target - old)


def legal_actions(env: pettingzoo.raw_env) -> list[int]:
    """Return the actions that the agent to move may choose from."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return [int(action) for action in mask.nonzero()[0]]


def play_and_learn(env: pettingzoo.raw_env, agent: TabularAgent, start: int | None) -> None:
    """Play one game of the agent against itself, and learn from it from the end backwards."""
    env.reset(options=None if start is None else {"position": start})
    met = []
    while legal := legal_actions(env):
        met.append((env.position, legal))
        env.step(agent.explore(env.position, legal))
    if any(env.terminations.values()):
        agent.learn(env.position, env.rewards[env.agent_selection])
    for position, legal in reversed(met):
        agent.learn(position, max(agent.outlook(position, action) for action in legal))


def measure(game: str, agent: TabularAgent) -> Optimality:
    """Return how good the agent's moves are, over all positions of the game."""

    def policy(position: kibitz.Position) -> int:
        actions = agent.arena.actions
        legal = [actions.of(move.number) for move in position.moves]
        return actions.move(agent.best(position.number, legal))

    return kibitz.optimality(policy, game)


def train(game: str, episodes: int, seed: int, points: int) -> list[tuple[int, Optimality]]:
    """Return the optimality after so many games as a curve; each point has twice as many."""
    chance = random.Random(seed)
    env = pettingzoo.raw_env(game, truth=False)
    agent = TabularAgent(env.arena, chance)
    starts = [
        one for one in kibitz.table(game).positions.tolist() if not env.arena.rules.is_over(one)
    ]
    curve = [(0, measure(game, agent))]
    played = 0
    for point in reversed(range(points)):
        while played < episodes >> point:
            play_and_learn(env, agent, chance.choice(starts) if played % 2 else None)
            played += 1
        curve.append((played, measure(game, agent)))
        print(f"{played:>8,} games  {len(agent.worth):>7,} positions  {curve[-1][1]}")
    return curve


def plot(curve: list[tuple[int, Optimality]], game: str, output: str) -> None:
    """Draw the curve into a file."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    mpl.rcParams |= {"svg.hashsalt": game, "svg.fonttype": "none"}  # the same file for a curve
    games = [played for played, _ in curve[1:]]
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.axhline(100, color="black", linewidth=1, label="exact solution")
    axes.plot(
        games, [100 * one.keeps for _, one in curve[1:]], marker="o", label="keep the outcome"
    )
    axes.plot(games, [100 * one.best for _, one in curve[1:]], marker="s", label="best moves")
    axes.axhline(100 * curve[0][1].random.keeps, color="grey", linestyle=":", label="random moves")
    axes.set(xlabel="games played", ylabel="% of the moves, in all positions", title=game)
    axes.set_xscale("log")
    axes.legend()
    figure.tight_layout()
    figure.savefig(output, dpi=120, metadata={"Date": None} if output.endswith(".svg") else None)
    plt.close(figure)


def main(words: Sequence[str] | None = None) -> list[tuple[int, Optimality]]:
    """Train, measure and plot."""
    parser = argparse.ArgumentParser(description="Train a tabular agent and plot its optimality.")
    parser.add_argument("--game", default="noughts:oldest", help="any small game for two")
    parser.add_argument("--episodes", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", type=int, default=10, help="of the curve")
    parser.add_argument("--output", default="optimality.svg")
    chosen = parser.parse_args(words)
    curve = train(chosen.game, chosen.episodes, chosen.seed, chosen.points)
    plot(curve, chosen.game, chosen.output)
    print(f"random moves: {curve[0][1].random}; see {chosen.output}")
    return curve


if __name__ == "__main__":
    main()
