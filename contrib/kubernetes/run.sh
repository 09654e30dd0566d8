#!/bin/sh
# Plays a run on Kubernetes and puts it together: job.yaml, then merge.yaml when every shard is done.
# Ends with 1 when a job fails, which `kubectl wait --for=condition=complete` would wait out for ever.
#
#   contrib/kubernetes/run.sh
#
# POLL_SECONDS is the time between two looks, 10 unless given.
set -eu
cd "$(dirname "$0")"

conditions() { # job
    kubectl get job "$1" --output 'jsonpath={range .status.conditions[?(@.status=="True")]}{.type} {end}'
}

play() { # file, job
    kubectl apply --filename "$1"
    while :; do
        case " $(conditions "$2") " in
        *" Failed "*)
            echo "job $2 failed; why: kubectl describe job $2; kubectl logs --selector job-name=$2" >&2
            exit 1
            ;;
        *" Complete "*) return ;;
        esac
        sleep "${POLL_SECONDS:-10}"
    done
}

play job.yaml rummilab-run
play merge.yaml rummilab-merge
echo "the run is in /runs/big on the volume"
