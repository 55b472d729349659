package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// An agent whose hook cannot ask is told what the person elsewhere says; one
// that can asks itself, but where nobody sits at it.
func TestHookAsksElsewhere(t *testing.T) {
	const event = `{"hook_event_name":"PreToolUse","cwd":"/","tool_name":"Bash","tool_input":{"command":"git push origin main"}}`
	for _, tt := range []struct {
		agent, verb string
		env         []string
		want        string
	}{
		{agent: "codex", verb: "approve"},
		{agent: "codex", verb: "deny", want: "was asked and denied it"},
		{agent: "claude", verb: "approve", env: []string{"HERMES_CRON_SESSION=1"}},
		{agent: "claude", verb: "deny", env: []string{"HERMES_CRON_SESSION=1"}, want: "was asked and denied it"},
	} {
		t.Run(tt.agent+" "+tt.verb, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			p.serve()
			p.env = append(p.env, tt.env...)
			c := p.command("hermes-exec", "hook", tt.agent)
			c.Stdin = strings.NewReader(event)
			var out bytes.Buffer
			c.Stdout = &out
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			kill := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
			defer kill.Stop()
			p.confirmd(tt.verb, p.pending(1)[0].ID)
			if err := c.Wait(); err != nil {
				t.Fatal(err)
			}
			switch got := out.String(); {
			case tt.want == "" && got != "":
				t.Errorf("it was approved, and the hook says %s", got)
			case tt.want != "" && (!strings.Contains(got, tt.want) || !strings.Contains(got, `"permissionDecision":"deny"`)):
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
