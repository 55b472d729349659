package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// daemonTime is how long the daemon has to say who it is.
const daemonTime = 5 * time.Second

// checkDaemon: whether somebody can be asked who is not at the terminal. What
// speaks to the daemon is hermes-confirmd, as for a question.
func checkDaemon(w *world) []finding {
	path, err := w.confirmd()
	if err != nil {
		return []finding{{State: stateWarning, Text: err.Error() + ": questions appear only at the terminal, and no language model is asked", Fix: "install both programs into one folder"}}
	}
	if _, err := os.Lstat(w.away().Socket); errors.Is(err, os.ErrNotExist) {
		return []finding{{State: stateOK, Text: "none runs: without a terminal MEDIUM and up is refused at once; `hermes-confirmd serve` starts one"}}
	}
	ctx, cancel := context.WithTimeout(context.Background(), daemonTime)
	defer cancel()
	c := exec.CommandContext(ctx, path, "status", "--json")
	c.Dir, c.Env, c.WaitDelay = "/", w.askEnv(""), 100*time.Millisecond
	said := &firstBytes{most: 400}
	c.Stderr = said
	text, err := c.Output()
	var h struct {
		PID     int
		Version string
		Started float64
		Page    string
	}
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	if err != nil {
		why := strings.TrimPrefix(strings.TrimSpace(said.String()), "hermes-confirmd: status: ")
		if why == "" {
			why = err.Error()
		}
		return []finding{{State: stateWarning, Text: "it does not answer: " + why, Fix: "`hermes-confirmd serve --background` starts one"}}
	}
	f := finding{State: stateOK, Text: "answers since " + time.Unix(int64(h.Started), 0).Format(time.DateTime) + ", " + h.Version}
	if h.Page != "" {
		f.Text += ", page " + h.Page
	}
	if h.Version != supervisor.Version() {
		f.State, f.Fix = stateWarning, "end it and start it again: this program is "+supervisor.Version()
	}
	return []finding{f}
}
