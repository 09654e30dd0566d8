#!/usr/bin/env bash
# Makes the pictures of README and guide again: needs Chromium and ImageMagick.
# `page.png` is a screenshot by hand; `sweep.svg`, `prices.svg` and `turn.svg` were drawn once.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
rummilab() { cargo run --quiet --release --locked -- "$@"; }

rummilab tournament --bots hold:h=1,greedy --deals 200 --seed 1 --out "$out/first" --quiet >"$out/table"
rummilab report "$out/first" --out "$out/report.html"
"${CHROMIUM-chromium}" --headless --no-sandbox --hide-scrollbars --window-size=1000,900 \
  --screenshot="$out/report.png" "file://$out/report.html"
convert "$out/report.png" -crop 1000x620+0+0 +repage -colors 128 docs/images/report.png

# The screen of `play`, drawn by a test that fails where the picture is old.
RUMMILAB_UPDATE=1 cargo test --quiet --locked --package rummilab-cli --bin rummilab picture
