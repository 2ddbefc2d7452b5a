#!/bin/sh
# A SLURM for tests: a controller and one node on this machine, from Debian's packages slurm-wlm and
# munge, as root, in a temporary folder, without systemd and cgroups.
#
#   eval "$(sh scripts/slurm.sh start)"     starts it and prints "export SLURM_CONF=..."
#   sh scripts/slurm.sh status              prints sinfo and squeue; fails if SLURM does not run
#   sh scripts/slurm.sh stop                ends its jobs and daemons, removes the folder
#
# Several may run side by side: each has its own key, sockets and ports. SLURM_CONF says which one
# is meant; without it, the one that this checkout started last (.build/slurm). `start` takes a
# second or two, and gives up after 20.

here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here" || exit 1
. scripts/common.sh

remembered=.build/slurm

# The folder of the SLURM that is meant, or nothing.
folder() {
  if [ -n "${SLURM_CONF:-}" ]; then
    dirname "$SLURM_CONF"
  elif [ -s "$remembered" ]; then
    cat "$remembered"
  fi
}

# within SECONDS COMMAND: tries the command several times a second, until it succeeds or time is
# over.
within() {
  end=$(($(date +%s) + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$(date +%s)" -lt "$end" ] || return 1
    sleep 0.2
  done
}

# alive NAME: does the daemon whose number is in NAME.pid run, and is it no zombie? (In a container
# zombies may stay for ever.)
alive() {
  [ -s "$dir/$1.pid" ] || return 1
  stat=/proc/$(cat "$dir/$1.pid")/stat
  [ -r "$stat" ] && case $(sed 's/.*) //' "$stat" 2>/dev/null) in Z* | X* | '') false ;; esac
}

is_gone() {
  ! alive "$1"
}

idle() {
  timeout 5 sinfo -h -o %T 2>/dev/null | grep -q '^\(idle\|mixed\|allocated\)$'
}

no_jobs() {
  [ -z "$(timeout 5 squeue -h 2>/dev/null)" ]
}

# --- start ---------------------------------------------------------------------

# port: a port; it and the next one are probably free.
port() {
  echo $((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
}

write_conf() {
  host=$(hostname -s 2>/dev/null || hostname)
  cat >"$dir/slurm.conf" <<CONF
ClusterName=manycore
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmdPort=$2
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
InactiveLimit=0
MinJobAge=300
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
CONF
}

start_munge() {
  mkdir -p "$dir/munge" && chmod 755 "$dir" "$dir/munge" || return 1
  (umask 077 && head -c 1024 /dev/urandom >"$dir/munge/key") || return 1
  munged --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" \
    --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
    --seed-file="$dir/munge/seed" --num-threads=2 >>"$dir/start.log" 2>&1 </dev/null
}

# Daemons go into the background by themselves, and must not keep our descriptors open.
start_slurm() {
  first=$(port)
  write_conf "$first" "$((first + 1))"
  slurmctld -c -f "$dir/slurm.conf" >>"$dir/start.log" 2>&1 </dev/null || return 1
  slurmd -c -f "$dir/slurm.conf" >>"$dir/start.log" 2>&1 </dev/null || return 1
  within 6 idle
}

start() {
  for program in slurmctld slurmd munged; do
    have $program || die "slurm.sh: there is no $program (Debian: apt-get install slurm-wlm munge)"
  done
  [ "$(id -u)" = 0 ] || die "slurm.sh: it takes root"
  mkdir -p .build || exit 1
  dir=$(mktemp -d "${TMPDIR:-/tmp}/manycore-slurm.XXXXXX") || exit 1
  mkdir -p "$dir/state" "$dir/spool"
  SLURM_CONF=$dir/slurm.conf
  export SLURM_CONF
  trap 'stop; exit 1' HUP INT TERM
  start_munge || give_up "munged does not start"
  for try in 1 2 3; do # (a port may be taken)
    if start_slurm; then
      echo "$dir" >"$remembered"
      trap - HUP INT TERM
      say "export SLURM_CONF=$SLURM_CONF"
      return 0
    fi
    end_daemon slurmd
    end_daemon slurmctld
  done
  give_up "SLURM does not start"
}

give_up() {
  tail -n 15 "$dir"/*.log >&2
  stop
  die "slurm.sh: $1"
}

# --- stop ----------------------------------------------------------------------

end_daemon() {
  alive "$1" || return 0
  pid=$(cat "$dir/$1.pid")
  kill -TERM "$pid" 2>/dev/null
  within 5 is_gone "$1" || kill -KILL "$pid" 2>/dev/null
}

stop() {
  dir=$(folder)
  case $dir in
    */manycore-slurm.*) ;;
    *) die "slurm.sh: there is none to be stopped" ;;
  esac
  [ -d "$dir" ] || die "slurm.sh: there is none to be stopped"
  SLURM_CONF=$dir/slurm.conf
  export SLURM_CONF
  if alive slurmctld; then
    timeout 5 scancel --partition=main 2>/dev/null
    within 5 no_jobs
  fi
  for daemon in slurmd slurmctld munged; do end_daemon $daemon; done
  rm -rf "$dir"
  if [ "$(cat "$remembered" 2>/dev/null)" = "$dir" ]; then rm -f "$remembered"; fi
}

# --- status --------------------------------------------------------------------

status() {
  dir=$(folder)
  [ -n "$dir" ] && [ -s "$dir/slurm.conf" ] || die "slurm.sh: there is none"
  SLURM_CONF=$dir/slurm.conf
  export SLURM_CONF
  say "SLURM_CONF=$SLURM_CONF"
  for daemon in munged slurmctld slurmd; do
    alive $daemon || die "slurm.sh: $daemon does not run"
  done
  timeout 5 sinfo && timeout 5 squeue && idle
}

case ${1:-} in
  start | stop | status) "$1" ;;
  *) die "usage: sh scripts/slurm.sh start|stop|status" ;;
esac
