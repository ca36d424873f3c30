#!/usr/bin/env bash
# Installs the drawing tools that `make hardware` needs: KiCad 9, OpenSCAD, Graphviz, Xvfb, rsvg-convert.
#
#   hardware/install_tools.sh            install what is missing (root), or print the command (anyone else)
#   hardware/install_tools.sh --print    only print the commands
#
# Exit status: 0 all tools present, 3 something is missing and could not be installed (the commands are printed).
#
#   Debian 12   KiCad 9 comes from the backports of the mirror that this machine already uses.
#   Debian 13+  KiCad 9 is in the distribution.
#   Ubuntu      the distribution has KiCad 7, which cannot check a schematic; KiCad's own PPA has version 9.
#   others      the commands are printed for guidance, nothing is installed.
set -euo pipefail

OS_RELEASE="${OS_RELEASE:-/etc/os-release}"
SOURCES="${APT_SOURCES_DIR:-/etc/apt}"
SMALL="graphviz openscad xvfb xauth librsvg2-bin"
KICAD="kicad kicad-footprints"
APT="apt-get install -y --no-install-recommends"
QUIET="-qq -o DPkg::Lock::Timeout=120"

id_of() { sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" "$OS_RELEASE" | head -n 1; }
ID="$(id_of ID)"
RELEASE="$(id_of VERSION_ID)"
CODENAME="$(id_of VERSION_CODENAME)"

missing() {
    local tool
    for tool in dot openscad xvfb-run rsvg-convert; do
        command -v "$tool" >/dev/null || echo "$tool"
    done
    case "$(kicad-cli version 2>/dev/null || true)" in
        9.*) ;;
        *) echo "kicad-cli 9" ;;
    esac
}

# The backports suite of the first mirror in this machine's own list; prints an apt source, or nothing.
backports_source() {
    local deb822="$SOURCES/sources.list.d/debian.sources" list="$SOURCES/sources.list"
    if [ -f "$deb822" ]; then
        awk -v suite="$CODENAME-backports" 'BEGIN { RS = "" }
            NR == 1 { gsub(/(^|\n)#[^\n]*/, ""); sub(/Suites:[^\n]*/, "Suites: " suite); print }' "$deb822"
    elif [ -f "$list" ]; then
        awk -v suite="$CODENAME-backports" '$1 == "deb" { n = ($2 ~ /^\[/) ? 4 : 3
            while ($(n - 1) !~ /:\/\//) n++
            line = $1; for (i = 2; i < n; i++) line = line " " $i
            print line " " suite " main"; exit }' "$list"
    fi
}

commands() {
    case "$ID" in
    debian)
        if [ "$RELEASE" = 12 ]; then
            echo "hardware/install_tools.sh --backports-source > $(backports_file)"
            echo "apt-get update"
            echo "$APT $SMALL"
            echo "$APT -t $CODENAME-backports $KICAD"
        else
            echo "apt-get update"
            echo "$APT $SMALL $KICAD"
        fi
        ;;
    ubuntu)
        echo "apt-get update"
        echo "$APT $SMALL software-properties-common"
        echo "add-apt-repository -y ppa:kicad/kicad-9.0-releases"
        echo "$APT $KICAD"
        ;;
    *) echo "# install KiCad 9 and: $SMALL" ;;
    esac
}

backports_file() {
    if [ -f "$SOURCES/sources.list.d/debian.sources" ]; then
        echo "$SOURCES/sources.list.d/backports.sources"
    else
        echo "$SOURCES/sources.list.d/backports.list"
    fi
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    # Chained, because a failing command inside a condition does not stop the script.
    case "$ID" in
    debian)
        if [ "$RELEASE" = 12 ]; then
            backports_source >"$(backports_file)" &&
                apt-get update -qq &&
                $APT $QUIET $SMALL >/dev/null &&
                $APT $QUIET -t "$CODENAME-backports" $KICAD >/dev/null
        else
            apt-get update -qq && $APT $QUIET $SMALL $KICAD >/dev/null
        fi
        ;;
    ubuntu)
        apt-get update -qq &&
            $APT $QUIET $SMALL software-properties-common >/dev/null &&
            add-apt-repository -y ppa:kicad/kicad-9.0-releases >/dev/null &&
            $APT $QUIET $KICAD >/dev/null
        ;;
    *) return 1 ;;
    esac
}

case "${1:-}" in
--print) commands; exit 0 ;;
--backports-source) backports_source; exit 0 ;;
"") ;;
*) echo "install_tools.sh: found $1, allowed --print, --backports-source" >&2; exit 2 ;;
esac

if [ -z "$(missing)" ]; then
    echo "hardware tools: all present ($(kicad-cli version | head -n 1))"
    exit 0
fi
if [ "$(id -u)" = 0 ] && install && [ -z "$(missing)" ]; then
    echo "hardware tools: installed ($(kicad-cli version | head -n 1))"
    exit 0
fi
{
    echo "hardware tools missing: $(missing | tr '\n' ',' | sed 's/,$//; s/,/, /g')"
    echo "Run as root, in this order:"
    commands | sed 's/^/    /'
} >&2
exit 3
