#!/bin/bash
# Plays a run in shards with GNU parallel and puts them together: on this machine, or on several that share a file system.
#
#   contrib/parallel/shards.sh plan.toml runs/big 12
#   contrib/parallel/shards.sh plan.toml /shared/runs/big 12 --sshlogin node-a,node-b --workdir .
#
# What follows the number of shards goes to GNU parallel. Give the same command again after an interruption: shards that are
# done end at once, the others go on.
set -eu
plan=$1 out=$2 shards=$3
shift 3
rummilab=${RUMMILAB:-rummilab}
mkdir -p "$out"
# A shard that ends with 75 (asked to stop, or its folder still in use) is tried again.
parallel --will-cite -q --retries 3 "$@" \
    "$rummilab" run "$plan" --shard "{}/$shards" --threads 1 --out "$out/shard-{}-of-$shards" \
    ::: $(seq 0 $((shards - 1)))
exec "$rummilab" merge "$out"/shard-*-of-"$shards" --out "$out"
