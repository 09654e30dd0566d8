#!/usr/bin/env python3
"""Circles between files: files of a crate that use each other, directly or through others.

    python3 xtask/circles.py [--files] [CRATE …]

Arrows are the `use` lines and the `crate::` paths of a file, outside its tests, each followed through
re-exports to the file that has the item. What a module's face merely re-exports is no arrow. Prints
each circle's size and files; with --files, its arrows too. Exits with 0.
"""

import argparse
import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = re.compile(r"(bots|benches|crates/[^/]+)/src/(.*)\.rs$")
USE = re.compile(r"(?:^|\n)\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);")


def module_of(path):
    """The module path of a file, from its path below `src`."""
    parts = path.split("/")
    return tuple(parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts)


def code_of(path):
    """The text of a file without comments and without its tests."""
    text = re.sub(r"//[^\n]*", "", (ROOT / path).read_text())
    return text.split("#[cfg(test)]\nmod ")[0]


def paths_of(tree, prefix=()):
    """The paths of a `use` tree."""
    tree = tree.strip()
    brace = tree.find("{")
    if brace < 0:
        name = re.sub(r"\s+as\s+\w+", "", tree)
        return [prefix + tuple(part.strip() for part in name.split("::"))]
    head = prefix + tuple(part.strip() for part in tree[:brace].split("::") if part.strip())
    parts, depth, start = [], 0, brace + 1
    for at in range(brace + 1, len(tree)):
        depth += (tree[at] == "{") - (tree[at] == "}")
        if depth < 0 or (tree[at] == "," and depth == 0):
            parts.append(tree[start:at])
            start = at + 1
    return [path for part in parts if part.strip() for path in paths_of(part, head)]


class Crate:
    """The files of a crate, and which uses which."""

    def __init__(self, files):
        self.files = {module_of(below): path for path, below in files}
        self.exports = {module: {} for module in self.files}
        used = {module: set() for module in self.files}
        shown = {module: set() for module in self.files}
        for module, path in self.files.items():
            code = code_of(path)
            for public, tree in USE.findall(code):
                for name in paths_of(tree):
                    item = self.inside(module, name)
                    if item is None:
                        continue
                    (shown if public else used)[module].add(item)
                    if public:
                        self.exports[module][item[-1]] = item
            named = re.findall(r"\bcrate((?:::\w+)+)", USE.sub("", code))
            used[module].update(tuple(name.strip(":").split("::")) for name in named)
        self.arrows = {
            module: {self.file_of(item) for item in used[module]} - {module, None}
            for module in self.files
        }

    def inside(self, module, name):
        """A name used in a module, as a path of the crate; None if it is another crate's."""
        if name[0] == "crate":
            return name[1:]
        if name[0] == "self":
            return module + name[1:]
        up = sum(1 for part in name if part == "super")
        if up:
            return module[: len(module) - up] + name[up:]
        return module + name if module + name[:1] in self.files else None

    def file_of(self, item, steps=0):
        """The module with the item, through re-exports."""
        for length in range(len(item), -1, -1):
            module, rest = item[:length], item[length:]
            if module in self.files:
                target = self.exports[module].get(rest[0]) if rest else None
                if target and target != item and steps < 10:
                    return self.file_of(target + rest[1:], steps + 1)
                return module
        return None

    def circles(self):
        """The sets of modules that reach each other."""
        reach = {module: self.reached(module) for module in self.files}
        found = []
        for module in sorted(self.files):
            ring = {other for other in reach[module] if module in reach[other]}
            if len(ring) > 1 and ring not in found:
                found.append(ring)
        return found

    def reached(self, start):
        seen, todo = set(), [start]
        while todo:
            for other in self.arrows[todo.pop()] - seen:
                seen.add(other)
                todo.append(other)
        return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("crates", nargs="*", metavar="CRATE")
    parser.add_argument("--files", action="store_true", help="print the arrows of each circle")
    args = parser.parse_args()
    listed = subprocess.run(
        ["git", "ls-files", "*.rs"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    crates = defaultdict(list)
    for path in listed.split():
        if match := SOURCE.match(path):
            crates[match[1].removeprefix("crates/")].append((path, match[2]))
    count = 0
    for name, files in sorted(crates.items()):
        if args.crates and name not in args.crates:
            continue
        crate = Crate(files)
        for ring in crate.circles():
            count += 1
            print(name, len(ring), " ".join(sorted("::".join(module) or "crate" for module in ring)))
            for module in sorted(ring) if args.files else []:
                for other in sorted(crate.arrows[module] & ring):
                    print("   ", "::".join(module) or "crate", "->", "::".join(other) or "crate")
    print(f"{count} circles")


if __name__ == "__main__":
    main()
