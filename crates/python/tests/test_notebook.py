"""A real notebook kernel: what it shows, and that an interrupt leaves it alive."""

import os
import time

import pytest

client = pytest.importorskip("jupyter_client")

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(os.name == "nt", reason="signals of Unix"),
]

LONG = {
    "a match": "rummilab.tournament(['hold', 'greedy'], deals=1_000_000)",
    "a batch": "rummilab.solve_batch([{'rack': 'R1 R2 R3 J', 'table': ['K5 K6 K7']}] * 3_000_000)",
    "a loop": "while True: rummilab.solve('R3 R4 R5', 'R6')",
}


@pytest.fixture(scope="module")
def kernel():
    manager, told = client.manager.start_new_kernel(kernel_name="python3")
    yield manager, told
    told.stop_channels()
    manager.shutdown_kernel(now=True)


def run(told, code, shown=None):
    """The kernel's reply to a cell; what the cell shows goes into `shown`."""
    hook = (lambda message: shown.append(message)) if shown is not None else None
    return told.execute_interactive(code, timeout=120, output_hook=hook or (lambda _: None))[
        "content"
    ]


def test_a_cell_shows_progress_tables_and_pictures(kernel):
    _, told = kernel
    shown = []
    assert run(told, "import rummilab", shown)["status"] == "ok"
    code = "match = rummilab.tournament(['hold:h=1', 'greedy'], deals=300, seed=1)\nmatch"
    assert run(told, code, shown)["status"] == "ok"
    assert run(told, "rummilab.solve('R3 R4 R5', 'R6')", shown)["status"] == "ok"
    pages = [message["content"]["data"] for message in shown if "data" in message["content"]]
    html = " ".join(page.get("text/html", "") for page in pages)
    assert "<table>" in html and "<svg " in html
    texts = [message["content"].get("text", "") for message in shown]
    assert "300" in " ".join(texts) + html


@pytest.mark.parametrize("what", LONG)
def test_an_interrupt_ends_the_cell_and_not_the_kernel(kernel, what):
    manager, told = kernel
    assert run(told, "import rummilab")["status"] == "ok"
    # Otherwise the kernel aborts a cell that comes soon after an error.
    number = told.execute(LONG[what], stop_on_error=False)
    time.sleep(1.5)
    manager.interrupt_kernel()
    while (reply := told.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != number:
        pass
    assert (reply["content"]["status"], reply["content"]["ename"]) == ("error", "KeyboardInterrupt")
    assert manager.is_alive()
    assert run(told, "assert rummilab.solve('R3 R4 R5', 'R6').tiles == 1")["status"] == "ok"
