package policy

import (
	"errors"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

const good = `# ours
preset: strict
sudo_stdin: true
deny:
  - git push --force *
allow:
  - git push origin *
tiers:
  git.push: HIGH
  containers.*: LOW
rules:
  - id: team.deploy
    tier: high
    why: it deploys to production
    safer: deploy --dry-run
    match: {programs: [deploy], any: --prod}
    yes: [deploy --prod, 'x=--prod; deploy $x']
    no: [deploy, deploy --dry-run]
  - id: team.infra
    tier: MEDIUM
    why: it changes the infrastructure
    match: {writes: [infra/*], deletes: [infra/*]}
    yes: [echo x > infra/a, rm -r infra/a, cd infra && cp ../a b]
    no: [cat infra/a, echo x > a]
`

func TestParse(t *testing.T) {
	f, err := Parse("exec.yaml", User, []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	p := f.Policy
	if f.Preset != tiers.Strict || !f.SudoStdin || len(p.Deny) != 1 || len(p.Allow) != 1 || len(p.Tiers) != 2 || len(p.Rules) != 2 || len(f.Ignored) != 0 {
		t.Errorf("%+v", f)
	}
	if got := p.Allow[0].From; got != "exec.yaml:7" {
		t.Errorf("the permission is said to come from %s", got)
	}
	if got := f.Rules[1].At.String(); got != "exec.yaml:19:5" {
		t.Errorf("the second rule is said to stand at %s", got)
	}
	reading := shellparse.Options{Dir: "/p", Home: "/home/u"}
	facts := &tiers.Facts{Dir: "/p", Home: "/home/u"}
	if notes := f.Examples(reading, facts); len(notes) > 0 {
		t.Errorf("examples: %v", notes)
	}
	f.Rules[0].Yes, f.Rules[0].No = []string{"ls"}, []string{"deploy --prod"}
	if notes := f.Examples(reading, facts); len(notes) != 2 {
		t.Errorf("wrong examples: %v", notes)
	}
	for _, empty := range []string{"", "# nothing\n", "---\n"} {
		if _, err := Parse("exec.yaml", User, []byte(empty)); err != nil {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

// A file that is not understood is an error that names the place.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"presett: strict":                         `f:1:1: unknown key "presett"; a policy takes preset, sudo_stdin, kernel_guard, exec_guard, below, llm, notify, screen, deny, allow, tiers, rules`,
		"preset: lax":                             `f:1:9: preset "lax": standard or strict`,
		"preset:":                                 `f:1:8: a text is wanted here`,
		"preset: strict\npreset: strict":          `f:2:`,
		"allow: git":                              `f:1:8: a list of commands`,
		"allow:\n  - git\n  - sudo":               `f:3:5: "sudo": sudo runs whatever`,
		"deny:\n  - git push | cat":               `f:2:5: "git push | cat": a pattern is one command`,
		"deny: [{}]":                              `f:1:8: a text is wanted here`,
		"tiers: {git.psh: LOW}":                   `f:1:9: there is no rule "git.psh"`,
		"tiers: {files.wipe-system: LOW}":         `f:1:9: files.wipe-system is hardline`,
		"tiers: {git.push: MILD}":                 `f:1:19: unknown tier`,
		"rules: {}":                               `f:1:8: a list of rules`,
		"rules:\n  - id: a":                       `f:2:5: a: a rule needs a tier`,
		"rules:\n  - {tier: LOW}":                 `f:2:5: a rule needs an id`,
		"rules:\n  - {id: git.push}":              `f:2:5: git.push is a built-in rule`,
		"rules:\n  - {id: a, tier: LOW}":          `f:2:5: a: a rule needs a why`,
		"rules: [{id: a, tier: LOW, why: b}]":     `f:1:9: a: match is empty`,
		"rules: [{id: a, match: {program: x}}]":   `f:1:25: unknown key "program"; match takes`,
		"sudo_stdin: maybe":                       `f:1:13: true or false`,
		"kernel_guard: maybe":                     `f:1:15: kernel_guard "maybe": auto, on or off`,
		"llm: gpt":                                `f:1:6: llm has to be a list of keys`,
		"llm: {model: m}":                         `f:1:6: llm needs a base_url and a model`,
		"llm: {base_url: 'http://h/v1'}":          `f:1:6: llm needs a base_url and a model`,
		"llm: {model: m, base_url: h/v1}":         `f:1:27: base_url "h/v1": http:// or https://`,
		"llm: {model: m, base_url: 'http://'}":    `f:1:27: base_url "http://"`,
		"llm: {model: m, base_url: ftp://h}":      `f:1:27: base_url "ftp://h"`,
		"llm: {model: m, base_url: http://u@h}":   `f:1:27: base_url "http://u@h"`,
		"llm: {model: m, base_url: 'http://h?x'}": `f:1:27: base_url "http://h?x"`,
		"llm: {model: m, key: sk-1}":              `f:1:17: unknown key "key"; llm takes base_url, model, key_env`,
		"llm: {key_env: sk-1234}":                 `f:1:16: key_env "sk-1234": the name of an environment variable`,
		"llm: {timeout: 9}":                       `f:1:7: unknown key "timeout"`,
		"screen: on":                              `f:1:9: screen has to be a list of keys`,
		"screen:":                                 `f:1:8: screen has to be a list of keys`,
		"screen: {url: x}":                        `f:1:10: unknown key "url"; screen takes base_url, model`,
		"screen: {model: ''}":                     `f:1:17: the name of a model`,
		"screen: {base_url: h}":                   `f:1:20: base_url "h": http:// or https://`,
		"screen: {base_url: http://u:p@h}":        `f:1:20: base_url`,
		"screen: {base_url: http://h/v1/}":        `f:1:20: base_url "http://h/v1": Ollama's own address`,
		"a: [":                                    `f:1:`,
		"\tx":                                     `f:1:`,
		"- x":                                     `f:1:1: a policy has to be`,
	} {
		_, err := Parse("f", User, []byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A project's file can only tighten, the admin's word comes after the user's.
func TestMerge(t *testing.T) {
	parse := func(origin Origin, text string) *File {
		f, err := Parse(origin.String(), origin, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	project := parse(Project, "preset: standard\nsudo_stdin: true\nallow: [git push *]\ndeny: [git push -f]\ntiers: {git.push: LOW, git.push-force: HIGH}")
	if len(project.Ignored) != 3 || project.SudoStdin || len(project.Policy.Allow) != 0 || len(project.Policy.Deny) != 1 {
		t.Errorf("project: %+v", project)
	}
	decide := func(cmd string, files ...*File) tiers.Tier {
		s := Merge(files)
		v := tiers.Judge(shellparse.Parse(cmd, shellparse.Options{Dir: "/p", Home: "/home/u"}), &tiers.Facts{Dir: "/p", Home: "/home/u"}, tiers.Options{Preset: s.Preset, Policy: s.Policy})
		return v.Tier
	}
	low, high := parse(User, "tiers: {git.push: LOW}"), parse(Admin, "tiers: {git.push: HIGH}")
	for _, tc := range []struct {
		want  tiers.Tier
		files []*File
	}{
		{tiers.Medium, nil},
		{tiers.Low, []*File{low}},
		{tiers.High, []*File{high}},
		{tiers.High, []*File{high, low}},
		{tiers.High, []*File{low, high}},
		{tiers.Medium, []*File{parse(Project, "tiers: {git.push: LOW}")}},
		{tiers.High, []*File{parse(Project, "tiers: {git.push: HIGH}"), low}},
		{tiers.Critical, []*File{parse(Project, "deny: [git push *]"), parse(User, "allow: [git push *]")}},
		{tiers.Low, []*File{parse(User, "allow: [git push *]"), high}},
	} {
		if got := decide("git push x", tc.files...); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.files, got, tc.want)
		}
	}
	if s := Merge([]*File{parse(User, "preset: strict"), parse(Admin, "preset: standard")}); s.Preset != tiers.Strict {
		t.Errorf("preset %s", s.Preset)
	}
	for _, tc := range []struct {
		want  string
		files []*File
	}{
		{"", nil},
		{"off", []*File{parse(User, "kernel_guard: off")}},
		{"on", []*File{parse(Admin, "kernel_guard: on"), parse(User, "kernel_guard: off")}},
		{"off", []*File{parse(Project, "kernel_guard: auto"), parse(User, "kernel_guard: off")}},
		{"", []*File{parse(Project, "kernel_guard: off")}},
		{"on", []*File{parse(Project, "kernel_guard: on"), parse(User, "kernel_guard: off")}},
	} {
		if s := Merge(tc.files); s.Guard != tc.want {
			t.Errorf("kernel_guard %q, want %q", s.Guard, tc.want)
		}
	}
	if s := Merge([]*File{parse(Project, "preset: strict"), parse(User, "preset: standard")}); s.Preset != tiers.Strict {
		t.Errorf("preset %s", s.Preset)
	}
}

// The language model is the admin's to choose, then the user's, and never the
// project's, which is in the hands of those that it gives opinions about.
func TestMergeLLM(t *testing.T) {
	llm := func(host string) string { return "llm: {base_url: https://" + host + "/v1, model: m, key_env: KEY}" }
	file := func(origin Origin, text string) *File {
		f, err := Parse(origin.String(), origin, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	project := file(Project, llm("project"))
	if len(project.Ignored) != 1 || !strings.Contains(project.Ignored[0].Text, "llm: a project's policy can only tighten") {
		t.Errorf("the project's file: %v", project.Ignored)
	}
	for want, files := range map[string][]*File{
		"":                   {project},
		"https://user/v1":    {project, file(User, llm("user"))},
		"https://admin/v1":   {file(Admin, llm("admin")), file(User, llm("user")), project},
		"http://[::1]:80/v1": {file(User, "llm: {base_url: 'http://[::1]:80/v1', model: m}"), file(Admin, "preset: strict")},
	} {
		s := Merge(files)
		if s.LLM == nil && want == "" {
			continue
		}
		if s.LLM == nil || s.LLM.BaseURL != want || s.LLM.Model != "m" {
			t.Errorf("%+v, want %q", s.LLM, want)
		}
	}
	if _, err := Parse("f", Project, []byte("llm: {model: m}")); err == nil {
		t.Error("a project's file is not read strictly")
	}
	both := Merge([]*File{file(User, llm("user")), file(Admin, "llm: {base_url: http://admin, model: n}")})
	if *both.LLM != (LLM{BaseURL: "http://admin", Model: "n"}) {
		t.Errorf("the user's key goes to the admin's service: %+v", both.LLM)
	}
}

// So is the content screen, which would be told what is said.
func TestMergeScreen(t *testing.T) {
	file := func(origin Origin, text string) *File {
		f, err := Parse(origin.String(), origin, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	project := file(Project, "screen: {base_url: http://project}")
	if project.Screen != nil || len(project.Ignored) != 1 || project.Ignored[0].At.Line != 1 {
		t.Errorf("the project's file: %+v", project)
	}
	for _, tt := range []struct {
		files []*File
		want  *Screen
	}{
		{[]*File{project, file(User, "preset: strict")}, nil},
		{[]*File{file(User, "screen: {}")}, &Screen{"http://127.0.0.1:11434", "llama-guard3:8b"}},
		{[]*File{file(User, "screen: {model: llama-guard3:1b}"), project}, &Screen{"http://127.0.0.1:11434", "llama-guard3:1b"}},
		{[]*File{file(Admin, "screen: {base_url: https://admin/}"), file(User, "screen: {model: user}")}, &Screen{"https://admin", "llama-guard3:8b"}},
	} {
		switch got := Merge(tt.files).Screen; {
		case got == nil && tt.want == nil:
		case got == nil || tt.want == nil || *got != *tt.want:
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(everyService))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("f", Project, data)
		if err == nil && len(file.Policy.Allow) > 0 {
			t.Error("a project's file allows something")
		}
		if err == nil && file.LLM != nil {
			t.Error("a project's file names a language model")
		}
		if err == nil && file.Notify != nil {
			t.Error("a project's file names services that tell people")
		}
		if err == nil && file.Screen != nil {
			t.Error("a project's file names a content screen")
		}
	})
}
