package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// One thing is set in a file, laid out as the file is, and nothing else changes.
func TestEdit(t *testing.T) {
	t.Parallel()
	member := func(value string, path ...string) edit { return edit{Path: path, Value: value} }
	item := func(value string, path ...string) edit { return edit{Path: path, Value: value, Item: true} }
	for _, tt := range []struct {
		text string
		edit edit
		want string
	}{
		{`{}`, member(`1`, "a"), "{\n  \"a\": 1\n}"},
		{"{\n}\n", member(`1`, "a"), "{\n  \"a\": 1\n}\n"},
		{`{"b":2}`, member(`1`, "a"), `{"a": 1, "b":2}`},
		{`{ "b": 2 }`, member(`1`, "a"), `{ "a": 1, "b": 2 }`},
		{"{\n\t\"b\": 2\n}\n", member(`1`, "a"), "{\n\t\"a\": 1,\n\t\"b\": 2\n}\n"},
		{"{\r\n    \"b\": 2\r\n}", member(`{"c": 1}`, "a"), "{\r\n    \"a\": {\r\n        \"c\": 1\r\n    },\r\n    \"b\": 2\r\n}"},
		{"{\n  // first\n  \"b\": 2, // second\n}", member(`1`, "a"), "{\n  \"a\": 1,\n  // first\n  \"b\": 2, // second\n}"},
		{"{ // first\n  \"b\": 2\n}", member(`1`, "a"), "{\n  \"a\": 1, // first\n  \"b\": 2\n}"},
		{"{\n  /* \"a\": 0, */\n}", member(`1`, "a"), "{\n  \"a\": 1\n  /* \"a\": 0, */\n}"},
		{"{\n  \"a\": 0 // why\n}", member(`1`, "a"), "{\n  \"a\": 1 // why\n}"},
		{`{"a":0,"a":9}`, member(`1`, "a"), `{"a":0,"a":1}`},
		{`{"\u0061": 0}`, member(`1`, "a"), `{"\u0061": 1}`},
		{`{"s": "// \" /* , }"}`, member(`1`, "a"), `{"a": 1, "s": "// \" /* , }"}`},
		{"\ufeff{\"b\": 2}\n", member(`1`, "a"), "\ufeff{\"a\": 1, \"b\": 2}\n"},

		{"{\n  \"env\": {\n    \"X\": \"y\"\n  }\n}", member(`"z"`, "env", "S"), "{\n  \"env\": {\n    \"S\": \"z\",\n    \"X\": \"y\"\n  }\n}"},
		{"{\n  \"env\": {}\n}", member(`"z"`, "env", "S"), "{\n  \"env\": {\n    \"S\": \"z\"\n  }\n}"},
		{"{\n  \"x\": 1\n}", member(`"z"`, "env", "S"), "{\n  \"env\": {\n    \"S\": \"z\"\n  },\n  \"x\": 1\n}"},

		{"{\n  \"h\": {\n    \"P\": [\n      {\"a\": 1}, // theirs\n    ]\n  }\n}", item(`{"b": 2}`, "h", "P"), "{\n  \"h\": {\n    \"P\": [\n      {\n        \"b\": 2\n      },\n      {\"a\": 1}, // theirs\n    ]\n  }\n}"},
		{"{\n  \"h\": {\n    \"P\": []\n  }\n}", item(`2`, "h", "P"), "{\n  \"h\": {\n    \"P\": [\n      2\n    ]\n  }\n}"},
		{"{\n  \"h\": {\n    \"Q\": [3]\n  }\n}", item(`2`, "h", "P"), "{\n  \"h\": {\n    \"P\": [\n      2\n    ],\n    \"Q\": [3]\n  }\n}"},
		{`{"h":{"P":[3]}}`, item(`2`, "h", "P"), `{"h":{"P":[2, 3]}}`},
		{"{\n  \"h\": [ 2 ]\n}", item(`2`, "h"), "{\n  \"h\": [ 2 ]\n}"},
		{"{\n  \"version\": 3\n}", edit{Path: []string{"version"}, Value: "1", Form: true}, "{\n  \"version\": 3\n}"},
	} {
		e := tt.edit
		got, err := e.apply(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%s with %s of %q: %v\n%s\nwant\n%s", tt.text, e.Value, e.Path, err, got, tt.want)
			continue
		}
		if !e.isSet(got) {
			t.Errorf("%s: not set", got)
		}
		if again, err := e.apply(got); err != nil || again != got {
			t.Errorf("%s twice: %v\n%s", got, err, again)
		}
	}
	for _, tt := range []struct {
		text string
		edit edit
	}{
		{``, member(`1`, "a")},
		{`[]`, member(`1`, "a")},
		{`{`, member(`1`, "a")},
		{`{"a":}`, member(`1`, "a")},
		{`{"a":1`, member(`1`, "a")},
		{`{} {}`, member(`1`, "a")},
		{`{"a": 1} /* open`, member(`2`, "a")},
		{`{"h": 1}`, member(`1`, "h", "P")},
		{`{"h": []}`, member(`1`, "h", "P")},
		{`{"h": {"P": {}}}`, item(`1`, "h", "P")},
		{`{"h": null}`, item(`1`, "h", "P")},
	} {
		if got, err := tt.edit.apply(tt.text); err == nil {
			t.Errorf("%s: no error, but %s", tt.text, got)
		}
	}
}

