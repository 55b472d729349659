package shellparse

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Three fences keep a script in its folder. The generator writes no word that
// could become an absolute path; bash runs as nobody, who can write nothing
// else; and where the system lets us, it runs in a root of its own on a tmpfs,
// without a network, in which there is nothing but bash, sh, their libraries
// and the stubs (see [world.enclose]). A slip of the first fence ("$unset/*" was
// one) then harms nothing. The second needs root, and without it nothing is run.

// nobody is the user and group the scripts run as.
const nobody = 65534

// A stub is every program on PATH, told apart by the name it is called by. It
// logs its argv on descriptor 8, behind its own pid and those of the stubs of a
// shell that it was started from, outermost first. Descriptor 9 is a file of exit statuses, one a
// line, whose offset all stubs of a run share, so that each takes the next; at
// its end the run has had enough, and what was logged till then stands. A stub
// is started a dozen times a script, so it is as short as can be.
const stub = `#!/bin/sh
read -r hx_s <&9 || kill -9 0
printf '%s\0' "$#" "$hx_in" "$$" "${0##*/}" "$@" >&8
`

// plain stubs print a little and end with the status drawn; wrappers do what a
// wrapper of that name would. BASH is put in for @bash@.
const (
	plainStub = stub + `case ${0##*/} in
foo) echo 'p q';;
ls) printf 'a.txt\nb.txt\n';;
git) echo '*';;
say) echo export;;
esac
exit "$hx_s"
`
	wrapperStub = stub + `case ${0##*/} in
true) exit 0;;
false) exit 1;;
echo) IFS=' '; printf '%s\n' "$*"; exit;;
sudo)
	while :; do case $1 in -u) shift 2;; --) shift; break;; -*) shift;; *=*) export "$1"; shift;; *) break;; esac; done;;
env)
	while :; do case $1 in -u) unset "$2"; shift 2;; -S) hx_w=$2; shift 2; set -f; set -- $hx_w "$@";; *=*) export "$1"; shift;; *) break;; esac; done;;
nohup) ;;
timeout)
	while :; do case $1 in -[ks]) shift 2;; -*) shift;; *) break;; esac; done
	shift;;
nice) [ "$1" = -n ] && shift 2;;
xargs)
	hx_each= hx_m= hx_w= hx_open= hx_any=
	case $1 in
	-n1) hx_each=1; shift;;
	-I*) hx_m=${1#-I}; shift;;
	esac
	[ $# -gt 0 ] || set -- echo
	hx_take() { # an item of the input, where one is complete
		hx_any=1 hx_open=
		(
			if [ "$hx_m" ]; then
				for hx_a do
					shift
					case $hx_a in *"$hx_m"*) hx_a=${hx_a%%"$hx_m"*}$hx_w${hx_a#*"$hx_m"};; esac
					set -- "$@" "$hx_a"
				done
			else
				set -- "$@" "$hx_w"
			fi
			exec "$@" </dev/null
		)
		hx_w=
	}
	while IFS= read -r hx_l || [ "$hx_l" ]; do
		hx_q= hx_on=
		while [ "$hx_l" ]; do
			hx_r=${hx_l#?}
			hx_c=${hx_l%"$hx_r"} hx_l=$hx_r
			case $hx_q$hx_c in
			\'\'|\"\") hx_q=;;
			\'?*|\"?*) hx_w=$hx_w$hx_c;;
			[\'\"]) hx_q=$hx_c hx_open=1;;
			\\)
				hx_open=1 hx_r=${hx_l#?}
				[ "$hx_l" ] || hx_on=1
				hx_w=$hx_w${hx_l%"$hx_r"} hx_l=$hx_r;;
			[\ \	])
				if [ "$hx_m" ] && [ "$hx_open" ]; then hx_w="$hx_w "
				elif [ "$hx_each" ] && [ "$hx_open" ]; then hx_take "$@"
				elif [ "$hx_open" ]; then set -- "$@" "$hx_w"; hx_w= hx_open=
				fi;;
			*) hx_w=$hx_w$hx_c hx_open=1;;
			esac
		done
		[ "$hx_q" ] && exit 1
		if [ "$hx_on" ]; then hx_w="$hx_w
"
		elif [ "$hx_open" ] && [ "$hx_each$hx_m" ]; then hx_take "$@"
		elif [ "$hx_open" ]; then set -- "$@" "$hx_w"; hx_w= hx_open=
		fi
	done
	[ "$hx_m" ] || [ "$hx_each" ] && [ "$hx_any" ] && exit
	exec "$@" </dev/null;;
bash) export hx_in="$hx_in $$"; exec @bash@ --norc "$@";;
sh) export hx_in="$hx_in $$"; exec /bin/sh "$@";;
esac
[ $# -gt 0 ] && exec "$@"
exit
`
)

