"""The exceptions of rummilab. Their messages are those of the command."""


class Error(Exception):
    """Base class of all exceptions of rummilab."""


class InputError(Error, ValueError):
    """Invalid tiles, table, rules or bot name; the message says what is wrong and where."""


class UnsupportedError(Error):
    """The solver does not honour a rule or goal; the message says which."""


class RunError(Error):
    """A match or record cannot be played, continued or read."""


class InUseError(RunError):
    """Another program still plays into the folder: try again later, or play into another one."""


class BotError(RunError):
    """A bot made a fault in a match that is ``strict``; the message has reason and place."""


class BugError(Error):
    """The checker refused what a solver found: please report it."""
