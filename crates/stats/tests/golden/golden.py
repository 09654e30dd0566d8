"""Golden values of crates/stats, from numpy, scipy, statsmodels, lifelines and choix.

    python3 -m venv venv && venv/bin/pip install numpy scipy statsmodels lifelines choix
    venv/bin/python crates/stats/tests/golden/golden.py

Prints what the tests of crates/stats compare with; values of other sources stand beside the tests that use them.
"""

import itertools
import math

import choix
import numpy as np
from lifelines import KaplanMeierFitter
from scipy.optimize import brentq
from scipy.stats import chi2
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower


def confidence_sequence():
    """Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: asymptotic confidence sequence, rho for t* = 500."""
    alpha, planned = 0.05, 500
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / planned
    for n in (55, 550, 5500):
        x = np.arange(n) % 11
        half = x.std(ddof=1) * math.sqrt(
            2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / alpha)
        )
        print("live", n, repr(float(x.mean() - half)), repr(float(x.mean() + half)))


def gsprt():
    """The exact generalised log likelihood ratio of a multinomial (Van den Bergh)."""
    values = np.array([0, 0.25, 0.5, 0.75, 1.0])

    def mle(p, s):
        """p times likelihood ratio weights, with mean s."""
        low, high = -1 / (values.max() - s), -1 / (values.min() - s)
        f = lambda t: float(np.sum(p * (values - s) / (1 + t * (values - s))))
        t = brentq(f, low + 1e-9, high - 1e-9, xtol=1e-14)
        return p / (1 + t * (values - s))

    for counts in ([10, 60, 160, 75, 15], [100, 300, 500, 300, 100], [20, 200, 400, 280, 40]):
        counts = np.array(counts, dtype=float)
        p = counts / counts.sum()
        print("gsprt", counts, repr(float(np.sum(counts * np.log(mle(p, 0.52) / mle(p, 0.5))))))


def secular(pdf):
    """The x at which the mean of a/(1 + x a) is zero, by bisection."""
    low, high = -1 / max(a for a, _ in pdf), -1 / min(a for a, _ in pdf)
    low, high = low + 1e-9 * (high - low), high - 1e-9 * (high - low)
    for _ in range(200):
        middle = (low + high) / 2
        if sum(p * a / (1 + middle * a) for a, p in pdf) > 0:
            low = middle
        else:
            high = middle
    return low


def mle_t_value(pdf, ref, t):
    """fishtest's MLE_t_value: the likeliest distribution whose mean lies t spreads above ref."""
    fitted = [1 / len(pdf)] * len(pdf)
    for _ in range(100):
        mean = sum(a * p for (a, _), p in zip(pdf, fitted))
        spread = sum(p * (a - mean) ** 2 for (a, _), p in zip(pdf, fitted)) ** 0.5
        moved = [(a - ref - t * spread * (1 + ((mean - a) / spread) ** 2) / 2, p) for a, p in pdf]
        x = secular(moved)
        fitted = [p / (1 + x * a) for a, p in moved]
    return fitted


def normalised_elo():
    for counts in ([10, 60, 160, 75, 15], [100, 300, 500, 300, 100], [20, 200, 400, 280, 40]):
        n = sum(counts)
        pdf = [(j / 4, count / n) for j, count in enumerate(counts)]
        fits = [mle_t_value(pdf, 0.5, nelo * 2**0.5 * math.log(10) / 800) for nelo in (0, 10)]
        print("nelo", n * sum(p * math.log(b / a) for (_, p), a, b in zip(pdf, *fits)))


def holm():
    p = [0.01, 0.04, 0.03, 0.005, 0.8, 0.0499, 0.2]
    print("holm", [float(v) for v in multipletests(p, method="holm")[1]])


def planning():
    x = np.where(np.arange(50) % 2 == 1, 20.0, -20.0)
    s = x.std(ddof=1)
    upper = s * math.sqrt(49 / chi2.ppf(0.2, 49))
    for delta, power in [(1, 0.8), (2, 0.95), (5, 0.9)]:
        n = [
            math.ceil(NormalIndPower(ddof=0).solve_power(delta / sd, alpha=0.05, power=power, ratio=0))
            for sd in (s, upper)
        ]
        print("plan", delta, power, n)


RANKINGS = [
    # best to worst, each this often
    ((0, 1), 7), ((1, 0), 3), ((1, 2), 6), ((2, 1), 5), ((0, 2), 8), ((2, 0), 1),
    ((3, 1), 2), ((1, 3), 4),
    ((0, 1, 2, 3), 4), ((1, 0, 3, 2), 2), ((3, 2, 1, 0), 1), ((0, 2, 1, 3), 3),
]


def points(theta):
    theta = np.array(theta)
    return [repr(float(v)) for v in 400 / math.log(10) * (theta - theta[0])]


def plackett_luce():
    plain = [r for r, times in RANKINGS for _ in range(times)]
    fit = lambda data: points(choix.opt_rankings(4, data, alpha=0.0, method="BFGS", tol=1e-12))
    print("pl plain", fit(plain))
    # Every game twice and one win each way against bot 0: a virtual draw of weight one.
    doubled = plain * 2 + [r for b in (1, 2, 3) for r in ((0, b), (b, 0))]
    print("pl prior", fit(doubled))
    # Two draws of 0 and 1 and one game with 1 and 2 sharing the second place, as all orders they allow.
    orders = plain * 4 + [(0, 1), (1, 0)] * 2 * 2 + [(0, 1, 2, 3), (0, 2, 1, 3)] * 2
    orders += [r for b in (1, 2, 3) for r in ((0, b), (b, 0))] * 2
    print("pl ties", fit(orders))


OF_FIVE_AND_SIX = [
    ((0, 1, 2, 3, 4, 5), 3), ((5, 3, 1, 0, 2, 4), 2), ((2, 0, 4, 1, 5, 3), 1),
    ((1, 0, 2, 3, 4), 2), ((4, 5, 0, 3, 2), 1),
]


def plackett_luce_of_six():
    # The last game: 1, 2 and 3 share the second place, as all six orders that it allows.
    orders = [r for r, times in OF_FIVE_AND_SIX for _ in range(6 * times)]
    orders += [(0, *middle, 4, 5) for middle in itertools.permutations((1, 2, 3))]
    orders += [r for b in range(1, 6) for r in ((0, b), (b, 0))] * 3
    print("pl six", points(choix.opt_rankings(6, orders, alpha=0.0, method="BFGS", tol=1e-12)))


def kaplan_meier():
    opened, censored = [1, 1, 2, 2, 2, 3, 5, 5, 8], [1, 2, 4, 5, 9, 9]
    fit = KaplanMeierFitter().fit(opened + censored, [1] * len(opened) + [0] * len(censored))
    print("km", fit.survival_function_["KM_estimate"].to_dict())


for part in (confidence_sequence, gsprt, normalised_elo, holm, planning, plackett_luce, plackett_luce_of_six, kaplan_meier):
    part()
