#!/usr/bin/env bash
# Prints docs/report.md: `docs/report.sh [FILE]` writes target/report.pdf or FILE.
# Needs pandoc and Chromium (131 or later, for page numbers); CHROMIUM names another browser.
set -euo pipefail
out=$(realpath -m "${1-$(dirname "$0")/../target/report.pdf}")
cd "$(dirname "$0")"

browser=${CHROMIUM-chromium}
for tool in pandoc "$browser"; do
    command -v "$tool" >/dev/null || missing="${missing-} $tool"
done
if [ -n "${missing-}" ]; then
    echo "docs/report.sh needs$missing (Debian: apt-get install pandoc chromium)" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Paths of the repository lead nowhere from a PDF: such a link is its text.
cat >"$work/links.lua" <<'LUA'
function Link(link)
    return link.target:find("://") and link or link.content
end
LUA
echo "<p class=commit>Commit $(git describe --always --dirty --abbrev=12)</p>" >"$work/commit.html"
pandoc --from gfm --to html5 --self-contained --css report.css \
    --lua-filter "$work/links.lua" --include-before-body "$work/commit.html" \
    --metadata pagetitle="Rummikub: exact turns and what wins" --metadata lang=en \
    --output "$work/report.html" report.md
mkdir -p "$(dirname "$out")"
"$browser" --headless --no-sandbox --no-pdf-header-footer --user-data-dir="$work/profile" \
    --print-to-pdf="$work/report.pdf" "file://$work/report.html" 2>"$work/log" ||
    { cat "$work/log" >&2 && exit 1; }
mv "$work/report.pdf" "$out"
pages=$(grep -ac '/Type /Page$' "$out")
echo "$out: $pages pages"
# What the report promises.
[ "$pages" -le 10 ] || { echo "more than ten pages" >&2 && exit 1; }
