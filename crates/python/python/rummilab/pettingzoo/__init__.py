"""PettingZoo environments. Needs ``pip install rummilab[pettingzoo]``."""
