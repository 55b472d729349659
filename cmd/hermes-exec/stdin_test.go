package main

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An agent that keeps a shell open has the output of each statement before it
// writes the next, with each shell, and whatever the statement was.
func TestOpenShell(t *testing.T) {
	t.Parallel()
	shims := shimFolder(t)
	for _, shell := range []string{"bash", "dash", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			need(t, shell)
			c := exec.Command(filepath.Join(shims, shell))
			c.Env = append(environment(t), "LC_ALL=C")
			c.Dir = t.TempDir()
			in, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			c.Stderr = c.Stdout
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			stuck := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
			defer stuck.Stop()
			answers := bufio.NewReader(out)
			for i, tt := range []struct{ say, want string }{
				{"echo hello\n", "hello"},
				{"cd /; x=$PWD\n", ""},
				{"echo $x\n", "/"},
				{"for i in 1 2; do\necho $i\ndone\n", "1\n2"},
				{"cat <<E\nhere $x\nE\n", "here /"},
				{"# comment \\\n", ""},
				{"\n\n", ""},
				{"(read -r z; echo \"$z\")\nmkfs.ext4 /dev/no-such-disk\n", "mkfs.ext4 /dev/no-such-disk"},
				{"read -r y\nmkswap /dev/no-such-disk\necho \"$y\"\n", "mkswap /dev/no-such-disk"},
				{"sleep 60 &\n", ""},
				{"kill $!\n", ""},
				{"f() { echo \"f $1\"; }\nf x\n", "f x"},
				{"(exit 3)\necho $?\n", "3"},
				{strings.Repeat(":; ", 4000) + "echo long\n", "long"},
				{"echo '" + strings.Repeat("x", 10000) + "' | wc -c | tr -d ' '\n", "10001"},
			} {
				mark := "mark-" + strconv.Itoa(i)
				if _, err := io.WriteString(in, tt.say+"echo "+mark+"\n"); err != nil {
					t.Fatalf("%q: %v", tt.say, err)
				}
				var got []string
				for {
					line, err := answers.ReadString('\n')
					if err != nil {
						t.Fatalf("%q: %v after %q", cut([]byte(tt.say)), err, got)
					}
					if line = strings.TrimSuffix(line, "\n"); line == mark {
						break
					}
					got = append(got, line)
				}
				if strings.Join(got, "\n") != tt.want {
					t.Errorf("%q: got %q, want %q", cut([]byte(tt.say)), got, tt.want)
				}
			}
			io.WriteString(in, "exit 5\n")
			io.Copy(io.Discard, answers)
			if end := ended(c.Wait()); end != "5" {
				t.Errorf("ended with %s", end)
			}
		})
	}
}
