package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A settings file is somebody else's, and may have comments and trailing commas
// (JSONC). What is found in it is found by place, so that what is changed in it
// is one stretch, and every other byte stays as it was.

// strictJSON is text with its comments and trailing commas blanked out: JSON
// with everything at the place where it stands in text.
func strictJSON(text string) string {
	b := []byte(text)
	comma := -1 // the last thing that was seen, where that is a comma
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(b) && (b[i+1] == '/' || b[i+1] == '*'):
			end := commentEnd(text, i)
			blank(b[i:end])
			i = end - 1
		case strings.HasPrefix(text[i:], "\ufeff"):
			blank(b[i : i+3])
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				b[comma] = ' '
			}
			comma = -1
		case c > ' ':
			comma = -1
		}
	}
	return string(b)
}

// commentEnd is where the comment at i ends. One that is not closed is left for
// the decoder to stumble over.
func commentEnd(text string, i int) int {
	mark, behind := "\n", 0
	if text[i+1] == '*' {
		mark, behind = "*/", 2
	}
	n := strings.Index(text[i+2:], mark)
	switch {
	case n >= 0:
		return i + 2 + n + behind
	case behind > 0:
		return i + 1
	}
	return len(text)
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
}

// span is a stretch of a text.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// jsonItem is a member of an object or an element of an array.
type jsonItem struct {
	key   string // "" in an array
	start int    // of the key, or of the value
	value span
}

// container is an object or an array: what is between its brackets, in order.
type container struct {
	open, close int // behind the opening bracket, before the closing one
	array       bool
	items       []jsonItem
}

// readContainer finds the items of the object or array at a place in strict JSON.
func readContainer(strict string, at span) (c container, err error) {
	dec := json.NewDecoder(strings.NewReader(at.of(strict)))
	here := func() int { return at.start + int(dec.InputOffset()) }
	token, err := dec.Token()
	if err == nil && token != json.Delim('{') && token != json.Delim('[') {
		err = fmt.Errorf("it has %v where an object or a list should be", token)
	}
	if err != nil {
		return c, err
	}
	c.open, c.array = here(), token == json.Delim('[')
	for dec.More() {
		item := jsonItem{}
		from := here()
		if !c.array {
			if token, err = dec.Token(); err != nil {
				return c, err
			}
			item.key = token.(string)
			item.start = from + strings.IndexByte(strict[from:], '"')
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return c, err
		}
		item.value = span{here() - len(value), here()}
		if c.array {
			item.start = item.value.start
		}
		c.items = append(c.items, item)
	}
	if _, err := dec.Token(); err != nil {
		return c, err
	}
	c.close = here() - 1
	if rest := strings.TrimSpace(strict[here():at.end]); rest != "" {
		return c, fmt.Errorf("it goes on behind its end: %.20q", rest)
	}
	return c, nil
}

// find is the place of the item with that key; the last one counts, as for
// those who read the file.
func (c *container) find(key string) (i int, ok bool) {
	for i = len(c.items) - 1; i >= 0; i-- {
		if c.items[i].key == key && !c.array {
			return i, true
		}
	}
	return 0, false
}

// descend follows a path as far as it is there: where the last value on it
// stands, and how many keys were found.
func descend(strict string, path []string) (at span, found int, err error) {
	at = span{0, len(strict)}
	for _, key := range path {
		c, err := readContainer(strict, at)
		if err != nil {
			return at, found, err
		}
		i, ok := c.find(key)
		if !ok {
			return at, found, nil
		}
		at, found = c.items[i].value, found+1
	}
	return at, found, nil
}

// sameJSON reports whether two texts are the same value.
func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(strictJSON(a)), &x) != nil || json.Unmarshal([]byte(strictJSON(b)), &y) != nil {
		return false
	}
	one, _ := json.Marshal(x)
	other, _ := json.Marshal(y)
	return bytes.Equal(one, other)
}

func jsonString(s string) string {
	text, _ := json.Marshal(s) // a string always can be
	return string(text)
}
