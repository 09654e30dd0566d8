#!/bin/sh
# A match of two commits: builds both, and lets the same bot of each play over the bot protocol until
# a sequential test of the difference has decided.
#
#   contrib/commits/match.sh OLD NEW [BOT [OPTION…]]
#
# OLD and NEW are commits, or `.` for the working tree; BOT is `champion:budget=fast` unless given.
# Options go to `rummilab tournament`, where they take the place of `--clock none --deals 2000 --sprt
# mu0=0,mu1=0.05 --metric wins`. With `--shard 1/4 --out runs/big/shard-1` it plays a part. The builds
# stay in ${BUILDS:-$TMPDIR/rummilab-builds}; `git worktree remove` takes them away.
set -eu

if [ $# -lt 2 ]; then
  sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
old=$1 new=$2 bot=${3:-champion:budget=fast}
shift 2
[ $# -eq 0 ] || shift

root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
builds=${BUILDS:-${TMPDIR:-/tmp}/rummilab-builds}

# The binary of a commit, built once.
binary() {
  if [ "$1" = . ]; then
    cargo build --release --locked --manifest-path "$root/Cargo.toml" >&2
    target=$(cargo metadata --no-deps --format-version 1 --manifest-path "$root/Cargo.toml" |
      sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
    mkdir -p "$builds"
    # A later build of the tree must not change the program that plays.
    copy=$builds/tree-$(git -C "$root" rev-parse --short=12 HEAD)-$$
    cp "$target/release/rummilab" "$copy"
    echo "$copy"
    return
  fi
  commit=$(git -C "$root" rev-parse --verify --quiet "$1^{commit}") || {
    echo "there is no commit $1" >&2
    exit 2
  }
  place=$builds/$(echo "$commit" | cut -c 1-12)
  if [ ! -x "$place/target/release/rummilab" ]; then
    [ -d "$place" ] || git -C "$root" worktree add --quiet --detach "$place" "$commit" >&2
    CARGO_TARGET_DIR=$place/target cargo build --release --locked \
      --manifest-path "$place/Cargo.toml" >&2
  fi
  echo "$place/target/release/rummilab"
}

old_binary=$(binary "$old")
new_binary=$(binary "$new")
echo "old: $old_binary, new: $new_binary" >&2

# Neither side counts time: the budgets of the bots are work.
case " $* " in *" --clock "*) ;; *) set -- "$@" --clock none ;; esac
case " $* " in *" --deals "*) ;; *) set -- "$@" --deals 2000 ;; esac
case " $* " in
*" --sprt "* | *" --until-width "*) ;;
*) set -- "$@" --sprt mu0=0,mu1=0.05 --metric wins ;;
esac

# The build of NEW is the referee.
exec "$new_binary" tournament \
  --bot "new=cmd:$new_binary serve --bot $bot" \
  --bot "old=cmd:$old_binary serve --bot $bot" "$@"
