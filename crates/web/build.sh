#!/usr/bin/env bash
# Makes the folder `dist`: the page, for any static server. Needs the target wasm32-unknown-unknown
# (`rustup target add wasm32-unknown-unknown`), or Debian's rustc-web and rust-web-src.
set -euo pipefail
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
flags=()
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
  if command -v rustup >/dev/null; then
    rustup target add "$target"
  else
    export RUSTC=rustc-web RUSTC_BOOTSTRAP=1
    flags+=("-Zbuild-std=std,panic_abort")
  fi
fi
cargo build --release --locked --target "$target" "${flags[@]}"
rm -rf dist
mkdir dist
cp page/* ../report/templates/report.css dist/
cp "${CARGO_TARGET_DIR:-target}/$target/release/rummilab_web.wasm" dist/engine.wasm
cp ../../bots/src/learnt/weights.bin dist/learnt.bin
# What the service worker keeps: every file but itself, under a version that changes with any.
cd dist
version=$(cat -- * | sha256sum | cut -c1-16)
files=$(find . -type f ! -name sw.js | sed 's|^\./\(.*\)|"\1",|' | LC_ALL=C sort | tr -d '\n')
echo "self.VERSION = \"$version\"; self.FILES = [\"./\",${files%,}];" > files.js