var (
	plainNames   = []string{"rm", "mv", "cp", "ls", "git", "foo", "bar", "baz", "qux", "say"}
	wrapperNames = []string{"sudo", "env", "nohup", "timeout", "nice", "xargs", "bash", "sh", "echo", "true", "false"}
)

// prelude is read by every bash through BASH_ENV: the builtins that could
// reach beyond the scratch folder are off, and a loop that starts no stub ends
// with its processor time, however busy the machine is.
// A stub cannot give bash the name it was called by, so that is done here.
const prelude = `ulimit -t 1
enable -n kill exec ulimit suspend umask logout disown
set +o history
[ "$0" = @bash@ ] && BASH_ARGV0=bash
:
`

// errTooLong is a program that did not end in time.
var errTooLong = errors.New("it runs too long")

// TestMain lets nobody reach the folders of the scripts, whatever the umask is
// and wherever temporary files go, and keeps bash from complaining about a
// locale that is not there.
func TestMain(m *testing.M) {
	syscall.Umask(0o022)
	os.Setenv("LC_ALL", "C.UTF-8")
	for dir := os.TempDir(); dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err != nil || info.Mode()&0o001 == 0 {
			os.Setenv("TMPDIR", "/tmp")
			break
		}
	}
	os.Exit(m.Run())
}

// scratch is a folder that nobody can reach and write.
func scratch(t testing.TB) string {
	dir := t.TempDir()
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o711), os.Chown(dir, nobody, nobody)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// budget is how many stubs one script may start.
const budget = 80

// world is where the scripts of one worker run: a folder with the stubs and
// the scratch folder. inside is the folder as bash sees it, "" where it is its root.
type world struct {
	folder, inside string
	bash           string
	enclosed       bool
}

// inWorlds runs fn in n worlds at the same time, each on a thread of its own,
// which ends with it.
func inWorlds(t *testing.T, n int, fn func(*world)) {
	bash, err := exec.LookPath("bash")
	switch ci := os.Getenv("CI") == "true"; {
	case err != nil && ci:
		t.Fatal("no bash to compare with")
	case err != nil:
		t.Skip("no bash to compare with")
	case os.Getuid() != 0 && ci:
		t.Fatal("the scripts run as nobody, which needs root")
	case os.Getuid() != 0:
		t.Skip("the scripts run as nobody, which needs root")
	}
	var wg sync.WaitGroup
	for range n {
		folder := t.TempDir()
		if err := os.Chmod(filepath.Dir(folder), 0o711); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			runtime.LockOSThread() // never unlocked: the thread's namespaces end with it
			w := &world{folder: folder, inside: folder, bash: bash}
			if err := w.enclose(); err != nil {
				t.Logf("only two of three fences: %v", err)
			}
			if err := w.furnish(); err != nil {
				t.Error(err)
				return
			}
			fn(w)
		})
	}
	wg.Wait()
}

// furnish makes the stubs and the scratch folder.
func (w *world) furnish() error {
	stubs, work := filepath.Join(w.folder, "stubs"), filepath.Join(w.folder, "work")
	err := errors.Join(
		os.Mkdir(stubs, 0o755),
		os.Mkdir(work, 0o755),
		os.Chown(work, nobody, nobody),
		os.WriteFile(filepath.Join(w.folder, "prelude"), []byte(strings.ReplaceAll(prelude, "@bash@", w.bash)), 0o644),
	)
	for _, name := range plainNames {
		err = errors.Join(err, os.WriteFile(filepath.Join(stubs, name), []byte(plainStub), 0o755))
	}
	for _, name := range wrapperNames {
		err = errors.Join(err, os.WriteFile(filepath.Join(stubs, name), []byte(strings.ReplaceAll(wrapperStub, "@bash@", w.bash)), 0o755))
	}
	return err
}

