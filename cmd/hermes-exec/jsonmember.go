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

// memberOf is the text of the value of key; "" where there is none.
func memberOf(text, key string) (value string, err error) {
	list, _, err := members(text)
	for _, m := range list {
		if m.key == key { // the last one counts, as for those who read it
			value = text[m.value:m.end]
		}
	}
	return value, err
}

// withMember is text with the value of key set to value.
func withMember(text, key, value string) (string, error) {
	list, open, err := members(text)
	if err != nil {
		return "", err
	}
	for i := len(list) - 1; i >= 0; i-- {
		if m := list[i]; m.key == key {
			return text[:m.value] + value + text[m.end:], nil
		}
	}
	added := jsonString(key) + ": " + value
	if len(list) == 0 {
		return text[:open] + "\n  " + added + "\n" + strings.TrimLeft(text[open:], " \t\r\n"), nil
	}
	return text[:open] + text[open:list[0].start] + added + "," + text[open:], nil
}

// withoutMember is text without the member of that key.
func withoutMember(text, key string) (string, error) {
	list, _, err := members(text)
	if err != nil {
		return "", err
	}
	for i := len(list) - 1; i >= 0; i-- {
		m := list[i]
		switch {
		case m.key != key:
			continue
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
