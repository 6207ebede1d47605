#!/bin/sh
# Installs Quirkat from the folder of this file, or removes it:
#
#     ./install.sh                        to ~/.local, and for root to /usr/local
#     ./install.sh --prefix /opt/quirkat
#     ./install.sh --uninstall            with the same --prefix as before
#
# Another version that is installed there is replaced. Games and preferences of users stay.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=${HOME:?}/.local; fi
action=install
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) prefix=${2:?"--prefix needs a folder"} && shift ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) action=uninstall ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0" && exit ;;
    *) echo "install.sh: there is no option '$1'; allowed: --prefix FOLDER, --uninstall, --help" >&2 && exit 2 ;;
    esac
    shift
done
# The installed files, one path below the prefix a line.
list=share/doc/quirkat/installed-files

remove() {
    while IFS= read -r file; do
        rm -f "$file"
        rmdir -p "$(dirname "$file")" 2>/dev/null || true # other programs have files there
    done <"$list.removing"
    rm -f "$list.removing"
    rmdir -p "$(dirname "$list")" 2>/dev/null || true
}

if [ "$action" = uninstall ] && [ ! -f "$prefix/$list" ]; then
    echo "install.sh: $prefix has no Quirkat that this script installed; --prefix names another folder" >&2
    exit 1
fi
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$prefix"
if [ -f "$list" ]; then
    mv "$list" "$list.removing"
    remove
fi
if [ "$action" = uninstall ]; then
    echo "Quirkat is removed from $prefix."
    exit
fi

mkdir -p "$(dirname "$list")"
(cd "$here" && find bin share -type f) >"$list"
while IFS= read -r file; do
    mkdir -p "$(dirname "$file")"
    cp "$here/$file" "$file"
    case $file in bin/*) chmod 755 "$file" ;; *) chmod 644 "$file" ;; esac
done <"$list"
# The menu starts the program also where the shell does not find it. Other characters would have to be quoted.
case $prefix in
*[!A-Za-z0-9_./+-]*) ;;
*) sed "s|^Exec=.*|Exec=$prefix/bin/quirkat|" "$here/share/applications/quirkat.desktop" >share/applications/quirkat.desktop ;;
esac
echo "Quirkat is installed: $prefix/bin/quirkat"
case :$PATH: in *:$prefix/bin:*) ;; *) echo "Add $prefix/bin to PATH to start it as quirkat." ;; esac
