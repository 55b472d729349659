package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestReadLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxLine+1)
	r := bufio.NewReader(strings.NewReader("one\n\ntwo\r\n" + long + "\nthree\n" + long[2:] + "\nlast"))
	for i, want := range []string{"one", "", "two", "too long", "three", long[2:], "last"} {
		line, err := readLine(r)
		if errors.Is(err, errLineTooLong) {
			line, err = []byte("too long"), nil
		}
		if err != nil || string(line) != want {
			t.Fatalf("line %d: %.20q, %v, want %.20q", i+1, line, err, want)
		}
	}
	if line, err := readLine(r); err != io.EOF {
		t.Errorf("after the last line: %q, %v", line, err)
	}
}
