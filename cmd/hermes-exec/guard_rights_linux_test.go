package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// kernel_guard: auto leaves it off where sudo and its like would fail under it,
// and the audit log says so; on does not ask.
func TestKernelGuardSetting(t *testing.T) {
	t.Parallel()
	const inForce = `grep -c "^Seccomp:.2" /proc/self/status`
	for _, p := range pits(t) {
		if p.user {
			suid := filepath.Join(p.dir, "suid")
			if err := copyFile(suid, "/bin/true"); err != nil && !errors.Is(err, fs.ErrExist) {
				t.Fatal(err)
			}
			if err := os.Chmod(suid, os.ModeSetuid|0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, tc := range []struct {
			policy, script string
			on             bool // for an ordinary user; root gives up nothing
			note           bool
		}{
			{"", inForce, true, false},
			{"kernel_guard: auto\n", inForce, true, false},
			{"kernel_guard: off\n", inForce, false, false},
			{"", inForce + `; test -e x && suid`, false, true},
			{"", inForce + `; test -e x && env -i suid`, false, true},
			{"kernel_guard: on\n", inForce + `; test -e x && suid`, true, false},
		} {
			t.Run(p.String()+"/"+tc.policy+tc.script, func(t *testing.T) {
				t.Parallel()
				r := p.run(t, tc.policy, underGuard(tc.script)...)
				on := tc.on || !p.user && tc.policy != guardOff
				if want := map[bool]string{true: "1\n", false: "0\n"}[on]; !strings.HasPrefix(r.out, want) {
					t.Errorf("in force: want %v; %s", on, r)
				}
				if got := strings.Contains(r.audit, `"event":"guard"`) && strings.Contains(r.audit, `"off":"suid gets rights by its file`); got != (tc.note && p.user) {
					t.Errorf("the audit log says so: %v; %s", got, r)
				}
				if r.errs != "" {
					t.Errorf("something was said: %s", r)
				}
			})
		}
	}
}

// A sudo that the text does not name runs under the guard, fails, and it is said
// why; root needs no pledge and loses nothing.
func TestKernelGuardUnreadSudo(t *testing.T) {
	t.Parallel()
	need(t, "sudo")
	need(t, "make")
	const makefile = "printf 'all:\\n\\tsudo -n true\\n' > Makefile\n"
	for _, p := range pits(t) {
		for _, tc := range []struct{ name, policy, script, way string }{
			{"make", "", makefile + `make -s 2>said || echo failed`, `a command that names sudo itself is judged by that, and runs without the guard`},
			{"make on a terminal", "", makefile + `exec 2>said; make -s || echo failed`, `a command that names sudo itself`},
			{"named", guardForced, `sudo -n true 2>said || echo failed`, `the policy says kernel_guard: on, and auto leaves it off`},
		} {
			t.Run(p.String()+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				flags := []string{}
				if strings.HasSuffix(tc.name, "terminal") {
					flags = append(flags, "--pty")
				}
				r := p.run(t, tc.policy, underGuard(tc.script, flags...)...)
				if !p.user {
					failed := os.Getuid() == 0 && strings.Contains(r.out, "failed") // sudo knows who is root in a namespace only
					if r.errs != "" || failed || strings.Contains(r.audit, `"event":"guard"`) {
						t.Errorf("root lost something: %s", r)
					}
					return
				}
				if said, _ := os.ReadFile(filepath.Join(r.work, "said")); !strings.Contains(string(said), "no new privileges") {
					t.Errorf("sudo says %q", said)
				}
				line := regexp.MustCompile(`^hermes-exec: the kernel guard keeps sudo \(pid \d+\) from the rights of \S*/sudo; ` + tc.way)
				if !strings.HasPrefix(r.out, "failed") || !line.MatchString(r.errs) || strings.Count(r.errs, "\n") != 1 {
					t.Errorf("%s", r)
				}
				if !regexp.MustCompile(`"event":"guard".*"rights":"\S*/sudo","caller":\{"pid":\d+,"name":"sudo"\}`).MatchString(r.audit) {
					t.Errorf("not recorded: %s", r)
				}
				tail := exec.Command("hermes-exec", "audit", "tail")
				tail.Env = append(os.Environ(), "HERMES_HOME="+filepath.Join(r.work, "home"))
				shown, err := tail.Output()
				if err != nil || !regexp.MustCompile(`  the kernel guard kept the rights of \S*/sudo from sudo \(\d+\)\n`).Match(shown) {
					t.Errorf("audit tail: %v\n%s", err, shown)
				}
			})
		}
	}
}

// Who merely asks about the pledge is told, and nothing is said.
func TestKernelGuardPledgeAsked(t *testing.T) {
	t.Parallel()
	need(t, "setpriv")
	for _, p := range pits(t) {
		r := p.run(t, guardForced, underGuard(`setpriv --dump | grep -c '^no_new_privs: '; grep NoNewPrivs: /proc/self/status`)...)
		want := map[bool]string{true: "1\nNoNewPrivs:\t1\n", false: "1\nNoNewPrivs:\t0\n"}[p.user]
		if !strings.HasPrefix(r.out, want) || r.errs != "" || strings.Contains(r.audit, `"event":"guard"`) {
			t.Errorf("%s", r)
		}
	}
}

// Where the kernel has no seccomp the command runs as ever, and the audit log
// has one note.
func TestKernelGuardMissing(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		const off = "hermes-exec: the kernel guard is not in force: "
		for _, tc := range []struct {
			errno  syscall.Errno // what seccomp(2) fails with
			policy string
			flags  []string
			said   string
		}{
			{syscall.ENOSYS, "", nil, ""}, // a sandbox, or a kernel built without
			{syscall.ENOSYS, "", []string{"--pty"}, ""},
			{syscall.ENOSYS, guardForced, nil, off},
			{syscall.ENOSYS, guardForced, []string{"--pty"}, off},
			{syscall.ENOSYS, guardOff, nil, ""},
			{syscall.EINVAL, "", nil, ""}, // a kernel that knows no listener
			{syscall.EINVAL, guardForced, []string{"--pty"}, off},
			{syscall.EPERM, "", nil, ""}, // a container that does not let it
		} {
			r := p.run(t, tc.policy, append([]string{"without", strconv.Itoa(int(tc.errno))}, underGuard("echo ran", tc.flags...)...)...)
			if !r.spared() || !strings.Contains(r.out, "ran") || !strings.Contains(r.out, "status: 0\n") {
				t.Errorf("%v: %s", tc, r)
			}
			want := 1
			if tc.policy == guardOff {
				want = 0
			}
			if got := strings.Count(r.audit, `"event":"guard"`); got != want || want == 1 && !strings.Contains(r.audit, tc.errno.Error()+"\",") {
				t.Errorf("%v: %d notes; %s", tc, got, r)
			}
			if !strings.HasPrefix(r.errs, tc.said) || tc.said == "" && r.errs != "" {
				t.Errorf("%v: %s", tc, r)
			}
		}
	}
}

