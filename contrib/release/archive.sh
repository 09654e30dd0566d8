#!/usr/bin/env bash
# Makes the archive of a release for this system: the binary, its man pages and completions, the page
# and the licences. Usage: contrib/release/archive.sh [FOLDER], target/release-archive unless given.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1-target/release-archive}
target=${CARGO_TARGET_DIR:-target}

cargo build --profile dist --locked
rummilab=$target/dist/rummilab
name=$("$rummilab" -V | tr ' ' -)-$("$rummilab" --version | sed -n 's/^target *//p')
rm -rf "${out:?}/$name"
mkdir -p "$out/$name"

cp "$rummilab" "$out/$name/"
"$rummilab" man --out "$out/$name"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
crates/web/build.sh
cp -r crates/web/dist "$out/$name/page"

tar --sort=name --owner=0 --group=0 --numeric-owner -C "$out" -czf "$out/$name.tar.gz" "$name"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$out/$name.tar.gz"
