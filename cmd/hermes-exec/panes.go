package main

import (
	"context"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// tmuxPaths are where tmux is asked: PATH may be the agent's, who could have put
// another program there.
var tmuxPaths = []string{"/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux", "/bin/tmux"}

// paneTime is how long tmux has to say which terminal a pane is.
const paneTime = time.Second

// answering are those of some panes of tmux at which people answer: on whose
// terminal this session or one above it runs, or a console does.
func (w *world) answering(panes []tiers.Pane) (list []tiers.Pane) {
	seats := map[uint64]bool{}
	for _, p := range slices.Concat(w.host(), procs.Host(w.hermes, "")) {
		if dev, pty := procs.Terminal(p.PID); pty {
			seats[dev] = true
		}
	}
	if len(seats) == 0 {
		return nil
	}
	for _, pane := range panes {
		var st unix.Stat_t
		if tty := paneTerminal(pane); tty != "" && unix.Stat(tty, &st) == nil && seats[uint64(st.Rdev)] {
			list = append(list, pane)
		}
	}
	return list
}

// paneTerminal asks tmux for a pane's terminal, "" where it does not say.
func paneTerminal(pane tiers.Pane) string {
	i := slices.IndexFunc(tmuxPaths, func(path string) bool { return executable(path) == nil })
	if i < 0 {
		return ""
	}
	var args []string
	if flag, value, ok := strings.Cut(pane.Server, " "); ok {
		args = append(args, flag, value)
	}
	args = append(args, "display-message", "-p")
	if pane.Target != "" {
		args = append(args, "-t", pane.Target)
	}
	ctx, cancel := context.WithTimeout(context.Background(), paneTime)
	defer cancel()
	c := exec.CommandContext(ctx, tmuxPaths[i], append(args, "#{pane_tty}")...)
	c.WaitDelay = 100 * time.Millisecond
	out, err := c.StdoutPipe()
	if err != nil || c.Start() != nil {
		return ""
	}
	const longest = 4096 // of a path; the server may be anybody's
	text, _ := io.ReadAll(io.LimitReader(out, longest))
	cancel() // it has said it, or more than that
	c.Wait()
	return strings.TrimSpace(string(text))
}
