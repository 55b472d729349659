package main

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestJSONMember(t *testing.T) {
	for _, tt := range []struct{ text, key, with, without string }{
		{`{}`, "a", "{\n  \"a\": 1\n}", `{}`},
		{"{ \n}\n", "a", "{\n  \"a\": 1\n}\n", "{ \n}\n"},
		{`{"b":2}`, "a", `{"a": 1,"b":2}`, `{"b":2}`},
		{"{\n\t\"b\": 2\n}\n", "a", "{\n\t\"a\": 1,\n\t\"b\": 2\n}\n", "{\n\t\"b\": 2\n}\n"},
		{"{\n  \"b\": [1, {\"a\": 3}],\n  \"a\": \"x\"\n}", "a", "{\n  \"b\": [1, {\"a\": 3}],\n  \"a\": 1\n}", "{\n  \"b\": [1, {\"a\": 3}]\n}"},
		{`{"a" : 0, "b": 2}`, "a", `{"a" : 1, "b": 2}`, `{"b": 2}`},
		{`{"a":0,"a":9}`, "a", `{"a":0,"a":1}`, `{"a":0}`},
		{`{"\u0061": 0}`, "a", `{"\u0061": 1}`, `{}`},
	} {
		if got, err := withMember(tt.text, tt.key, "1"); got != tt.with || err != nil {
			t.Errorf("%s with %s: %s, %v, want %s", tt.text, tt.key, got, err, tt.with)
		}
		if got, err := withoutMember(tt.text, tt.key); got != tt.without || err != nil {
			t.Errorf("%s without %s: %s, %v, want %s", tt.text, tt.key, got, err, tt.without)
		}
	}
	for _, text := range []string{``, `[]`, `{`, `{"a":}`, `{"a":1`, `{} {}`, `// c` + "\n{}"} {
		if got, err := withMember(text, "a", "1"); err == nil {
			t.Errorf("%s: no error, but %s", text, got)
		}
	}
}

// What is set is there, everything else is as before, and taking it out gives
// back what was there, to the byte.
func TestJSONMemberAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	keys := []string{"a", "b", "é", `q"q`, `\`, "a b", ","}
	for range 2000 {
		object := make(map[string]int)
		for range 1 + r.IntN(5) {
			object[keys[1+r.IntN(len(keys)-1)]] = r.IntN(10)
		}
		key := keys[r.IntN(len(keys))]
		_, had := object[key]
		before, _ := json.MarshalIndent(object, "", strings.Repeat(" ", r.IntN(3)))
		with, err := withMember(string(before), key, "42")
		if err != nil {
			t.Fatal(err)
		}
		object[key] = 42
		var got map[string]int
		if err := json.Unmarshal([]byte(with), &got); err != nil || !maps.Equal(got, object) {
			t.Fatalf("%s with %q: %s, %v", before, key, with, err)
		}
		without, err := withoutMember(with, key)
		if err != nil || !had && without != string(before) {
			t.Fatalf("%s without %q: %s, %v, want %s", with, key, without, err, before)
		}
		if is, err := memberOf(without, key); is != "" || err != nil {
			t.Fatalf("%s: still %s, %v", without, is, err)
		}
	}
}
