package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// harms are the changes of a verdict, the worst first. What none of them names
// comes after, and a change of tier or rules alone last.
var harms = []string{"block→allow", "ask→allow", "block→ask", "allow→ask", "allow→block", "ask→block"}

const (
	tierOnly  = "tier only"
	rulesOnly = "rules only"
	gone      = "not judged any more"
	added     = "judged anew"
)

// change is a text whose verdict is not what it was. Either line may be missing.
type change struct {
	kind          string
	before, after []string // the fields of [verdict.line]
}

// changes prints what differs between two files of lines.
func changes(before, after string, out io.Writer) error {
	was, _, err := readLines(before)
	if err != nil {
		return err
	}
	is, order, err := readLines(after)
	if err != nil {
		return err
	}
	var found []change
	for _, id := range order {
		if kind := kindOf(was[id], is[id]); kind != "" {
			found = append(found, change{kind, was[id], is[id]})
		}
		delete(was, id)
	}
	for _, fields := range was {
		found = append(found, change{gone, fields, nil})
	}
	slices.SortStableFunc(found, func(a, b change) int {
		return cmp.Or(cmp.Compare(rank(a.kind), rank(b.kind)), strings.Compare(a.kind, b.kind))
	})
	number := map[string]int{}
	for _, c := range found {
		if number[c.kind]++; number[c.kind] == 1 {
			fmt.Fprintf(out, "== %s\n", c.kind)
		}
		c.print(out)
	}
	fmt.Fprintf(out, "%d texts, %d changes", len(order), len(found))
	for _, kind := range slices.SortedFunc(maps.Keys(number), func(a, b string) int { return cmp.Compare(rank(a), rank(b)) }) {
		fmt.Fprintf(out, ", %s %d", kind, number[kind])
	}
	fmt.Fprintln(out)
	return nil
}

func kindOf(was, is []string) string {
	switch {
	case was == nil:
		return added
	case was[1] != is[1]:
		return was[1] + "→" + is[1]
	case was[2] != is[2] || was[3] != is[3]:
		return tierOnly
	case was[4] != is[4]:
		return rulesOnly
	}
	return ""
}

func rank(kind string) int {
	switch kind {
	case tierOnly:
		return len(harms) + 1
	case rulesOnly:
		return len(harms) + 2
	case added, gone:
		return len(harms) + 3
	}
	if i := slices.Index(harms, kind); i >= 0 {
		return i
	}
	return len(harms)
}

func (c change) print(out io.Writer) {
	last := c.after
	if last == nil {
		last = c.before
	}
	fmt.Fprintf(out, "%s %s %s\n", last[0], last[5], last[6])
	for _, side := range []struct {
		sign   string
		fields []string
	}{{"-", c.before}, {"+", c.after}} {
		if side.fields != nil {
			fmt.Fprintf(out, "   %s %s\n", side.sign, strings.Join(side.fields[1:5], " "))
		}
	}
}

// readLines reads what judge has printed: the fields by id, and the ids' order.
func readLines(name string) (byID map[string][]string, order []string, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	byID = map[string][]string{}
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) != 7 {
			return nil, nil, fmt.Errorf("%s:%d: %d fields", name, n+1, len(fields))
		}
		byID[fields[0]] = fields
		order = append(order, fields[0])
	}
	return byID, order, nil
}