// What others have written since stays when it is taken back.
func TestEditTakenBack(t *testing.T) {
	t.Parallel()
	hook := edit{Path: []string{"hooks", "Pre"}, Value: `{"command": "ours"}`, Item: true}
	for _, tt := range []struct{ before, changed, want string }{
		{"{}", "{\"hooks\": {\"Pre\": [{\"command\": \"ours\"}]}, \"x\": 1}", "{\"x\": 1}"},
		{"{}", "{\n  \"hooks\": {\n    \"Pre\": [\n      {\"command\":\"ours\"},\n      // theirs\n      {\"command\": \"theirs\"}\n    ]\n  }\n}",
			"{\n  \"hooks\": {\n    \"Pre\": [\n      // theirs\n      {\"command\": \"theirs\"}\n    ]\n  }\n}"},
		{"{}", "{\n  \"hooks\": {\n    \"Pre\": [\n      {\"command\": \"theirs\"}, // theirs\n      {\"command\": \"ours\"} // ours\n    ]\n  }\n}",
			"{\n  \"hooks\": {\n    \"Pre\": [\n      {\"command\": \"theirs\"} // theirs // ours\n    ]\n  }\n}"},
		{"{}", "{\"hooks\": {\"Pre\": [{\"command\": \"ours\"}], \"Post\": []}}", "{\"hooks\": {\"Post\": []}}"},
		{`{"hooks": {"Pre": []}}`, `{"hooks": {"Pre": [{"command": "ours"}]}, "y": 2}`, `{"hooks": {"Pre": []}, "y": 2}`},
		{`{"hooks": {}}`, `{"hooks": {"Pre": [{"command": "ours"}]}, "y": 2}`, `{"hooks": {}, "y": 2}`},
		{"{}", `{"hooks": {"Pre": [{"command": "other"}]}}`, `{"hooks": {"Pre": [{"command": "other"}]}}`},
		{"{}", `{"x": 1}`, `{"x": 1}`},
	} {
		e := hook
		if _, err := e.apply(tt.before); err != nil {
			t.Fatal(err)
		}
		if got, err := e.revert(tt.changed); err != nil || got != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.changed, err, got, tt.want)
		}
	}
	was := edit{Path: []string{"shell"}, Value: `"ours"`}
	if _, err := was.apply(`{"shell": "theirs"}`); err != nil {
		t.Fatal(err)
	}
	if got, err := was.revert("{\n\t\"shell\": \"ours\"\n}"); err != nil || got != "{\n\t\"shell\": \"theirs\"\n}" {
		t.Errorf("%s, %v", got, err)
	}
}

// Whatever the file, what is set is there, all else is what it was, and taking
// it out leaves the same values, and every comment.
func TestEditAll(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		before := randomSettings(r, 0)
		e := edit{Path: []string{"a", "b", "c"}[:1+r.IntN(3)], Value: `{"ours": [1, "}"]}`, Item: r.IntN(2) == 0}
		with, err := e.apply(before)
		if err != nil {
			continue // a value of another kind stands in its way
		}
		if !e.isSet(with) || !json.Valid([]byte(strictJSON(with))) {
			t.Fatalf("%s\nwith %q (item: %v):\n%s", before, e.Path, e.Item, with)
		}
		touched := strings.Replace(with, "/*", "/* touched ", 1)
		without, err := e.revert(touched)
		if err != nil || !sameJSON(without, before) {
			t.Fatalf("%s\nwithout %q again: %v\n%s\nfrom\n%s", before, e.Path, err, without, touched)
		}
		if strings.Count(without, "*/") != strings.Count(before, "*/") {
			t.Fatalf("a comment is lost or doubled:\n%s\n%s", before, without)
		}
	}
}

// randomSettings is an object as people write them.
func randomSettings(r *rand.Rand, depth int) string {
	space := func() string {
		return []string{"", " ", "\n", "\r\n\t", " /* , \" } */ ", "\n  "}[r.IntN(6)]
	}
	var b strings.Builder
	b.WriteString("{" + space())
	keys := []string{`"a"`, `"b"`, `"\u0063"`, `"d // "`}
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	n := r.IntN(len(keys) + 1)
	for i, key := range keys[:n] {
		value := []string{"1", `"x, ]"`, "[]", "[1, 2]", "null", `[{"y": 0}` + space() + `]`}[r.IntN(6)]
		if depth < 3 && r.IntN(2) == 0 {
			value = randomSettings(r, depth+1)
		}
		b.WriteString(key + space() + ":" + space() + value + space())
		if i < n-1 || r.IntN(4) == 0 {
			b.WriteString("," + space())
		}
	}
	return b.String() + "}"
}
