package mcp

import (
	"bytes"
	"os"
	"strconv"
)

// marked returns the processes that have the mark in their environment.
func marked(mark string) (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && hasMark(pid, mark) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// hasMark reports whether pid has it. The environment is what the process was
// started with, and is empty for one that has ended.
func hasMark(pid int, mark string) bool {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	want := []byte(markName + "=" + mark + "\x00")
	at := bytes.Index(env, want)
	return err == nil && (at == 0 || at > 0 && env[at-1] == 0)
}
