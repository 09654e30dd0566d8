#!/usr/bin/env bash
# Makes a book of the guide and of all other pages, target/book. Needs mdbook.
#
# Pages link to experiments and to code. So the book is made from a copy of the files, each in the
# place where it lies in the repository, and every link of a page leads somewhere in the book too.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=target/book-source
rm -rf "$copy" target/book
mkdir -p "$copy"
git ls-files -z -- . ':!.*' ':!data/positions' ':!fuzz/corpus' \
    ':!experiments/*/results' ':!crates/report/templates' ':!*.snap' |
    xargs -0 cp -rL --parents -t "$copy"

{
    sed "s|](|](docs/|; 1a [rummilab](README.md)" docs/SUMMARY.md
    echo
    echo '# Other pages'
    echo
    git ls-files -- '*.md' ':!docs' ':!README.md' | while read -r page; do
        title=$(sed -n '/^# /{s/^# //;s/[][`]//g;p;q}' "$page")
        case $page in
        experiments/*/README.md) indent='  ' ;;
        experiments/*/*) indent='    ' ;;
        *) indent='' ;;
        esac
        echo "$indent- [$title]($page)"
    done
} >"$copy/SUMMARY.md"

mdbook build docs
