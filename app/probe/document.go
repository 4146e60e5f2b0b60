package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"assay/eval/fault"
)

// object is a JSON object; its members are looked up in camelCase, then in snake_case.
type object struct {
	members map[string]json.RawMessage
	snake   *bool // set when a snake_case name was used
}

func (o object) raw(name string) json.RawMessage {
	if v, ok := o.members[name]; ok {
		return v
	}
	if v, ok := o.members[snakeCase(name)]; ok {
		*o.snake = true
		return v
	}
	return nil
}

func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// text gives a member that must be a string if it is there.
func (o object) text(name string) (string, error) {
	var s string
	if raw := o.raw(name); given(raw) {
		if err := json.Unmarshal(raw, &s); err != nil {
			return "", fmt.Errorf("%s is not a string", name)
		}
	}
	return s, nil
}

// list gives a member that must be an array of objects if it is there; null is no array.
func (o object) list(name string) ([]object, bool, error) {
	raw := o.raw(name)
	if raw == nil {
		return nil, false, nil
	}
	var items []map[string]json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil || items == nil {
		return nil, true, fmt.Errorf("%s is not an array of objects", name)
	}
	out := make([]object, len(items))
	for i, m := range items {
		out[i] = object{m, o.snake}
	}
	return out, true, nil
}

// openCard gives the object in a document.
func openCard(raw []byte) (object, error) {
	if !utf8.Valid(raw) {
		return object{}, errors.New("it is not UTF-8")
	}
	if start := bytes.TrimSpace(raw); len(start) > 0 && start[0] == '<' {
		return object{}, errors.New("it is an HTML page or XML, not JSON")
	}
	o := object{snake: new(bool)}
	if err := json.Unmarshal(raw, &o.members); err != nil {
		return object{}, fmt.Errorf("it is not a JSON object: %s", fault.JSON(err))
	}
	if o.members == nil {
		return object{}, errors.New("it is not a JSON object")
	}
	return o, uniqueNames(raw)
}

// uniqueNames refuses an object that gives a name twice.
func uniqueNames(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	type level struct {
		names map[string]bool // nil in an array
		value bool            // the next token is a member's value
	}
	var stack []level
	for {
		t, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return errors.New(fault.JSON(err))
		}
		if t == json.Delim('}') || t == json.Delim(']') {
			stack = stack[:len(stack)-1]
			continue
		}
		if n := len(stack) - 1; n >= 0 && stack[n].names != nil {
			if name, ok := t.(string); ok && !stack[n].value {
				if stack[n].names[name] {
					return fmt.Errorf("%q is given twice", name)
				}
				stack[n].names[name] = true
				stack[n].value = true
				continue
			}
			stack[n].value = false
		}
		switch t {
		case json.Delim('{'):
			stack = append(stack, level{names: make(map[string]bool)})
		case json.Delim('['):
			stack = append(stack, level{})
		}
	}
}

// unwrapOASF gives the card within a record of the Open Agentic Schema Framework; nil when the document is none.
func unwrapOASF(o object) *object {
	modules, _, err := o.list("modules")
	if err != nil || o.raw("url") != nil || o.raw("supportedInterfaces") != nil {
		return nil
	}
	for _, m := range modules {
		if name, _ := m.text("name"); name != "integration/a2a" {
			continue
		}
		var data struct {
			Card map[string]json.RawMessage `json:"card_data"`
		}
		if json.Unmarshal(m.raw("data"), &data) == nil && data.Card != nil {
			return &object{data.Card, new(bool)}
		}
	}
	return nil
}
