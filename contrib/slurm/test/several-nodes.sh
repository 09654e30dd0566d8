#!/bin/bash
# Tests run.sbatch and merge.sbatch on a real Slurm: starts a controller and three nodes on this machine, submits an array
# and its merge, kills one node with its job while it plays, tells another job that its time is up, and compares the merged
# run with one played by one program.
#
# Needs root, and Debian's slurm-wlm and munge; --install installs them with apt-get. Everything it starts runs from a
# folder of its own, on ports of its own, and is stopped at the end, whatever the end is.
#
#   contrib/slurm/test/several-nodes.sh [--install] [path of rummilab]
#
# Without a path it takes the rummilab of the PATH, or else that of target/release.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
slurm=$(dirname "$here")
if [ "${1:-}" = --install ]; then
    shift
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge >/dev/null
fi
built=$slurm/../../target/release/rummilab
rummilab=${1:-$(command -v rummilab || echo "$built")}
[ -x "$rummilab" ] || { echo "no program $rummilab; build it with cargo build --release, or give its path" >&2; exit 2; }
rummilab=$(realpath "$rummilab")
[ "$(id -u)" = 0 ] || { echo "needs root" >&2; exit 2; }
for program in slurmctld slurmd sbatch munged; do
    command -v $program >/dev/null || { echo "no $program; try --install" >&2; exit 2; }
done

deals=${DEALS:-3000}
home=$(mktemp -d /tmp/rummilab-slurm.XXXXXX)
declare -A pids=()

stop_all() {
    trap - EXIT
    # Jobs first: their programs are children of Slurm's, not ours.
    [ -z "${SLURM_CONF:-}" ] || timeout 10 scancel --full --signal=KILL --user=root 2>/dev/null || true
    sleep 1
    for node in n1 n2 n3; do kill_jobs_of $node; done
    for name in "${!pids[@]}"; do kill -TERM "${pids[$name]}" 2>/dev/null || true; done
    sleep 2
    for name in "${!pids[@]}"; do kill -KILL "${pids[$name]}" 2>/dev/null || true; done
    # What runs from our folder and nothing else.
    for process in /proc/[0-9]*; do
        if grep -qF "$home/" "$process/cmdline" 2>/dev/null; then
            [ "${process#/proc/}" = $$ ] || kill -KILL "${process#/proc/}" 2>/dev/null || true
        fi
    done
    if [ -n "${KEEP:-}" ]; then echo "kept: $home"; else rm -rf "$home"; fi
}
trap stop_all EXIT
trap 'exit 1' INT TERM

start() { # name, command…
    local name=$1
    shift
    "$@" >"$home/$name.out" 2>&1 &
    pids[$name]=$!
    disown
}

# Processes that a job runs on a node of ours, and Slurm's own above them, those first: they would report the others' end.
kill_jobs_of() { # node
    local process jobs=() above=() parent
    for process in /proc/[0-9]*; do
        if grep -qzx "SLURM_CONF=$home/slurm.conf" "$process/environ" 2>/dev/null &&
            grep -qzx "SLURMD_NODENAME=$1" "$process/environ" 2>/dev/null; then
            jobs+=("${process#/proc/}")
            parent=$(awk '{print $4}' "$process/stat" 2>/dev/null || true)
            if [ "$(cat "/proc/$parent/comm" 2>/dev/null)" = slurmstepd ]; then above+=("$parent"); fi
        fi
    done
    kill -KILL "${above[@]}" "${jobs[@]}" 2>/dev/null || true
}

