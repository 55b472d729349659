package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor/mcp"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// checkServers: whether the folder of MCP locks can be read, and whether
// something of servers that are gone is left in it.
func checkServers(w *world) []finding {
	servers, err := mcp.List(w.mcpDir())
	if err != nil {
		return []finding{{State: stateProblem, Text: err.Error(), Fix: "ls -la " + quoted(w.mcpDir()) + "  # it must be this user's, without links"}}
	}
	running := 0
	var left []string
	for _, s := range servers {
		switch s.State {
		case mcp.Stale, mcp.Strays:
			left = append(left, s.Name)
		default:
			running++
		}
	}
	text := "none runs"
	if running > 0 {
		text = counted(running, "server")
	}
	list := []finding{{State: stateOK, Text: text}}
	if len(left) > 0 {
		list = append(list, finding{State: stateWarning, Text: "left over from servers that are gone: " + strings.Join(left, ", "), Fix: "hermes-exec mcp clean"})
	}
	return list
}

// checkReviewer: whether the language model that the policy names can be asked.
// It is not: that would cost money, and time.
func checkReviewer(w *world) []finding {
	files, err := w.loadPolicies()
	if err != nil {
		return nil // checkPolicy has said it
	}
	model := policy.Merge(files).LLM
	if model == nil {
		return []finding{{State: stateOK, Text: "no language model: only people answer"}}
	}
	list := []finding{{State: stateOK, Text: fmt.Sprintf("%s at %s", model.Model, model.BaseURL)}}
	if _, err := w.confirmd(); err != nil {
		list = append(list, finding{State: stateProblem, Text: "it cannot be asked: " + err.Error(), Fix: "scripts/install puts both programs into one folder"})
	}
	if model.KeyEnv != "" && os.Getenv(model.KeyEnv) == "" {
		list = append(list, finding{State: stateWarning, Text: model.KeyEnv + ", which should hold its key, is not set: it will give no opinion", Fix: "export " + model.KeyEnv + "=…  # where the agent is started"})
	}
	return list
}
