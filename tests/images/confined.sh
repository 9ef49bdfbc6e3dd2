#!/bin/sh
# Runs a command in the files of an image as a container would: another root, which is read-only, a user without rights, and no other environment.
# confined.sh <root> <uid> <folder to start in> <folder for /data, or -> <folders in memory, by commas> <source:path of mounts, by commas>
#   NAME=value... command...
set -eu
root=$1 uid=$2 start=$3 data=$4 memory=$5 mounts=$6
shift 6
mount --make-rprivate /
mount --bind "$root" "$root"
for folder in $(echo "$memory" | tr ',' ' '); do mount -t tmpfs -o "mode=1777,uid=$uid" tmpfs "$root$folder"; done
if [ "$data" != - ]; then mount --bind "$data" "$root/data"; fi
# As process 1 it has its own process ids.
if [ $$ = 1 ]; then mount -t proc proc "$root/proc"; else mount --rbind /proc "$root/proc"; fi
mount --rbind /dev "$root/dev"
for file in /etc/hosts /etc/resolv.conf; do
  if [ -e "$root$file" ]; then mount --bind "$file" "$root$file"; fi
done
for pair in $(echo "$mounts" | tr ',' ' '); do
  source=${pair%%:*} path=$root${pair#*:}
  # The parts of the path are made in the container, as Docker does.
  if [ -d "$source" ]; then mkdir -p "$path"; fi
  mount --bind "$source" "$path"
  mount -o remount,bind,ro "$path"
done
mount -o remount,bind,ro "$root"
exec chroot --userspec="$uid:$uid" --groups= "$root" env -i -C "$start" "$@"
