package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// edit is one thing that init sets in a settings file of JSON, and how it was
// before, so that it alone can be taken back when others have written the file
// since.
type edit struct {
	Path  []string `json:"path"`  // of the member, or of the list
	Value string   `json:"value"` // JSON
	Item  bool     `json:"item"`  // it is one more in a list
	Form  bool     `json:"form"`  // the file's own form asks for it: a version number, say, and any will do

	Had   string `json:"had"`   // the member's value before; "": there was none
	Found int    `json:"found"` // how much of the path was there
}

// apply sets it in text, and remembers what was there.
func (e *edit) apply(text string) (string, error) {
	strict := strictJSON(text)
	at, found, err := descend(strict, e.Path)
	if err != nil {
		return "", err
	}
	e.Found, e.Had = found, ""
	there := found == len(e.Path)
	if there && !e.Item {
		e.Had = at.of(text)
	}
	switch {
	case there && e.Item:
		c, err := readContainer(strict, at)
		if err != nil {
			return "", err
		}
		if !c.array {
			return "", fmt.Errorf("%s is no list", strings.Join(e.Path, "."))
		}
		if e.index(text, c) >= 0 {
			return text, nil
		}
		return insertItem(text, c, "", e.Value), nil
	case there && (e.Form || sameJSON(e.Had, e.Value)):
		return text, nil
	case there:
		return text[:at.start] + e.Value + text[at.end:], nil
	}
	c, err := readContainer(strict, at)
	if err != nil {
		return "", err
	}
	if c.array {
		return "", fmt.Errorf("%s is a list", strings.Join(e.Path[:found], "."))
	}
	return insertItem(text, c, e.Path[found], e.nested()), nil
}

// nested is the value with what is missing of the path around it.
func (e *edit) nested() string {
	value := e.Value
	if e.Item {
		value = "[" + value + "]"
	}
	for i := len(e.Path) - 1; i > e.Found; i-- {
		value = "{" + jsonString(e.Path[i]) + ": " + value + "}"
	}
	return value
}

// index is where in the list the value stands; -1: nowhere.
func (e *edit) index(text string, c container) int {
	for i, item := range c.items {
		if sameJSON(item.value.of(text), e.Value) {
			return i
		}
	}
	return -1
}

// isSet reports whether text has it.
func (e *edit) isSet(text string) bool {
	strict := strictJSON(text)
	at, found, err := descend(strict, e.Path)
	if err != nil || found < len(e.Path) {
		return false
	}
	if !e.Item {
		return e.Form || sameJSON(at.of(text), e.Value)
	}
	c, err := readContainer(strict, at)
	return err == nil && c.array && e.index(text, c) >= 0
}

// revert takes it out of text, which others may have written since. What has
// another value by now stays.
func (e *edit) revert(text string) (string, error) {
	strict := strictJSON(text)
	at, found, err := descend(strict, e.Path)
	switch {
	case err != nil:
		return "", err
	case found < len(e.Path) || !e.isSet(text):
		return text, nil
	case e.Form:
		if root, err := readContainer(strict, span{0, len(strict)}); err != nil || e.Had != "" || len(root.items) > 1 {
			return text, err // others need it now
		}
	case !e.Item && e.Had != "":
		return text[:at.start] + e.Had + text[at.end:], nil
	}
	if e.Item {
		c, err := readContainer(strict, at)
		if err != nil {
			return "", err
		}
		text = removeItem(text, c, e.index(text, c))
	} else if text, err = removeMember(text, e.Path); err != nil {
		return "", err
	}
	return e.prune(text)
}

// prune takes out what was made for it and holds nothing any more.
func (e *edit) prune(text string) (string, error) {
	last := len(e.Path) - 1
	if e.Item {
		last = len(e.Path)
	}
	for n := last; n > e.Found; n-- {
		strict := strictJSON(text)
		at, found, err := descend(strict, e.Path[:n])
		if err != nil || found < n {
			return text, err
		}
		c, err := readContainer(strict, at)
		if err != nil {
			return "", err
		}
		if strings.TrimSpace(text[c.open:c.close]) != "" {
			return text, nil
		}
		if text, err = removeMember(text, e.Path[:n]); err != nil {
			return "", err
		}
	}
	return text, nil
}

