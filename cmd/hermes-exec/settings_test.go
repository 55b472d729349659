package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTakeSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args string
		rest string // what is left; "error" for an error that holds the second word on
	}{
		{"-c X", "-c X"},
		{"--yolo -c X", "-c X"},
		{"--yolo --norc -c X", "--norc -c X"},
		{"--norc --yolo -c X", "--norc --yolo -c X"},
		{"--preset strict --timeout 5 -- ls --yolo", "-- ls --yolo"},
		{"--preset=strict --pty file --pty", "file --pty"},
		{"--yolo=false -c X", "-c X"},
		{"-yolo -c X", "-yolo -c X"}, // a cluster, and the shell's
		{"--timeout", "error timeout"},
		{"--timeout soon -c X", "error soon"},
		{"--timeout -1 -c X", "error -1"},
		{"--mode never -c X", "error --mode never"},
		{"--preset lax -c X", "error --preset lax"},
		{"--pty --no-pty -c X", "error --no-pty"},
		{"--report 93 -c X", "error 93"},
		{"--report /dev/null/x -c X", "error /dev/null/x"}, // no user can make that folder
	} {
		_, rest, err := takeSettings(strings.Fields(tt.args))
		if want, isErr := strings.CutPrefix(tt.rest, "error "); isErr {
			if err == nil || !strings.Contains(err.Error(), want) || exitStatus(err) != exitFailure {
				t.Errorf("%s: error %v, want one with %q and status %d", tt.args, err, want, exitFailure)
			}
		} else if err != nil || !slices.Equal(rest, strings.Fields(tt.rest)) {
			t.Errorf("%s: rest %q, error %v, want %q", tt.args, rest, err, tt.rest)
		}
	}
}

func TestSeconds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"0": 0, "5": 5 * time.Second, "0.5": 500 * time.Millisecond, "90s": 90 * time.Second,
		"5m": 5 * time.Minute, "1h": time.Hour, "1d": 24 * time.Hour, "1.5d": 36 * time.Hour, "1m30s": 90 * time.Second,
	} {
		var d seconds
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("%s: %v, %v, want %v", text, time.Duration(d), err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "-1s", "NaN", "Inf", "1e30", "5w", "d"} {
		var d seconds
		if err := d.Set(text); err == nil {
			t.Errorf("%q: taken as %v", text, time.Duration(d))
		}
	}
}