var bashArgs = []string{"script", "one", "two words", "*"}

// tidy makes the scratch folder what it was before a script ran there.
func (w *world) tidy() error {
	work := filepath.Join(w.folder, "work")
	entries, err := os.ReadDir(work)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(work, e.Name())))
	}
	for _, name := range []string{"d1/", "hx/", "hx/d1/", "a.txt", "b.txt", "x y.md", "d1/c.txt"} {
		file := filepath.Join(work, name)
		if strings.HasSuffix(name, "/") {
			err = errors.Join(err, os.Mkdir(file, 0o755))
		} else {
			err = errors.Join(err, os.WriteFile(file, []byte("l1 w\nl2\n"), 0o644))
		}
		err = errors.Join(err, os.Chown(file, nobody, nobody))
	}
	return err
}

// unnamed is a file that only those who inherit its descriptor can reach: what
// one script leaves running cannot write to the log of the next.
func (w *world) unnamed() (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(w.folder, "file"), os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return f, os.Remove(f.Name())
}

// run gives every argv that bash ran for a script. mask draws the exit
// statuses of the stubs. ended is false for a script that had to be stopped:
// what it ran till then is still true.
func (w *world) run(script string, mask uint64) (logged []ran, ended bool, err error) {
	log, err1 := w.unnamed()
	if err1 != nil {
		return nil, false, err1
	}
	defer log.Close()
	statuses, err2 := w.unnamed()
	if err2 != nil {
		return nil, false, err2
	}
	defer statuses.Close()
	draw := make([]byte, 0, 2*budget)
	for i := range budget {
		bit := mask >> (i % 29) & 1
		if i > budget*2/3 { // loops end
			bit = uint64(i & 1)
		}
		draw = append(draw, '0'+byte(bit), '\n')
	}
	_, err = statuses.Write(draw)
	if _, serr := statuses.Seek(0, 0); err != nil || serr != nil {
		return nil, false, errors.Join(err, serr)
	}
	if err := w.tidy(); err != nil {
		return nil, false, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, w.bash, append([]string{"--norc", "-c", script}, bashArgs...)...)
	cmd.Dir = w.inside + "/work"
	cmd.Env = []string{"PATH=" + w.inside + "/stubs", "HOME=hx", "BASH_ENV=" + w.inside + "/prelude", "LC_ALL=C.UTF-8"}
	cmd.ExtraFiles = []*os.File{8 - 3: log, 9 - 3: statuses}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if w.enclosed {
		cmd.SysProcAttr.Chroot = w.folder
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err = cmd.Run() // its status is the script's own business
	if cmd.Process == nil {
		return nil, false, err
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left in the background
	size, err := log.Seek(0, 2)
	if err != nil {
		return nil, false, err
	}
	data := make([]byte, size)
	if _, err := log.ReadAt(data, 0); err != nil && size > 0 {
		return nil, false, err
	}
	fields := strings.Split(string(data), "\x00")
	for i := 0; i < len(fields)-1; {
		n, err := strconv.Atoi(fields[i])
		if err != nil || i+4+n > len(fields) {
			return nil, false, fmt.Errorf("the log of the stubs is torn at field %d", i)
		}
		logged = append(logged, ran{in: fields[i+1], as: fields[i+1] + " " + fields[i+2], argv: fields[i+3 : i+4+n]})
		i += 4 + n
	}
	return logged, ctx.Err() == nil, nil
}

// ran is a program that bash ran: its argv, and the shells around it. Those of
// its own children, if it is a shell, are named by as.
type ran struct {
	in, as string
	argv   []string
}

// parse reads the script in the same world.
func (w *world) parse(script string) *Script {
	return Parse(script, Options{Dir: w.inside + "/work", Home: "hx", Args: bashArgs, Env: func(name string) (string, bool) {
		switch name {
		case "PATH":
			return w.inside + "/stubs", true
		case "HOME":
			return "hx", true
		}
		return "", false
	}})
}