func removeMember(text string, path []string) (string, error) {
	strict := strictJSON(text)
	at, _, err := descend(strict, path[:len(path)-1])
	if err != nil {
		return "", err
	}
	c, err := readContainer(strict, at)
	if err != nil {
		return "", err
	}
	i, ok := c.find(path[len(path)-1])
	if !ok {
		return text, nil
	}
	return removeItem(text, c, i), nil
}

// removeItem takes an item out with its comma. Comments stay.
func removeItem(text string, c container, i int) string {
	const space = " \t\r\n"
	item := c.items[i]
	left := len(strings.TrimRight(text[:item.start], space))
	switch {
	case i+1 < len(c.items):
		next := c.items[i+1].start
		if strings.Trim(text[item.value.end:next], space+",") == "" {
			return text[:item.start] + text[next:]
		}
		comma := item.value.end + strings.IndexByte(strictJSON(text)[item.value.end:], ',')
		return text[:left] + text[item.value.end:comma] + text[comma+1:]
	case i > 0:
		before := c.items[i-1].value.end
		comma := before + strings.IndexByte(strictJSON(text)[before:], ',')
		return text[:comma] + text[comma+1:left] + text[item.value.end:]
	}
	if strings.Trim(text[c.open:item.start]+text[item.value.end:c.close], space+",") == "" {
		return text[:c.open] + text[c.close:]
	}
	rest := text[item.value.end:c.close]
	if comma := strings.TrimLeft(rest, space); strings.HasPrefix(comma, ",") {
		rest = comma[1:]
	}
	return text[:left] + rest + text[c.close:]
}

// insertItem puts a value first in an object or a list, laid out as the file is.
func insertItem(text string, c container, key, value string) string {
	l := layoutOf(text)
	base := indentOf(text, c.open-1)
	inner := base + l.unit
	between := ""
	if len(c.items) > 0 {
		first := c.items[0].start
		if strings.Contains(text[c.open:first], "\n") {
			inner = indentOf(text, first)
		} else {
			l.newline = "" // it goes on in that line
		}
	}
	if l.newline != "" {
		between = l.newline + inner
	}
	added := l.value(value, inner)
	if key != "" {
		added = jsonString(key) + ": " + added
	}
	switch rest := text[c.open:]; {
	case len(c.items) > 0 && between == "":
		return text[:c.open] + text[c.open:c.items[0].start] + added + "," + spaceOr(text[c.open:c.items[0].start]) + text[c.items[0].start:]
	case len(c.items) > 0:
		return text[:c.open] + between + added + "," + rest
	case strings.TrimSpace(text[c.open:c.close]) != "": // a comment
		return text[:c.open] + between + added + rest
	case l.newline != "":
		return text[:c.open] + between + added + l.newline + base + text[c.close:]
	}
	return text[:c.open] + added + text[c.close:]
}

// spaceOr is the space before an item, or one where there is none.
func spaceOr(s string) string {
	if s == "" || strings.TrimSpace(s) != "" {
		return " "
	}
	return s
}

// layout is how a file is written.
type layout struct{ newline, unit string }

func layoutOf(text string) layout {
	l := layout{newline: "\n", unit: "  "}
	if strings.Contains(text, "\r\n") {
		l.newline = "\r\n"
	}
	first, rest, _ := strings.Cut(text, "\n")
	if rest == "" && strings.Trim(first, " \t\r{}") != "" {
		l.newline = "" // all in one line
	}
	for line := range strings.SplitSeq(rest, "\n") {
		if space := len(line) - len(strings.TrimLeft(line, " \t")); space > 0 && strings.TrimSpace(line) != "" {
			l.unit = line[:space]
			break
		}
	}
	return l
}

// value is JSON as it stands in a line with that indent.
func (l layout) value(value, indent string) string {
	var b bytes.Buffer
	if l.newline == "" || json.Indent(&b, []byte(value), indent, l.unit) != nil {
		return value
	}
	return strings.ReplaceAll(b.String(), "\n", l.newline)
}

// indentOf is what the line that has this place begins with.
func indentOf(text string, at int) string {
	line := text[strings.LastIndexByte(text[:at], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
