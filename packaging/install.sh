#!/bin/sh
# Installs Bezel on a system with systemd other than Debian. Run it again to upgrade; your /etc/bezel is kept.
#
#   ./install.sh             installs
#   ./install.sh remove      removes all but /etc/bezel and /var/lib/bezel
#
# It needs the libraries that `ldd files/usr/bin/bezel` names, seatd or logind, and chvt (from kbd).
set -eu
cd "$(dirname "$0")/files"
[ "$(id -u)" = 0 ] || { echo "install: only root can install" >&2; exit 77; }
missing=$(ldd usr/bin/bezel | sed -n 's/^\s*\(.*\) => not found/\1/p')
if [ -n "$missing" ] && [ "${1:-}" != remove ]; then
    echo "install: bezel needs libraries that are not here:" $missing >&2
    exit 1
fi

files=$(find . -type f | sed 's/^\.//')
if [ "${1:-}" = remove ]; then
    # Not `disable --now`, which stops nothing if any unit of this machine keeps it from disabling.
    systemctl stop bezel.service bezel-rescue.service bezel.socket 'bezel-guest@*.socket' || true
    if systemctl --quiet is-active bezel.service bezel-rescue.service; then
        echo "install: bezel does not stop, so nothing was removed; \"systemctl status bezel\" may say why" >&2
        exit 1
    fi
    usr/libexec/bezel/lock-keyboard off
    systemctl disable bezel.service || rm -f /etc/systemd/system/graphical.target.wants/bezel.service
    for file in $files; do
        case $file in /etc/bezel/*) ;; *) rm -f "$file" ;; esac
    done
    rm -rf /usr/share/bezel /usr/libexec/bezel /usr/share/doc/bezel /var/cache/bezel
    rmdir /lib/systemd/system/bezel.service.d /lib/systemd/system/bezel-rescue.service.d \
        /lib/systemd/system/bezel-seat.service.d 2>/dev/null || true
    systemctl daemon-reload
    exit 0
fi

for file in $files; do
    mode=644
    [ -x ".$file" ] && mode=755
    # A file that the administrator has changed stays; the new one is put next to it.
    case $file in
    /etc/*)
        if [ -e "$file" ] && ! cmp -s ".$file" "$file"; then
            echo "install: $file is yours and stays; the new one is $file.new"
            file=$file.new
        fi
        ;;
    esac
    install -D -m $mode ".${file%.new}" "$file.installing"
    mv "$file.installing" "$file"
done
systemd-sysusers bezel.conf
systemd-tmpfiles --create bezel.conf
systemctl daemon-reload
systemctl try-restart bezel.service
echo "Installed. \"systemctl enable --now bezel\" shows the sample kiosk; /etc/bezel/bezel.toml says what is shown."