// Nor is anything taken from the command then.
func TestKernelGuardMissingTakesNothing(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can take seccomp away without taking rights")
	}
	need(t, "setpriv")
	p := pits(t)[0]
	script := fmt.Sprintf(`chmod 755 . && mkdir h && chmod 777 h && exec setpriv --reuid=%d --regid=%[1]d --clear-groups env HERMES_HOME=$PWD/h hermes-exec --yolo -c 'grep NoNewPrivs: /proc/self/status'`, nobody)
	if r := p.run(t, "", "without", "38", "sh", "-c", script); !r.spared() || !strings.HasPrefix(r.out, "NoNewPrivs:\t0\n") {
		t.Errorf("%s", r)
	}
}

// What doctor says of the guard is what holds.
func TestKernelGuardDoctor(t *testing.T) {
	t.Parallel()
	for _, p := range pits(t) {
		inForce, forced := "ok        kernel guard  in force\n", "ok        kernel guard  in force\n"
		if p.user {
			inForce = "ok        kernel guard  in force; without CAP_SYS_ADMIN commands that name sudo or its like run without it, and so does a script on standard input\n"
			forced = "ok        kernel guard  in force; without CAP_SYS_ADMIN, and with kernel_guard: on, sudo and its like fail in every command\n"
		}
		for _, tc := range []struct {
			name, policy string
			argv         []string
			line, status string
		}{
			{"auto", "", []string{"hermes-exec", "doctor"}, inForce, "0"},
			{"on", guardForced, []string{"hermes-exec", "doctor"}, forced, "0"},
			{"off", guardOff, []string{"hermes-exec", "doctor"}, "warning   kernel guard  switched off by policy", "0"},
			{"under another", "", underGuard("hermes-exec doctor"), "ok        kernel guard  in force\n", "0"},
			{"under a copy", "", []string{"sh", "-c", `cp "$(command -v hermes-exec)" filter && ./filter --yolo -c 'hermes-exec doctor'`}, "ok        kernel guard  in force\n", "0"},
			{"missing", "", []string{"without", "38", "hermes-exec", "doctor"}, "warning   kernel guard  not in force: seccomp: function not implemented; ", "0"},
			{"missing, on", guardForced, []string{"without", "22", "hermes-exec", "doctor"}, "problem   kernel guard  policy wants it, and it is not in force: seccomp: invalid argument\n", "1"},
			{"container", "", []string{"env", "HERMES_EXEC_BACKEND=docker", "hermes-exec", "doctor"}, "ok        kernel guard  off: HERMES_EXEC_BACKEND=docker", "0"},
		} {
			t.Run(p.String()+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				r := p.run(t, tc.policy, tc.argv...)
				if !r.spared() || !strings.Contains(r.out, "\n"+tc.line) || !strings.Contains(r.out, "status: "+tc.status+"\n") || r.errs != "" {
					t.Errorf("want %q; %s", tc.line, r)
				}
			})
		}
	}
}
