package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A settings file is somebody else's: one member of it is set or taken out, and
// every other byte stays as it was.

// member is where one stands in the text of a JSON object.
type member struct {
	key        string
	start      int // of the key
	value, end int // of the value
}

// members finds those of an object, and where its text begins behind the brace.
func members(text string) (list []member, open int, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	token, err := dec.Token()
	if err == nil && token != json.Delim('{') {
		err = fmt.Errorf("begins with %v, not with an object", token)
	}
	if err != nil {
		return nil, 0, err
	}
	open = int(dec.InputOffset())
	for dec.More() {
		from := int(dec.InputOffset())
		token, err := dec.Token()
		if err != nil {
			return nil, 0, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, 0, err
		}
		end := int(dec.InputOffset())
		start := from + strings.Index(text[from:], `"`)
		list = append(list, member{token.(string), start, end - len(value), end})
	}
	if _, err := dec.Token(); err != nil {
		return nil, 0, err
	}
	if rest := text[dec.InputOffset():]; strings.TrimSpace(rest) != "" {
		return nil, 0, fmt.Errorf("goes on behind its end: %.20q", strings.TrimSpace(rest))
	}
	return list, open, nil
}

// memberOf is the text of the value that a path of keys leads to; "" where there is none.
func memberOf(text string, keys []string) (string, error) {
	for _, key := range keys {
		list, _, err := members(text)
		if err != nil {
			return "", err
		}
		next := ""
		for _, m := range list {
			if m.key == key { // the last one counts, as for those who read it
				next = text[m.value:m.end]
			}
		}
		if text = next; text == "" {
			break
		}
	}
	return text, nil
}

// withMember is text with the value that keys lead to set to value.
func withMember(text string, keys []string, value string) (string, error) {
	if len(keys) == 0 {
		return value, nil
	}
	list, open, err := members(text)
	if err != nil {
		return "", err
	}
	for i := len(list) - 1; i >= 0; i-- {
		if m := list[i]; m.key == keys[0] {
			inner, err := withMember(text[m.value:m.end], keys[1:], value)
			return text[:m.value] + inner + text[m.end:], err
		}
	}
	for i := len(keys) - 1; i > 0; i-- {
		value = fmt.Sprintf("{%s: %s}", jsonString(keys[i]), value)
	}
	added := jsonString(keys[0]) + ": " + value
	if len(list) == 0 {
		return text[:open] + "\n  " + added + "\n" + strings.TrimLeft(text[open:], " \t\r\n"), nil
	}
	return text[:open] + text[open:list[0].start] + added + "," + text[open:], nil
}

// withoutMember is text without the member that keys lead to, and without the
// objects around it that are empty then, but the outermost.
func withoutMember(text string, keys []string) (string, error) {
	list, _, err := members(text)
	if err != nil {
		return "", err
	}
	for i := len(list) - 1; i >= 0; i-- {
		m := list[i]
		if m.key != keys[0] {
			continue
		}
		if len(keys) > 1 {
			inner, err := withoutMember(text[m.value:m.end], keys[1:])
			if err != nil {
				return "", err
			}
			if left, _, err := members(inner); err != nil || len(left) > 0 {
				return text[:m.value] + inner + text[m.end:], err
			}
		}
		switch {
		case i+1 < len(list):
			return text[:m.start] + text[list[i+1].start:], nil
		case i > 0:
			return text[:list[i-1].end] + text[m.end:], nil
		}
		return text[:m.start] + strings.TrimLeft(text[m.end:], " \t\r\n"), nil
	}
	return text, nil
}

func jsonString(s string) string {
	text, _ := json.Marshal(s) // a string always can be
	return string(text)
}
