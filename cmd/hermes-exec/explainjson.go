package main

import (
	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// The Script as explain --json prints it. Lists are never null.
type (
	scriptJSON struct {
		Commands []commandJSON   `json:"commands"`
		Problems []tiers.Problem `json:"problems"`
		Verdict  *tiers.Verdict  `json:"verdict"`
	}
	commandJSON struct {
		Argv       []wordJSON   `json:"argv"`
		Via        []string     `json:"via"`
		Redirs     []redirJSON  `json:"redirs"`
		Assigns    []assignJSON `json:"assigns"`
		Pipeline   int          `json:"pipeline"`
		Stage      int          `json:"stage"`
		Dir        *wordJSON    `json:"dir,omitempty"`
		Code       *codeJSON    `json:"code,omitempty"`
		Call       string       `json:"call,omitempty"` // a call of inline code; argv says what it does
		Builtin    bool         `json:"builtin,omitempty"`
		Background bool         `json:"background,omitempty"`
		Remote     bool         `json:"remote,omitempty"`
		Level      int          `json:"level,omitempty"`
		Pos        tiers.Pos    `json:"pos"`
	}
	wordJSON struct {
		Known  string   `json:"known"`  // exact, set, part (values are patterns) or unknown
		Values []string `json:"values"` // none where unknown
		Text   string   `json:"text"`   // as written
	}
	redirJSON struct {
		Op     string   `json:"op"`
		FD     int      `json:"fd"`
		Target wordJSON `json:"target"`
	}
	assignJSON struct {
		Name     string   `json:"name"`
		Value    wordJSON `json:"value"`
		Exported bool     `json:"exported"`
	}
	codeJSON struct {
		Lang string `json:"lang"`
		From string `json:"from"`
		Text string `json:"text"`
		Open bool   `json:"open"` // it may do more than the commands that follow say
	}
)

func explained(script *shellparse.Script, v *tiers.Verdict) scriptJSON {
	out := scriptJSON{Commands: []commandJSON{}, Problems: v.Problems, Verdict: v}
	for i := range script.Commands {
		out.Commands = append(out.Commands, explainedCommand(&script.Commands[i]))
	}
	return out
}

func explainedCommand(c *shellparse.Command) commandJSON {
	j := commandJSON{
		Argv: []wordJSON{}, Via: []string{}, Redirs: []redirJSON{}, Assigns: []assignJSON{},
		Pipeline: c.Pipeline, Stage: c.Stage, Level: c.Level,
		Builtin: c.Builtin, Background: c.Background, Remote: c.Remote,
		Pos: tiers.PosOf(c),
	}
	for _, w := range c.Argv {
		j.Argv = append(j.Argv, explainedWord(w))
	}
	j.Via = append(j.Via, c.Via...)
	for _, r := range c.Redirs {
		j.Redirs = append(j.Redirs, redirJSON{r.Op, r.FD, explainedWord(r.Target)})
	}
	for _, a := range c.Assigns {
		j.Assigns = append(j.Assigns, assignJSON{a.Name, explainedWord(a.Value), a.Exported})
	}
	if len(c.Dir.Texts) > 0 {
		dir := explainedWord(c.Dir)
		j.Dir = &dir
	}
	if c.Code != nil {
		j.Code = &codeJSON{c.Code.Lang, c.Code.From, c.Code.Text.String(), c.Code.Lang == "sh" || c.Code.Unknown || c.Code.Holes || !c.Code.Read}
	}
	j.Call = c.Call
	return j
}

func explainedWord(w shellparse.Word) wordJSON {
	j := wordJSON{Known: w.Known(), Values: []string{}, Text: w.Src}
	if j.Known == "unknown" {
		return j
	}
	for _, t := range w.Texts {
		j.Values = append(j.Values, t.String())
	}
	return j
}
