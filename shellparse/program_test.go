package shellparse

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A script file that is somebody else's is read for a moment, and makes no problem; the
// text around it is read as ever.
func TestProgramFiles(t *testing.T) {
	files := map[string]string{
		"/p/long":   strings.Repeat("x=$((x + 1)); echo $x\n", 40_000),
		"/p/busy":   "for i in $(seq 9); do " + strings.Repeat("echo $i; ", 5_000) + " done\n",
		"/p/deep":   strings.Repeat("(", 2_000),
		"/p/broken": "#!/bin/sh\nif\n",
		"/p/web":    "#!/usr/bin/fish\nset x 1\n",
		"/p/lib":    "f() { if; }\nv=3\n",
		"/p/mine":   "#!/bin/sh\nif\n",
	}
	for i := range 12 {
		files["/p/lib"+fmt.Sprint(i)] = "#!/bin/sh\n" + strings.Repeat("echo $((1 + 1))\n", 2_000)
	}
	o := Options{Dir: "/p", Wrote: func(path string) bool { return path == "/p/mine" }, ReadFile: func(path string) (string, error) {
		if path == "/p/huge" {
			return "", ErrTooLong
		}
		if path == "/p/pipe" {
			return "", ErrNotRead // no file: what comes there is data
		}
		if text, ok := files[path]; ok {
			return text, nil
		}
		return "", errors.New("not there")
	}}
	for text, problems := range map[string]int{
		"sh long; rm a": 0, "./busy; rm a": 0, "sh deep; rm a": 0, "./broken; rm a": 0, "sh broken; rm a": 0, "fish web; ./web; rm a": 0,
		". ./lib; f; rm a": 0, "sh huge; ./huge; . ./huge; rm a": 0, "sh mine; rm a": 1, "sh pipe; rm a": 1, "printf 'if' >own; sh own; rm a": 1,
		"for i in 0 1 2 3 4 5 6 7 8 9 10 11; do sh lib$i; done; rm a": 0, // each has steps of its own
	} {
		s := Parse(text, o)
		if len(s.Problems) != problems {
			t.Errorf("%s: %v", text, s.Problems)
		}
		last := s.Commands[len(s.Commands)-1]
		if word, _ := last.Argv[0].Exact(); word != "rm" || last.Pos.File != "" {
			t.Errorf("%s: the last command is %v", text, last.Argv)
		}
	}
}