fail() {
    echo "FAILED: $*" >&2
    squeue --array 2>/dev/null >&2 || true
    sinfo 2>/dev/null >&2 || true
    tail -n 20 "$home"/*.out "$home"/log/* 2>/dev/null >&2 || true
    exit 1
}

mkdir -p "$home"/{munge,state,log,jobs}
chmod 755 "$home"
chmod 700 "$home/munge"
dd if=/dev/urandom of="$home/munge/key" bs=1024 count=1 2>/dev/null
chmod 400 "$home/munge/key"

cat >"$home/slurm.conf" <<CONF
ClusterName=rummilab
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$home/munge/socket
CredType=cred/munge
StateSaveLocation=$home/state
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd-%n.pid
SlurmdSpoolDir=$home/spool-%n
SlurmctldLogFile=$home/log/slurmctld
SlurmdLogFile=$home/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=20
MpiDefault=none
SwitchType=switch/none
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17001 CPUs=1
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17002 CPUs=1
NodeName=n3 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17003 CPUs=1
PartitionName=all Nodes=n1,n2,n3 Default=YES MaxTime=60 State=UP
CONF
export SLURM_CONF=$home/slurm.conf

start munged munged -F --force --key-file="$home/munge/key" --socket="$home/munge/socket" \
    --pid-file="$home/munge/pid" --log-file="$home/munge/log" --seed-file="$home/munge/seed"
sleep 1
start slurmctld slurmctld -D
for node in n1 n2 n3; do
    mkdir -p "$home/spool-$node"
    start $node slurmd -D -N $node
done
for _ in $(seq 60); do
    [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = 3 ] && break
    sleep 1
done
[ "$(sinfo -h -N -t idle -o %N | wc -l)" = 3 ] || fail "three nodes did not come up"
echo "$(slurmctld -V): three nodes are up"

cat >"$home/plan.toml" <<PLAN
bots = ["greedy", "hold", "single"]
deals = $deals
seed = 11
PLAN
"$rummilab" run "$home/plan.toml" --out "$home/whole" --threads 1 >/dev/null

export RUMMILAB=$rummilab RETRY_SECONDS=1
out=$home/run
array=$(sbatch --parsable --array=0-5 --chdir="$home" --output="$home/jobs/%A_%a" \
    "$slurm/run.sbatch" "$home/plan.toml" "$out")
merge=$(sbatch --parsable --dependency="afterok:$array" --chdir="$home" --output="$home/jobs/merge" \
    "$slurm/merge.sbatch" "$out")

# Sets `caught` to the program of a node that has begun its shard and not ended it, and `shard` to that shard. The program
# is halted, so that it is not over before the test has done to it what it wants.
catch() { # node
    for _ in $(seq 2400); do
        for process in /proc/[0-9]*; do
            caught=${process#/proc/}
            [ "$(readlink "$process/exe" 2>/dev/null)" = "$rummilab" ] || continue
            grep -qzx "SLURMD_NODENAME=$1" "$process/environ" 2>/dev/null || continue
            shard=$(tr '\0' '\n' 2>/dev/null <"$process/environ" | sed -n 's/^SLURM_ARRAY_TASK_ID=//p')
            [ -n "$shard" ] && kill -STOP "$caught" 2>/dev/null || continue
            read -r have of < <("$rummilab" status "$out/shard-$shard" --json 2>/dev/null |
                sed -n 's/.*"blocks":\([0-9]*\),"of":\([0-9]*\).*/\1 \2/p') || true
            [ "${have:-0}" = 0 ] || [ "$have" -ge "$of" ] || return 0
            kill -CONT "$caught" 2>/dev/null || true
        done
        sleep 0.05
    done
    fail "no job was caught on $1 while it played"
}

catch n2
job=$shard orphan=$caught
catch n3
told=$shard

# Kill a node, and all that runs on it, while it plays.
kill -KILL "${pids[n2]}"
# With ORPHAN=1 only Slurm's daemon is gone and the job plays on by itself, as on a node that is merely cut off.
if [ -n "${ORPHAN:-}" ]; then kill -CONT "$orphan"; else kill_jobs_of n2; fi
scontrol update nodename=n2 state=down reason=killed
"$rummilab" status "$out/shard-$job" | grep shard- | sed 's/^/    /'
echo "node n2 was killed while it played shard $job"

# What Slurm does a minute before a time limit: the job is to end in order, and to be queued again by itself.
scancel --batch --signal=USR1 "${array}_$told"
# It goes on when the job's script has passed the word on: signal 15 waits for it then.
for _ in $(seq 200); do
    pending=$(sed -n 's/^ShdPnd:[[:space:]]*//p' "/proc/$caught/status")
    [ $((0x$pending & 0x4000)) = 0 ] || break
    sleep 0.1
done
kill -CONT "$caught"
echo "shard $told was told that its time is up"

for second in $(seq "${PATIENCE:-400}"); do
    state=$(scontrol -o show job "$merge" 2>/dev/null | grep -o 'JobState=[A-Z_]*' || true)
    case $state in
    JobState=COMPLETED) break ;;
    JobState=FAILED | JobState=CANCELLED) fail "the merge ended with $state" ;;
    esac
    sleep 1
done
[ "$state" = JobState=COMPLETED ] || fail "the merge is not done: $state"
restarts=$(scontrol -o show job "$array" | grep -o 'Restarts=[1-9][0-9]*' | wc -l)
echo "array and merge are done after $second s; jobs that were started again: $restarts"
[ "$restarts" -ge 2 ] || fail "not both jobs were started again"
for file in games.bin games.csv blocks.csv summary.json plan.toml; do
    cmp "$home/whole/$file" "$out/$file" || fail "$file is not that of one run"
done
"$rummilab" verify "$out"
echo "merged run and single run are the same, byte for byte"
