package shellparse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The truth about a wrapper is the wrapper. Lines of options, valid ones and
// some that are not, are given to the real program in a scratch folder; whatever
// it then runs must be covered by a command of the Script of the same line.
//
// The innermost command of every line is a stub of this test with a made-up
// name, which logs its argv and does nothing else. No option names a process or
// a file outside the scratch folder, and what does not need root runs as nobody.

// realStub logs its argv to the file beside it. It is called by its full path,
// as a wrapper may empty the environment. Each line has a folder of stubs of its
// own, so that what one leaves running does not write to the log of the next.
const realStub = `#!/bin/dash
printf '%s\0' "$#" "$0" "$@" >> "${0%/*}/log"
`

// realGen writes the lines of one wrapper.
type realGen struct {
	*rand.Rand
	stubs []string
	root  bool // the line may need root
	deep  int
}

func (g *realGen) pick(list ...string) string { return list[g.IntN(len(list))] }

// some gives a few of a list of options, each of which may be several words.
func (g *realGen) some(list ...string) []string {
	var out []string
	if len(list) == 0 {
		return nil
	}
	for range g.IntN(4) {
		for f := range strings.SplitSeq(g.pick(list...), " ") {
			out = append(out, strings.ReplaceAll(f, "_", " "))
		}
	}
	return out
}

// command is what a wrapper is given to run: the stub with arguments, or
// another wrapper.
func (g *realGen) command() []string {
	g.deep++
	defer func() { g.deep-- }()
	if g.deep < 3 && g.IntN(3) == 0 {
		for range 20 {
			w := &realWrappers[g.IntN(len(realWrappers))]
			if (!w.root || g.root) && !w.alone && w.found() {
				return w.line(g)
			}
		}
	}
	return g.stub()
}

func (g *realGen) stub() []string {
	out := []string{g.pick(g.stubs...)}
	for range g.IntN(4) {
		out = append(out, g.pick("a", "b c", "-x", "--", "k=v", "-n", "5", "", "*", "$x", "--long=1", "é"))
	}
	return out
}

// code is a text for a shell that runs the stub.
func (g *realGen) code() string {
	list := []string{quoteLine(g.command())}
	if g.IntN(3) == 0 {
		list = append(list, quoteLine(g.stub())+g.pick("", ` "$0"`, ` "$@"`, ` $#`))
	}
	return strings.Join(list, g.pick("; ", " && ", "\n"))
}

func quoteLine(argv []string) string {
	out := make([]string, len(argv))
	for i, a := range argv {
		out[i] = a
		if a == "" || strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+%@") != "" {
			out[i] = singleQuoted(a)
		}
	}
	return strings.Join(out, " ")
}

