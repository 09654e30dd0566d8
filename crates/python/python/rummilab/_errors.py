"""The exceptions of rummilab. Their messages are those of the command."""


class Error(Exception):
    """What every exception of rummilab is."""


class InputError(Error, ValueError):
    """Something was written wrongly: tiles, a table, rules, a bot's name. Says what and where."""


class UnsupportedError(Error):
    """The solver does not honour a rule or goal; says which."""


class RunError(Error):
    """A match or record cannot be played, continued or read."""


class BugError(Error):
    """The checker refused what a solver found: please report it."""
