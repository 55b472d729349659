#!/usr/bin/env bash
# An installer with functions, traps, options and arrays.
set -Eeuo pipefail
shopt -s nullglob extglob
IFS=$'\n\t'
readonly VERSION="${VERSION:-1.2.3}" SELF="${BASH_SOURCE[0]##*/}"
declare -A sums=([linux]=aa11 [darwin]="bb22" ["free bsd"]='cc33')
declare -a opts=() files
declare -i verbose=0 tries=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/${SELF%.sh}.XXXXXX")
cleanup() { local -r status=$?; trap - EXIT; rm -rf -- "$tmp"; exit "$status"; }
trap cleanup EXIT
trap 'echo "line $LINENO: $BASH_COMMAND" >&2' ERR
trap 'exit 130' INT TERM
usage() {
	cat <<-EOF >&2
		usage: $SELF [-hv] [-p PREFIX] [--dry-run] [VERSION]
		  -p PREFIX   where to (${PREFIX:=$HOME/.local})
	EOF
	exit "${1-64}"
}
log() { ((verbose)) && printf '%(%T)T %s\n' -1 "$*" >&2 || true; }
die() { printf '\e[31m%s\e[0m\n' "$SELF: $*" >&2; exit 1; }
while (($#)); do
	case $1 in
	-h | --help) usage 0 ;;
	-v) ((verbose++)) || true ;;
	-p | --prefix) PREFIX=${2:?-p wants a folder}; shift ;;
	--prefix=*) PREFIX=${1#*=} ;;
	--dry-run) opts+=(-n) ;;
	--) shift; break ;;
	-[!-]?*) set -- "${1:0:2}" "-${1:2}" "${@:2}"; continue ;;
	-*) die "unknown option $1" ;;
	*) break ;;
	esac
	shift
done
os=$(uname -s | tr '[:upper:]' '[:lower:]')
case "$(uname -m)" in x86_64 | amd64) arch=amd64 ;;& aarch64 | arm64) arch=arm64 ;; armv[67]*) arch=arm ;; *) arch=${arch-unknown} ;; esac
[[ -n ${sums[$os]-} && $arch != unknown ]] || die "no build for $os/$arch (have ${!sums[*]})"
if [[ $VERSION =~ ^v?([0-9]+)\.([0-9]+)(\.([0-9]+))?$ ]]; then
	major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]:-0}
	(( major > 1 || (major == 1 && minor >= 2) )) && log "new enough: $major.$minor"
fi
fetch() {
	local url=$1 out=$2 i
	for ((i = 1; i <= 3; i++)); do
		if command -v curl &>/dev/null; then
			curl -fsSL --retry 2 -o "$out" "$url" && return
		elif type wget >/dev/null 2>&1; then
			wget -qO "$out" -- "$url" && return
		else
			die 'neither curl nor wget'
		fi
		sleep $((i ** 2))
	done
	return 1
}
retry() { until "$@"; do ((++tries < 3)) || return; done; }
mapfile -t files < <(find . -maxdepth 1 -name '*.conf' -print | sort -u)
for f in "${files[@]}" !(*.bak|*~).txt; do
	[[ -e $f && ! -L $f ]] || continue
	base=${f##*/} ext=${f##*.} upper=${f^^} quoted=${f@Q}
	log "${base%.*}: $ext ${upper//\//_} $quoted ${#f} ${f:0:3} ${f/%.txt/.md}"
done
{
	echo "prefix=$PREFIX"
	printf '%s=%q\n' version "$VERSION" arch "$arch"
} > "$tmp/config" 2>&1
while IFS='=' read -r key value || [[ -n $key ]]; do
	[[ $key == \#* || -z $key ]] && continue
	printf -v "cfg_$key" %s "$value"
done < "$tmp/config"
exec 3<"$tmp/config" 4>&1
read -r -u 3 first <&3 || :
exec 3<&- 4>&-
select choice in install remove quit; do
	case $REPLY in 1) break ;; 2 | 3) exit ;; *) echo "what?" ;; esac
done <<< 1
coproc LOGGER { cat >&2; }
echo "chosen: $choice" >&"${LOGGER[1]}"
install_to() (
	cd -- "$1" || exit
	umask 022
	cat > tool <<'TOOL'
#!/bin/sh
exec "${0%/*}/../lib/tool" "$@"
TOOL
	chmod +x tool
)
mkdir -p "$PREFIX/bin" && install_to "$PREFIX/bin"
time { sum=$(sha256sum < "$PREFIX/bin/tool" | cut -d' ' -f1) || sum=; }
[ "$sum" = "${sums[$os]}" ] || [ ${#opts[@]} -gt 0 ] && log "sum is ${sum:0:8}…"
if ! grep -qs "$PREFIX/bin" <<< "$PATH"; then
	echo 'add this to your profile:' $'\n\t' "export PATH=\"$PREFIX/bin:\$PATH\""
fi
wait "${LOGGER_PID-}" 2>/dev/null || true