func cat(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// realWrapper is a program of this machine that runs others.
type realWrapper struct {
	path  string // where it is; the first that exists
	root  bool   // it needs to be root
	alone bool   // it reads its standard input, or is slow: never inside another
	rare  bool   // slow
	line  func(g *realGen) []string
}

func (w *realWrapper) found() bool {
	_, err := os.Stat(w.path)
	return err == nil
}

// plainWrapper is a wrapper with options, operands, then the command.
func plainWrapper(path string, operands []string, opts ...string) realWrapper {
	return realWrapper{path: path, line: func(g *realGen) []string {
		out := cat([]string{path}, g.some(opts...))
		if g.IntN(20) == 0 {
			out = append(out, g.pick("--nope", "-!", "--no"))
		}
		if g.IntN(5) == 0 {
			out = append(out, "--")
		}
		if len(operands) > 0 {
			out = append(out, g.pick(operands...))
		}
		return append(out, g.command()...)
	}}
}

func (w realWrapper) asRoot() realWrapper { w.root = true; return w }

// realWrappers is a function's result in all but name: it is only read, and
// the lines refer to it.
var realWrappers []realWrapper

func makeRealWrappers() []realWrapper {
	applet := func(name string, operands []string, opts ...string) realWrapper {
		w := plainWrapper("/usr/bin/busybox", operands, opts...)
		inner := w.line
		w.line = func(g *realGen) []string {
			l := inner(g)
			return cat([]string{l[0], name}, l[1:])
		}
		return w
	}
	return []realWrapper{
		plainWrapper("/usr/bin/env", nil, "-i", "-u X", "-uX", "--unset=X", "--unset X", "-C d", "--chdir=d", "-", "--debug", "-v", "A=1", "A=1 B=2", "--block-signal=INT", "--default-signal", "--ignore-signal=HUP", "-iu X", "--ignore-env", "-0"),
		{path: "/usr/bin/env", line: func(g *realGen) []string {
			words := g.stub()
			for i, w := range words[1:] {
				words[i+1] = g.pick("'"+w+"'", `"`+strings.ReplaceAll(w, "$", `\$`)+`"`, `\_`, "x\\tb", "#c", `"a\_b"`, "${HX}", "k\\#", `'it\'s'`)
			}
			s := g.pick("", "-i ", "A=1 ", "-u X ") + strings.Join(words, g.pick(" ", "  ", "\t"))
			return cat([]string{"/usr/bin/env"}, g.some("A=1 -", "-i", "-v"), g.pick2([]string{"-S", s}, []string{"-S" + s}, []string{"--split-string=" + s}, []string{"-vS", s}), g.stub()[1:])
		}},
		plainWrapper("/usr/bin/nohup", nil),
		{path: "/usr/bin/setsid", line: func(g *realGen) []string {
			return cat([]string{"/usr/bin/setsid"}, g.pick2([]string{"-w"}, []string{"--wait"}, []string{"-fw"}, []string{"-w", "--"}), g.command())
		}},
		plainWrapper("/usr/bin/nice", nil, "-n 5", "-n5", "-5", "--adjustment=3", "--adj 3", "-n +3", "-+4", "-n 2 -3"),
		plainWrapper("/usr/bin/ionice", nil, "-c 3", "-c3", "-c idle", "-n 4", "-t", "--class=2", "--classdata 3", "--ignore", "-tc2 -n7"),
		plainWrapper("/usr/bin/chrt", []string{"0"}, "-i", "-b", "-o", "--idle", "--batch", "-v", "-m", "-R"),
		plainWrapper("/usr/bin/taskset", []string{"1", "ff", "0x3"}, "-a"),
		plainWrapper("/usr/bin/taskset", []string{"0", "0-1"}, "-c", "--cpu-list", "-ac"),
		plainWrapper("/usr/bin/timeout", []string{"9", "9s", "0.5m", "0"}, "-k 5", "-k5", "--kill-after=6", "-s INT", "--signal=TERM", "--sig TERM", "--foreground", "--preserve-status", "-v", "-vk 5"),
		plainWrapper("/usr/bin/stdbuf", nil, "-oL", "-o L", "-i0", "--output=0", "-e0", "--err L"),
		plainWrapper("/usr/bin/time", nil, "-p", "-o out", "-oout", "--output=out", "-a", "-f %e", "-v", "-q", "--quiet", "--format %E", "-apo out"),
		plainWrapper("/usr/bin/flock", []string{"l%"}, "-x", "-s", "-n", "-w 9", "-w9", "-E 3", "--timeout 9", "-o", "-F", "--verbose", "-xn", "--conflict-exit-code=3"),
		{path: "/usr/bin/flock", line: func(g *realGen) []string {
			return cat([]string{"/usr/bin/flock"}, g.some("-x", "-n", "-w 9"), []string{"l%", g.pick("-c", "--command"), g.code()})
		}},
		{path: "/usr/bin/script", line: func(g *realGen) []string {
			code := g.code()
			return cat([]string{"/usr/bin/script"}, g.some("-q", "-e", "-a", "-f", "-T tm", "-E never", "-m classic"),
				g.pick2([]string{"-c", code, "ts"}, []string{"-qc", code, "ts"}, []string{"ts", "-c", code}, []string{"--command=" + code, "ts"}, []string{"-O", "ts", "-c", code}, []string{"-c" + code}))
		}},
		plainWrapper("/usr/bin/strace", nil, "-f", "-o out", "-e trace=none", "-qq", "-c", "-E A=1", "-E A", "-s 5", "-y", "-ff -o out", "-tt", "--output=out"),
		plainWrapper("/usr/bin/setarch", []string{"x86_64", "linux64"}, "-R", "-v", "--addr-no-randomize"),
		plainWrapper("/usr/bin/linux64", nil, "-R", "-v"),
		plainWrapper("/usr/bin/prlimit", nil, "--nofile=100", "-n99:99", "--core=0", "-v100000000"),
		plainWrapper("/usr/bin/setpriv", nil, "--no-new-privs", "--nnp", "--inh-caps=-all", "--pdeathsig keep"),
		plainWrapper("/usr/bin/setpriv", nil, "--reuid=nobody", "--reuid 0", "--clear-groups", "--regid 65534 --keep-groups", "--reset-env").asRoot(),
		plainWrapper("/usr/bin/choom", nil, "-n 0", "--adjust=0", "-n0"),
		plainWrapper("/usr/bin/fakeroot", nil, "-u", "-s st", "--unknown-is-real"),
		plainWrapper("/usr/bin/unbuffer", nil, "-p"),
		plainWrapper("/usr/bin/ssh-agent", nil, "-s", "-t 9"),
		plainWrapper("/usr/sbin/chroot", []string{"/"}, "--userspec=nobody", "--skip-chdir", "--groups=", "--user nobody").asRoot(),
		plainWrapper("/usr/bin/unshare", nil, "-m", "-u", "-i", "--uts", "-w d", "--wd=d", "-f", "-S 0", "--propagation unchanged", "-fp", "-mui").asRoot(),
		plainWrapper("/usr/bin/sudo", nil, "-u nobody", "-unobody", "--user=nobody", "--user root", "-n", "-E", "-H", "-P", "A=1", "A=1 -n", "-g nogroup", "-p x", "-S", "-nu nobody", "-u #0", "--preserve-env=X", "-k", "--non-int", "-C 9", "-l", "-V").asRoot(),
		plainWrapper("/usr/bin/sudo", nil, "-s", "-sn", "-i", "-iu root", "--shell", "--login -n").asRoot(),
		{path: "/usr/bin/su", root: true, line: func(g *realGen) []string {
			code, sh := g.code(), g.pick("/bin/sh", "/bin/bash", "/bin/dash")
			return append([]string{"/usr/bin/su"}, g.pick2(
				[]string{"nobody", "-s", sh, "-c", code}, []string{"-s", sh, "-c", code, "nobody"}, []string{"-s" + sh, "nobody", "--command=" + code},
				[]string{"-ms", sh, "nobody", "-c", code, "a0", "a1"}, []string{"-s", sh, "nobody", "--", "-c", code, "z", "y"}, []string{"-c", code}, []string{"-", "root", "-c", code},
				[]string{"-pc", code, "root"}, []string{"root", "-fc", code}, []string{"--shell=" + sh, "--session-command", code, "nobody"})...)
		}},
		{path: "/usr/sbin/runuser", root: true, line: func(g *realGen) []string {
			return append([]string{"/usr/sbin/runuser"}, g.pick2(cat([]string{"-u", "nobody"}, g.command()), cat([]string{"-u", "nobody", "--"}, g.command()), []string{"nobody", "-s", "/bin/sh", "-c", g.code()}, []string{"-c", g.code()})...)
		}},
		{path: "/usr/bin/sg", root: true, line: func(g *realGen) []string {
			return []string{"/usr/bin/sg", "nogroup", "-c", g.code()}
		}},
		{path: "/usr/sbin/capsh", line: func(g *realGen) []string {
			return cat([]string{"/usr/sbin/capsh"}, g.some("--inh=", "--noamb"), []string{"--", "-c", g.code(), "z", "y"})
		}},
		{path: "/usr/sbin/start-stop-daemon", line: func(g *realGen) []string {
			s := g.stub()
			return cat([]string{"/usr/sbin/start-stop-daemon"}, g.some("-q", "-o", "-N 1", "-d ."), g.pick2([]string{"-S", "-x", s[0]}, []string{"--start", "--exec", s[0]}, []string{"--start", "--exec=" + s[0], "--startas", s[0]}), []string{"--"}, s[1:])
		}},
		{path: "/usr/bin/git", line: func(g *realGen) []string {
			return cat([]string{"/usr/bin/git"}, g.some("-C d", "--no-pager", "-c a.b=c"), g.pick2(
				cat([]string{"-c", "alias.x=!" + g.code(), "x"}, g.stub()[1:]), cat([]string{"-c", "alias.X=!" + quoteLine(g.stub()), "x"}, g.stub()[1:]),
				cat([]string{"-c", "alias.y=x 'p q'", "-c", "alias.x=!" + quoteLine(g.stub()), "y"}, g.stub()[1:]),
				[]string{"-c", "alias.x=!f() { " + quoteLine(g.stub()) + ` "$@"; }; f`, "x", "r s"}))
		}},
		{path: "/usr/bin/bash", line: shellLine("/usr/bin/bash", "-c", "-ec", "-euxc", "-o pipefail -c", "-lc", "--norc -c", "-c --", "+e -c", "-O extglob -c", "--posix -c", "-xo pipefail -c", "-nc", "-uo pipefail -ec", "-cv")},
		{path: "/usr/bin/dash", line: shellLine("/usr/bin/dash", "-c", "-ec", "-eu -c", "-o errexit -c", "-cx", "+x -c")},
		{path: "/usr/bin/zsh", line: shellLine("/usr/bin/zsh", "-c", "-fc", "-f -c", "-o shwordsplit -c", "-fec", "--no-rcs -c", "-f +e -c")},
		{path: "/usr/bin/busybox", line: func(g *realGen) []string {
			return append([]string{"/usr/bin/busybox"}, shellLine("sh", "-c", "-ec")(g)...)
		}},
		applet("env", nil, "-i", "-u X", "A=1", "-"), applet("nice", nil, "-n 3", "-n3"), applet("nohup", nil), applet("timeout", []string{"9", "9s"}, "-k 5", "-s INT"),
		applet("time", nil, "-p", "-v", "-o out"), applet("ionice", nil, "-c 3", "-n 2 -c 2"), applet("chrt", []string{"0"}, "-o"), applet("taskset", []string{"1"}, "-a"), applet("setsid", nil),

		{path: "/usr/bin/find", line: func(g *realGen) []string {
			points := [][]string{{}, {"."}, {"d"}, {"a.txt", "d"}, {"./d/"}, {"-L", "d"}}
			tests := []string{"-maxdepth 1", "-name *.txt", "-type f", "-name -exec", "! -name b*", "-true", "( -type d -o -type f )", "-newer a.txt", "-printf %f", "-mindepth 1"}
			out := cat([]string{"/usr/bin/find"}, points[g.IntN(len(points))], []string{"-maxdepth", "1"}, g.some(tests...))
			for range 1 + g.IntN(2) {
				s := g.command()
				for i := range s[1:] {
					if s[i+1] == "a" {
						s[i+1] = g.pick("{}", "{}", "p{}s")
					}
				}
				out = cat(out, []string{g.pick("-exec", "-exec", "-execdir")}, g.pick2(append(s, ";"), cat(s, []string{"{}", "+"})))
			}
			return out
		}},
		{path: "/usr/bin/fdfind", alone: true, line: func(g *realGen) []string {
			s := g.stub()
			for i := range s[1:] {
				s[i+1] = g.pick("{}", "a", "{/}", "{.}", "x{//}", s[i+1])
			}
			out := cat([]string{"/usr/bin/fdfind"}, g.some("-H", "-I", "-tf", "-t f", "-e txt", "-j1", "--glob", "-d 2"), g.pick2(nil, []string{"."}, []string{"a", "d"}, []string{"txt"}))
			return cat(out, g.pick2(cat([]string{"-x"}, s), cat([]string{"-Hx"}, s), cat([]string{"--exec"}, s), cat([]string{"-X"}, s), cat([]string{"--exec-batch"}, s, []string{";", "-H"}), cat([]string{"-x" + s[0]}, s[1:])))
		}},
		{path: "/usr/bin/xargs", alone: true, line: xargsLine("/usr/bin/xargs", "-n 1", "-n2", "-n 3", "-L 1", "-L2", "-l", "-r", "-t", "-P 1", "-P2", "-E q", "-eq", "-x", "-s 300", "--max-args=2", "--max-lines=1", "--no-run", "-d ,", "-d \\n", "--delimiter=:", "-i", "-I{}", "-I R", "--replace", "--replace=@", "-a in", "-I % -n 1", "-n 2 -L 1", "-rn1", "-tI{}")},
		{path: "/usr/bin/busybox", alone: true, line: func(g *realGen) []string {
			l := xargsLine("xargs", "-n 1", "-n2", "-r", "-t", "-E q", "-I{}", "-I R", "-x")(g)
			return append([]string{"/usr/bin/busybox"}, l...)
		}},
		{path: "/usr/bin/split", alone: true, line: func(g *realGen) []string {
			return cat([]string{"/usr/bin/split"}, g.some("-l 99", "-b 999", "-a 3"), []string{"--filter=" + g.code(), "-", "pre"})
		}},
		{path: "/usr/bin/parallel", alone: true, rare: true, line: func(g *realGen) []string {
			s := g.stub()
			for i := range s[1:] {
				s[i+1] = g.pick("{}", "a", "{1}", "p{}s", "k", "{#}", "{/}", "{2}", "'q r'")
			}
			out := cat([]string{"/usr/bin/parallel", "--will-cite"}, g.some("-j1", "-j 2", "-k", "--jobs 1", "-q", "-n 1", "-N2", "-X", "-m", "--colsep :", "--tag", "-I @", "--line-buffer", "-d ,", "--pipe"))
			return cat(out, s, g.pick2(nil, []string{":::", "v", "w x"}, []string{":::", "1", "2", ":::", "3 ;", "$y"}, []string{"::::", "in"}, []string{":::", "1", "2", ":::+", "3", "4"}))
		}},
	}
}

func (g *realGen) pick2(list ...[]string) []string { return list[g.IntN(len(list))] }

// shellLine is a shell with -c, then a name and arguments.
func shellLine(path string, opts ...string) func(*realGen) []string {
	return func(g *realGen) []string {
		return cat([]string{path}, strings.Split(g.pick(opts...), " "), []string{g.code()}, g.pick2(nil, []string{"n0"}, []string{"n0", "-x", "p q"}, []string{"--", "r"}))
	}
}

func xargsLine(path string, opts ...string) func(*realGen) []string {
	return func(g *realGen) []string {
		out := cat([]string{path}, g.some(opts...), g.command())
		for i, w := range out {
			if w == "a" || w == "b c" {
				out[i] = g.pick("{}", "R", "%", "x{}y{}", "@", w)
			}
		}
		if g.IntN(4) == 0 {
			out = cat(out, []string{"bash", "-c", quoteLine(g.stub()) + g.pick(" {}", ` "$@"`, " R", ` "$0" "$1"`)})
		}
		return out
	}
}

// realInput is the standard input of a line.
func (g *realGen) input() string {
	var sb strings.Builder
	for range g.IntN(6) {
		sb.WriteString(g.pick("a", "b c", "'q r'", `"s t"`, `u\ v`, "w,x", "q", "k:l", "  lead", "-n", "é", "p'", "{}", `\\`))
		sb.WriteString(g.pick("\n", "\n", " ", " \n", "\n\n", "\t"))
	}
	return sb.String()
}

// realRun is a scratch folder with the stubs.
type realRun struct {
	dir, stubs string
	lineNo     int
}

func newRealRun(t *testing.T) *realRun {
	if os.Getuid() != 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("the lines run as nobody, which needs root")
		}
		t.Skip("the lines run as nobody, which needs root")
	}
	r := &realRun{dir: scratch(t)}
	if err := os.WriteFile(filepath.Join(r.dir, "stub"), []byte(realStub), 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

// next makes the stubs and the empty log of the next line.
func (r *realRun) next() error {
	r.lineNo++
	r.stubs = filepath.Join(r.dir, strconv.Itoa(r.lineNo))
	log := filepath.Join(r.stubs, "log")
	return errors.Join(os.Mkdir(r.stubs, 0o755),
		os.Link(filepath.Join(r.dir, "stub"), filepath.Join(r.stubs, "hx_a")), os.Link(filepath.Join(r.dir, "stub"), filepath.Join(r.stubs, "hx_b")),
		os.WriteFile(log, nil, 0o666), os.Chmod(log, 0o666))
}

func (r *realRun) work() string { return filepath.Join(r.dir, "work") }

// run gives every argv that the stubs were started with for a line of bash.
func (r *realRun) run(line string, root bool) ([][]string, error) {
	work := r.work()
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(filepath.Join(work, "d"), 0o755),
		os.WriteFile(filepath.Join(work, "a.txt"), []byte("a\n"), 0o644), os.WriteFile(filepath.Join(work, "in"), []byte("i1\ni2 x\n"), 0o644), os.WriteFile(filepath.Join(work, "d", "b.txt"), nil, 0o644)); err != nil {
		return nil, err
	}
	for _, name := range []string{".", "d", "a.txt", "d/b.txt"} {
		if err := os.Chown(filepath.Join(work, name), nobody, nobody); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/bash", "--norc", "-c", line)
	cmd.Dir = work
	cmd.Env = realEnv(r)
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if !root {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Run()
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	if ctx.Err() != nil {
		return nil, errTooLong
	}
	data, err := os.ReadFile(filepath.Join(r.stubs, "log"))
	if err != nil {
		return nil, err
	}
	var argvs [][]string
	fields := strings.Split(string(data), "\x00")
	for i := 0; i < len(fields)-1; {
		n, err := strconv.Atoi(fields[i])
		if err != nil || i+2+n > len(fields) {
			return nil, fmt.Errorf("the log of the stubs is torn at field %d", i)
		}
		argvs = append(argvs, fields[i+1:i+2+n])
		i += 2 + n
	}
	return argvs, nil
}

func realEnv(r *realRun) []string {
	return []string{"PATH=/usr/bin:/bin", "HOME=" + r.work(), "SHELL=/bin/sh", "LC_ALL=C.UTF-8", "HX=e v", "X=1"}
}

func (r *realRun) parse(line string) *Script {
	env := map[string]string{}
	for _, kv := range realEnv(r) {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	return Parse(line, Options{Dir: r.work(), Home: r.work(), Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
}

// realSum is what came of some lines.
type realSum struct{ lines, ran, exact, doubtful, failed, slow int }

// TestWrappersReal runs generated lines of every wrapper that is here.
// HERMES_EXEC_LINES is how many of each, HERMES_EXEC_SEED the first seed,
// HERMES_EXEC_WRAPPER the part of a path that limits it to some.
func TestWrappersReal(t *testing.T) {
	t.Parallel()
	runs := []*realRun{newRealRun(t), newRealRun(t)}
	realWrappers = makeRealWrappers()
	n, seed := envInt(t, "HERMES_EXEC_LINES", 6), envInt(t, "HERMES_EXEC_SEED", 1)
	var sum realSum
	var mu sync.Mutex
	var wg sync.WaitGroup
	todo := make(chan int)
	for _, r := range runs {
		wg.Go(func() {
			for k := range todo {
				one := r.lines(t, k, n, seed)
				mu.Lock()
				sum = realSum{sum.lines + one.lines, sum.ran + one.ran, sum.exact + one.exact, sum.doubtful + one.doubtful, sum.failed + one.failed, sum.slow + one.slow}
				mu.Unlock()
			}
		})
	}
	for k := range realWrappers {
		w := &realWrappers[k]
		switch {
		case !strings.Contains(w.path, os.Getenv("HERMES_EXEC_WRAPPER")):
		case !w.found():
			t.Logf("%s is not here", w.path)
		default:
			todo <- k
		}
	}
	close(todo)
	wg.Wait()
	if sum.ran < sum.lines/3 {
		t.Errorf("%d argvs were run by %d lines: the stubs do not log", sum.ran, sum.lines)
	}
	if sum.slow > sum.lines/100+2 {
		t.Errorf("%d of %d lines did not end", sum.slow, sum.lines)
	}
	t.Logf("%d lines, %d argvs run, %d of them not covered, %.1f %% predicted exactly, %d lines that ran something with a problem",
		sum.lines, sum.ran, sum.failed, 100*float64(sum.exact)/float64(max(sum.ran, 1)), sum.doubtful)
}

// lines runs n lines of wrapper k.
func (r *realRun) lines(t *testing.T, k, n, seed int) (sum realSum) {
	w := &realWrappers[k]
	if w.rare {
		n = (n + 3) / 4
	}
	for i := range n {
		if err := r.next(); err != nil {
			t.Error(err)
			return sum
		}
		g := &realGen{Rand: rand.New(rand.NewPCG(uint64(seed+i), uint64(k))), stubs: []string{filepath.Join(r.stubs, "hx_a"), filepath.Join(r.stubs, "hx_b")}, root: w.root}
		line := quoteLine(w.line(g))
		for n := 1; strings.Contains(line, "l%"); n++ { // a lock of its own for each
			line = strings.Replace(line, "l%", fmt.Sprintf("l%d", n), 1)
		}
		if w.alone {
			line = "printf %s " + quoteLine([]string{g.input()}) + " | " + line
		} else {
			line += " </dev/null"
		}
		line += "\n:" // so that bash stays, and the wrapper leads no process group
		argvs, err := r.run(line, g.root)
		if err == errTooLong {
			sum.slow++
			t.Logf("%s: %v", line, err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		s := r.parse(line)
		sum.lines++
		sum.ran += len(argvs)
		if len(argvs) > 0 && len(s.Problems) > 0 {
			sum.doubtful++
			if testing.Verbose() {
				t.Logf("%s\n%v", line, s.Problems)
			}
		}
		shown := false
		for _, argv := range argvs {
			covered, same := false, false
			for i := range s.Commands {
				if wordsCover(s.Commands[i].Argv, argv) {
					covered = true
					same = same || saysExactly(s.Commands[i].Argv, argv)
				}
			}
			if same {
				sum.exact++
			}
			if !covered {
				sum.failed++
				if !shown {
					t.Errorf("seed %d of %d: %s\nruns %s\n%s", seed+i, k, line, strings.Join(quoteAll(argv), " "), head(dump(s), 14))
				}
				shown = true
			}
		}
	}
	if sum.ran == 0 && n > 2 {
		t.Logf("%d %s ran nothing here", k, w.path)
	}
	return sum
}

// saysExactly reports whether words hold each argument as a known value.
func saysExactly(words []Word, argv []string) bool {
	if len(words) != len(argv) {
		return false
	}
	for i, w := range words {
		found := false
		for _, t := range w.Texts {
			s, ok := t.Exact()
			found = found || ok && s == argv[i]
		}
		if w.Many || !found {
			return false
		}
	}
	return true
}
