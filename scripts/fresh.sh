#!/bin/sh
# Runs the README's two commands on a bare system:
#
#   sh scripts/fresh.sh        (KEEP=1: the system stays in .build/fresh)
#
# debootstrap makes a Debian (or Ubuntu, like the host) in .build/fresh, with make, git and the CA
# certificates only. The system gets the host's apt sources, proxies and certificates, and a clone
# of HEAD. Then the first block of commands of README.md runs there as printed, without anybody to
# answer questions. The last line is "fresh: N passed, N failed, N skipped" (a command without
# counts counts as one). The exit status is zero only if every command worked.
#
# If such a system is not possible (not root, no Debian, no chroot, no network), one line says so,
# nothing is counted, and the exit status is zero.
#
# The bare system is kept as .build/fresh-<release>-<architecture>.tar.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh

bare=.build/fresh
inside=/opt/manycore # the clone, seen from inside
wanted="make,git,ca-certificates"

cannot() {
  say "make fresh cannot run here: $*"
  exit 0
}

# --- can it be done here? ------------------------------------------------------

[ "$(id -u)" = 0 ] || cannot "it takes root."
have apt-get && [ -r /etc/os-release ] || cannot "this is neither Debian nor Ubuntu."
have git && git rev-parse -q --verify HEAD >/dev/null 2>&1 ||
  cannot "this is no git checkout, or git is missing."
have unshare && have chroot || cannot "there is no unshare or no chroot."
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
[ -n "$release" ] || cannot "/etc/os-release names no release."

# In namespaces of its own. When the first process ends, in any way, all other processes there end,
# and /proc is unmounted.
apart() {
  exec unshare --mount --pid --fork --kill-child "$@"
}
(apart true) 2>/dev/null || cannot "this system allows no mounts (a container without that right)."

mkdir -p .build || die "Cannot write to $root"
if ! have debootstrap; then
  say "Installing with apt: debootstrap"
  {
    apt-get -q update
    DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends debootstrap
  } >.build/fresh.log 2>&1 </dev/null
  have debootstrap || cannot "apt could not install debootstrap (see .build/fresh.log)."
fi

# --- the bare machine ----------------------------------------------------------

# The first process that runs there, if any. (unshare ignores gentler signals, and ends all of its
# processes.)
running=''

remove_bare() {
  if [ -n "$running" ]; then kill -KILL "$running" 2>/dev/null; fi
  [ ! -e "$bare" ] || rm -rf --one-file-system "$bare" ||
    { sleep 2 && rm -rf --one-file-system "$bare"; }
}

# mirror: where apt gets the release's packages from.
mirror() {
  apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v release="$release" '$1 == release && $2 == "main" { print $3; exit }'
}

# The proxy of apt's configuration, for debootstrap, which does not read that.
apt_proxy() {
  value=''
  eval "$(apt-config shell value "Acquire::$1::Proxy")"
  case $value in DIRECT) value='' ;; esac
  echo "$value"
}

make_base() {
  [ -n "$(mirror)" ] || apt-get -q update >/dev/null 2>&1
  from=$(mirror)
  [ -n "$from" ] || return 1
  say "Making a bare $release of $wanted from $from"
  (
    for scheme in http https; do
      proxy=$(apt_proxy $scheme)
      if [ -n "$proxy" ]; then export "${scheme}_proxy=$proxy"; fi
    done
    debootstrap --variant=minbase --include="$wanted" "$release" "$bare" "$from"
  ) >.build/fresh.log 2>&1 </dev/null || return 1
  rm -f "$bare"/var/cache/apt/archives/*.deb
  tar -C "$bare" -cf "$base.part" . && mv "$base.part" "$base"
}

# The host's settings by which apt and git reach the network, and nothing else.
lend_network() {
  cp -L /etc/resolv.conf /etc/hosts "$bare/etc/" 2>/dev/null
  rm -rf "$bare/etc/apt/sources.list" "$bare/etc/apt/sources.list.d"
  for part in sources.list sources.list.d trusted.gpg trusted.gpg.d keyrings; do
    if [ -e "/etc/apt/$part" ]; then cp -RL "/etc/apt/$part" "$bare/etc/apt/" || return 1; fi
  done
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    grep -io 'signed-by *[:=] *[^] ]*' | sed 's/^[^:=]*[:=] *//' | tr ',' '\n' |
    grep '^/' | sort -u | while read -r keyring; do
      if [ -r "$keyring" ]; then
        mkdir -p "$bare$(dirname "$keyring")" && cp -L "$keyring" "$bare$keyring"
      fi
    done
  apt-config dump | grep '^Acquire::' >"$bare/etc/apt/apt.conf.d/99host"
  if [ -d /usr/local/share/ca-certificates ]; then
    cp -RL /usr/local/share/ca-certificates "$bare/usr/local/share/" || return 1
    chroot "$bare" update-ca-certificates >/dev/null 2>&1 </dev/null
  fi
  if [ -r /etc/ssl/certs/ca-certificates.crt ]; then
    cp -L /etc/ssl/certs/ca-certificates.crt "$bare/etc/ssl/certs/" || return 1
  fi
}

