package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"assay/eval/receipt"
)

// Definition is what a suite measures: the part of it that a run pins. When it runs, what it pays and whether it is published are
// not in it, so changing those makes no new version.
type Definition struct {
	Key         string           `json:"key"`
	Name        string           `json:"name"`
	Description string           `json:"description"`
	TaskType    TaskType         `json:"task_type"`
	TargetDIDs  []string         `json:"target_dids"` // sorted: a set. null: all active agents homed here
	Tasks       []DefinitionTask `json:"tasks"`       // in order
}

// DefinitionTask is one task of a definition.
type DefinitionTask struct {
	Name     string  `json:"name"`
	Input    string  `json:"input"`
	Scorer   string  `json:"scorer"`
	Expected string  `json:"expected"`
	Weight   float64 `json:"weight"`
}

// Definition is what the suite measures now. An empty list of targets is the same as none: all active agents homed here.
func (s Suite) Definition() Definition {
	d := Definition{Key: s.Key, Name: s.Name, Description: s.Description, TaskType: s.TaskType, Tasks: []DefinitionTask{}}
	if len(s.TargetDIDs) > 0 {
		d.TargetDIDs = slices.Sorted(slices.Values(s.TargetDIDs))
	}
	for _, t := range s.Tasks {
		d.Tasks = append(d.Tasks, DefinitionTask{Name: t.Name, Input: t.Input, Scorer: t.Scorer, Expected: t.Expected, Weight: t.Weight})
	}
	return d
}

// Canonical is the definition as canonical JSON (RFC 8785): the same definition gives the same bytes everywhere. Text that is not
// UTF-8 and weights that are not finite have no canonical form. Suite.Validate refuses both.
func (d Definition) Canonical() ([]byte, error) {
	texts := append([]string{d.Key, d.Name, d.Description, string(d.TaskType)}, d.TargetDIDs...)
	for _, t := range d.Tasks {
		texts = append(texts, t.Name, t.Input, t.Scorer, t.Expected)
	}
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return nil, fmt.Errorf("definition of suite %q: the text %q is not UTF-8", d.Key, s)
		}
	}
	b, err := receipt.Canonical(d)
	if err != nil {
		return nil, fmt.Errorf("definition of suite %q: %w", d.Key, err)
	}
	return b, nil
}

// Digest is the SHA-256, in hex, of a canonical definition.
func Digest(canonical []byte) string { return sha256Hex(canonical) }

// ParseDefinition reads what Canonical wrote. Fields it does not know are an error, and so is anything after the definition.
func ParseDefinition(b []byte) (Definition, error) {
	var d Definition
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return Definition{}, fmt.Errorf("not a suite definition: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Definition{}, errors.New("not a suite definition: something follows it")
	}
	return d, nil
}
