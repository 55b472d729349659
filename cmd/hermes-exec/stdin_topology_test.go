package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A script on standard input sees what one of -c would see (topology_test.go of
// supervisor): for every combination of streams that are terminals and that are
// not, but those in which bash is interactive.
func TestInputTopology(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"pipe", "file"} {
		for combination := range 8 {
			var on [3]bool
			name := ""
			for fd := range on {
				on[fd] = combination>>fd&1 == 1
				name += map[bool]string{true: "t", false: string(kind[0])}[on[fd]]
			}
			if on[0] && on[2] {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				inputTopology(t, kind, on)
			})
		}
	}
}

// sightOfScript writes what it sees of its streams and its terminal.
const sightOfScript = `seen=
for fd in 0 1 2; do if [ -t $fd ]; then seen+=t; else seen+=-; fi; done
(: </dev/tty) 2>/dev/null && seen+=" tty"
set -- $(ps -o pgid=,tpgid=,sid=,tty= -p $$)
[ $1 = $2 ] && seen+=" foreground"
[ $1 = $$ ] && seen+=" leads its group"
[ $3 = $PPID ] && seen+=" in its parent's session"
for fd in 0 1 2; do if [ -t $fd ]; then on=$(readlink /proc/$$/fd/$fd); [ $fd = 0 ] && on=$(tty); [ "${on#/dev/}" = "$4" ] || seen+=" on $on, not $4"; fi; done
seen+=" read:"
[ -t 0 ] && read -r line && seen+=$line
echo "sa"id
printf '%s\n' "$seen" "$4" >sight
exit 7
`

func inputTopology(t *testing.T, kind string, on [3]bool) {
	bash, _, _ := sightFrom(t, "/bin/bash", kind, on)
	ours, screen, own := sightFrom(t, filepath.Join(shimFolder(t), "bash"), kind, on)
	fields := strings.Fields(bash) // which are terminals; tty
	want := fields[0] + " " + fields[1]
	if on[0] || kind == "file" || on == [3]bool{} {
		want += " foreground" // else whoever reads the pipe may have it
	}
	if on == [3]bool{} {
		if !strings.HasPrefix(ours, want) || own {
			t.Errorf("want: %s, on the user's terminal\nours: %s", want, ours)
		}
		return
	}
	want += " leads its group in its parent's session read:"
	if on[0] {
		want += "a line to read"
	}
	if ours != want {
		t.Errorf("want: %s\nours: %s\nscreen: %s", want, ours, screen)
	}
	if !own {
		t.Error("it is on the user's terminal itself")
	}
	if shown := strings.Contains(screen, "said\r\n"); shown != on[1] {
		t.Errorf("output is on the screen: %v\n%q", shown, screen)
	}
}

// sightFrom runs the script in a program on a terminal; own says that the
// script's is another one.
func sightFrom(t *testing.T, program, kind string, on [3]bool) (sight, screen string, own bool) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte(sightOfScript), 0o600); err != nil {
		t.Fatal(err)
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	c := exec.Command("/bin/bash", "-c", redirected(kind, on), program)
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.Dir, c.Env = dir, append(environment(t), "LC_ALL=C")
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	stuck := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer stuck.Stop()
	if on[0] { // typed all at once, as by an agent
		fmt.Fprint(master, strings.Replace(sightOfScript, "echo", "a line to read\necho", 1))
	}
	shown := make(chan string)
	go func() {
		var all []byte
		buf := make([]byte, 1<<12)
		for {
			n, err := master.Read(buf)
			if all = append(all, buf[:n]...); err != nil {
				break
			}
		}
		shown <- string(all)
	}()
	err = c.Wait()
	slave.Close()
	screen = <-shown
	if ended(err) != "7" {
		t.Fatalf("%s ended: %s\n%s", program, ended(err), screen)
	}
	text, err := os.ReadFile(filepath.Join(dir, "sight"))
	if err != nil {
		t.Fatalf("%v\n%s", err, screen)
	}
	seen, tty, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return strings.TrimSpace(seen), screen, "/dev/"+tty != slave.Name()
}

// redirected is the shell text that has $0 run with such streams.
func redirected(kind string, on [3]bool) string {
	text, after := `exec "$0"`, ""
	for fd := range on {
		switch {
		case on[fd]:
		case kind == "file" && fd == 0:
			text += " <script"
		case kind == "file":
			text += fmt.Sprintf(" %d>out%[1]d", fd)
		case fd == 0:
			text = "cat script | { " + text
			after = "; }"
		default:
			text += fmt.Sprintf(" %d> >(cat >out%[1]d)", fd)
		}
	}
	return text + after
}
