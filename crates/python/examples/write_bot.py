"""A bot in Python against two of the roster: it counts what each play leaves on the rack.

    python crates/python/examples/write_bot.py
"""

import rummilab


class Leaves(rummilab.Bot):
    """Of all plays the one that leaves the fewest points; holds single tiles back early."""

    version = 1

    def act(self, view):
        plays = view.solver.plays(view.position, most=50).plays
        if not plays:
            return view.idle()
        best = max(plays, key=lambda play: (play.value, play.tiles))
        nearly_over = view.pool < 30 or min(view.rack_sizes) < 6
        if view.opened and best.tiles < 2 and not nearly_over:
            return view.idle()
        answer = view.solver.solve(
            view.table, best.played, view.opened, owners=view.owners, me=view.seat
        )
        return rummilab.play(answer.table)


if __name__ == "__main__":
    match = rummilab.tournament([Leaves, "greedy", "hold:h=1"], deals=100, seed=1)
    for bot in match.summary["bots"]:
        low, high = bot["win_rate_ci"]
        print(f"{bot['bot']:20} {bot['win_rate']:.3f} ({low:.3f} to {high:.3f})")
