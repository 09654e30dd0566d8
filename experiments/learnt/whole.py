#!/usr/bin/env python3
"""Writes the shipped weights of `dmc` as whole numbers, for the bot of the library.

    experiments/learnt/whole.py bots/src/learnt/weights.bin
"""

import sys
from pathlib import Path

from rummilab.agents import dmc

if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(dmc.load(dmc.WEIGHTS).to_bytes())