# run_inside LINE: runs the line in the clone, as a user would type it after a login. Of this
# environment only proxies are passed on.
run_inside() {
  set -- "$1" HOME=/root USER=root LOGNAME=root SHELL=/bin/sh "TERM=${TERM:-dumb}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    eval "value=\${$name:-}"
    if [ -n "$value" ]; then set -- "$@" "$name=$value"; fi
  done
  line=$1
  shift
  apart sh -c 'bare=$1 inside=$2 line=$3; shift 3
    mount -t proc proc "$bare/proc" || exit 125
    exec chroot "$bare" env -i "$@" sh -c "cd $inside && $line"' \
    sh "$bare" "$inside" "$line" "$@" </dev/null
}

arch=$(dpkg --print-architecture)
base=.build/fresh-$release-$arch.tar
remove_bare || die "Cannot remove $root/$bare"
if [ "${KEEP:-}" != 1 ]; then
  trap remove_bare EXIT
  trap 'exit 130' HUP INT TERM
fi
mkdir -p "$bare"
if [ -s "$base" ]; then
  tar -C "$bare" -xpf "$base" || cannot "$base cannot be unpacked; remove it."
else
  make_base || cannot "debootstrap made no $release (see .build/fresh.log)."
fi
lend_network || cannot "apt's settings could not be copied."
git clone -q --no-hardlinks . "$bare$inside" || cannot "HEAD could not be cloned."
(run_inside 'echo >/dev/null && make --version >/dev/null && git --version >/dev/null') ||
  cannot "programs do not run in $bare."

# --- the commands --------------------------------------------------------------

# The lines of the first block of commands, comments and all.
awk '/^```sh$/ { within = 1; next }
  /^```/ { if (within) exit }
  within && /[^ \t]/ && !/^[ \t]*#/' "$bare$inside/README.md" >.build/fresh.commands
for command in 'make demo' 'make test'; do
  grep -q "^$command\([[:space:]]\|\$\)" .build/fresh.commands ||
    die "The first block of commands in README.md has no '$command'."
done
if [ -n "$(git status --porcelain)" ]; then
  say "What is not committed does not take part."
fi

passed=0
failed=0
skipped=0
# (The lines come from a descriptor of their own, because the commands' input is empty.)
while IFS= read -r line <&3; do
  say "" "== On a bare $release: $line"
  log=.build/fresh.$(echo "$line" | awk '{ print $2 }').log
  # (In the background, so that the shell handles a signal at once.)
  run_inside "$line" >"$log" 2>&1 &
  running=$!
  tail -n +1 -f --pid="$running" "$log" | while IFS= read -r said; do
    printf '  | %s\n' "$said"
  done &
  shown=$!
  wait "$running"
  status=$?
  running=''
  wait "$shown"
  set -- $(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1 | tr -dc '0-9 ')
  if [ $# -ne 3 ]; then set -- "$((status == 0))" 0 0; fi
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
  if [ "$status" -ne 0 ]; then
    say "'$line' failed with exit status $status."
    if [ "$2" -eq 0 ]; then failed=$((failed + 1)); fi
  fi
done 3<.build/fresh.commands

if [ "${KEEP:-}" = 1 ]; then say "" "The bare machine stays: chroot $root/$bare"; fi
say "" "What the demo said:"
sed -n -E '/^(Data: |The R package ISLR )/,$p' .build/fresh.demo.log | sed 's/^/  | /'
say ""
sed -n '/^Failed:$/,/^$/p' .build/fresh.test.log # what make test prints before its last line
say "fresh: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
