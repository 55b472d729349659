package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
)

// runAsk runs the program with a text on standard input.
func runAsk(t *testing.T, input string, args ...string) (out, errs string, err error) {
	t.Helper()
	c := exec.Command(filepath.Join(bin, "hermes-confirmd"), append([]string{"ask"}, args...)...)
	c.Env = []string{"HERMES_HOME=" + t.TempDir()}
	var o, e bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &o, &e
	err = c.Run()
	return o.String(), e.String(), err
}

func asText(t *testing.T, q approve.Question) string {
	t.Helper()
	q.V = approve.AskVersion
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A question that cannot be read is an error, and no answer.
func TestAskErrors(t *testing.T) {
	for input, want := range map[string]string{
		"":                           "cannot be read",
		"approve\n":                  "cannot be read",
		`{"v":1`:                     "cannot be read",
		`{"v":2,"want":"review"}`:    "version 2",
		`{"v":1}`:                    `want ""`,
		`{"v":1,"want":"approval"}`:  `want "approval"`,
		`{"v":1,"want":"review"} {}`: "more than one",
		`{"v":1,"cmd":"` + strings.Repeat("x", maxQuestion) + `"}`: "too long",
	} {
		out, errs, err := runAsk(t, input)
		if err == nil || out != "" || !strings.HasPrefix(errs, "hermes-confirmd: ask: ") || !strings.Contains(errs, want) {
			t.Errorf("%.60s: %v, %q, %q; want %q", input, err, out, errs, want)
		}
	}
	if _, errs, err := runAsk(t, "", "more"); err == nil || !strings.Contains(errs, "takes no words") {
		t.Errorf("a word too many: %v, %s", err, errs)
	}
}

func TestAskReview(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		content := map[string]string{
			"/raise/chat/completions":   `{"opinion":"raise","tier":"HIGH","reason":"it publishes"}`,
			"/approve/chat/completions": `{"opinion":"approve","reason":"<fine>"}`,
			"/prose/chat/completions":   `I approve.`,
		}[r.URL.Path]
		if content == "" {
			<-r.Context().Done()
		}
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": content}}}})
	}))
	t.Cleanup(server.Close)
	for _, tt := range []struct {
		path, env string
		want      string
	}{
		{"/raise", "", `{"v":1,"opinion":"raise","tier":"HIGH","reason":"it publishes"}`},
		{"/approve", "", `{"v":1,"opinion":"approve","reason":"<fine>"}`},
		{"/prose", "", `{"v":1,"opinion":"none","reason":"the answer is no verdict: it is not a JSON object"}`},
		{"/hangs", "", `{"v":1,"opinion":"none","reason":"no answer in time"}`},
		{"/approve", "NO_SUCH_KEY", `{"v":1,"opinion":"none","reason":"NO_SUCH_KEY, which should hold the key, is not set"}`},
	} {
		t.Run(tt.path+tt.env, func(t *testing.T) {
			t.Parallel()
			q := approve.Question{Want: approve.WantReview, Cmd: "git push", TimeoutS: 60, LLM: &approve.LLM{BaseURL: server.URL + tt.path, Model: "m", KeyEnv: tt.env}}
			if tt.path == "/hangs" {
				q.TimeoutS = 1
			}
			out, errs, err := runAsk(t, asText(t, q)+"\n")
			if err != nil || out != tt.want+"\n" || errs != "" {
				t.Errorf("%v, %s%s, want %s", err, out, errs, tt.want)
			}
		})
	}
	out, _, err := runAsk(t, asText(t, approve.Question{Want: approve.WantReview, TimeoutS: 5}))
	if err != nil || out != `{"v":1,"opinion":"none","reason":"no language model is configured"}`+"\n" {
		t.Errorf("%v, %s", err, out)
	}
}
