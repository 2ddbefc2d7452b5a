#!/bin/sh
# Runs R's tests of stores in a folder of a network file system: R's temporary files, and so all
# stores of the tests, are there.
#
#   NETWORK_FOLDER=FOLDER sh scripts/trust/network.sh [REGEXP]     test files; all that use stores
#
# Without NETWORK_FOLDER, or if FOLDER is on a local file system, the status is 77. (A file system
# of FUSE counts as a network file system: the script cannot tell.) All clients are on this machine,
# so caches of several machines are not tested. The last line says what kind of file system FOLDER
# is on. On NFS each file that is made or removed is a round trip, so this takes half an hour. One
# bound holds for local files only: where a tile takes long, the batches of test-store-backends.R
# are smaller than the test allows.
#
# How to get NFS on a machine whose kernel has none, as root: nfs-ganesha (on Debian: nfs-ganesha,
# nfs-ganesha-vfs, rpcbind) serves a folder, and fuse-nfs (https://github.com/sahlberg/fuse-nfs; on
# Debian with libnfs-dev and libfuse-dev) mounts it:
#
#   rpcbind; ganesha.nfsd -f FILE     FILE exports /EXPORT to all users: Access_Type = RW,
#                                     Squash = No_Root_Squash, SecType = sys, FSAL { Name = VFS; }
#   fuse-nfs -n 'nfs://127.0.0.1/EXPORT?uid=0&gid=0' -m FOLDER

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
use_private_lib
files=${1:-'^test-(store|network-store|partial-store|paths-store|xi-store)'}

skip() {
  say "network.sh: $*"
  exit 77
}

[ -n "${NETWORK_FOLDER:-}" ] || skip "NETWORK_FOLDER must be a folder of a network file system"
[ -d "$NETWORK_FOLDER" ] || die "$NETWORK_FOLDER is not a folder."
kind=$(df --output=fstype "$NETWORK_FOLDER" | tail -n 1)
case $kind in
  nfs* | cifs | smb* | 9p | lustre | gpfs | beegfs | ceph | fuse.*) ;;
  *) skip "$NETWORK_FOLDER is on $kind, which is no network file system" ;;
esac

TMPDIR=$(mktemp -d "$NETWORK_FOLDER/manycore.XXXXXX") || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
mkdir -p .build/trust
"$RSCRIPT" scripts/test.R .build/trust/network.counts "$files"
status=$?
awk -v kind="$kind" '{ print $1 " passed, " $2 " failed, " $3 " skipped, on " kind }' \
  .build/trust/network.counts
exit $status
