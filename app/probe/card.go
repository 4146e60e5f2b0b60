package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"assay/eval"
	"assay/eval/fault"
)

// Card is an agent card, read.
type Card struct {
	Raw             []byte // as published
	URL             string // where it was read; empty: inline
	Name            string
	Description     string
	Version         string // of the agent
	ProtocolVersion string // of A2A, at Endpoint; empty when Endpoint is
	Endpoint        string // in ParseEndpoint's form; empty: the card is right, yet names no interface that we speak
	Binding         eval.Binding
	Interfaces      []Interface // all that the card names, in its order
	Warnings        []string    // what is amiss and was passed over, in words
}

// Interface is one way to speak to an agent, as its card names it.
type Interface struct {
	URL             string
	Binding         eval.Binding // as the card has it; others than we speak occur, such as GRPC
	ProtocolVersion string
	Tenant          string
}

// ParseCard reads an agent card of A2A 0.2, 0.3 or 1.0, found at a URL or, with fetchedFrom empty, given inline.
//
// The endpoint is the first interface of the card's order that we speak: JSON-RPC or HTTP+JSON, of a version below 2 if there is one.
// 1.0 cards list supportedInterfaces, which must not be empty. Older ones have a url, which goes with preferredTransport (JSON-RPC when
// left out), and additionalInterfaces after it; a version left out is 0.2. A card that has both forms is read as 1.0. A card wrapped in
// an OASF record is taken out of it.
//
// Refused, as a *fault.Error: what is not a JSON object in UTF-8; a name given twice in one object, for two readers would see two
// agents; no name; no interface; a list that is null; and an endpoint that ParseEndpoint refuses, which is said with its code when that
// is target_blocked. The kind is Invalid, about the field card, for an inline card, and Unreachable, about no field, for one fetched.
//
// Accepted with a warning: a byte order mark, snake_case names (protobuf's JSON allows them), description, version or skills left out,
// and a protocol version that we do not know when the card names no other: we try 1.0 there.
func ParseCard(raw []byte, fetchedFrom string) (Card, error) {
	c, err := parseCard(raw)
	if err != nil {
		kind, field, where := fault.Invalid, "card", ""
		if fetchedFrom != "" {
			kind, field, where = fault.Unreachable, "", " at "+fetchedFrom
		}
		code := eval.ErrProtocol
		var failed *failure
		if errors.As(err, &failed) {
			code = failed.code
		}
		f := fault.New(kind, string(code), "%s", clean(fmt.Sprintf("not an agent card%s: %v", where, err)))
		f.Field = field
		return Card{}, f
	}
	c.URL = fetchedFrom
	return c, nil
}

func (f *failure) Error() string { return f.detail }

func parseCard(raw []byte) (Card, error) {
	c := Card{Raw: raw}
	plain := bytes.TrimPrefix(raw, []byte("\uFEFF"))
	if len(plain) < len(raw) {
		c.Warnings = append(c.Warnings, "it begins with a byte order mark")
	}
	o, err := openCard(plain)
	if err != nil {
		return c, err
	}
	if inner := unwrapOASF(o); inner != nil {
		o = *inner
		c.Warnings = append(c.Warnings, "it is wrapped in an OASF record")
	}
	if err := c.describe(o); err != nil {
		return c, err
	}
	if err := c.choose(o); err != nil {
		return c, err
	}
	if *o.snake {
		c.Warnings = append(c.Warnings, "it has snake_case names")
	}
	return c, nil
}

// describe reads what the card says of the agent, and checks the lists that nothing of ours depends on.
func (c *Card) describe(o object) error {
	for _, f := range []struct {
		name string
		to   *string
	}{{"name", &c.Name}, {"description", &c.Description}, {"version", &c.Version}} {
		var err error
		if *f.to, err = o.text(f.name); err != nil {
			return err
		}
		if strings.TrimSpace(*f.to) != "" {
			continue
		}
		if f.name == "name" {
			return errors.New("it has no name")
		}
		c.Warnings = append(c.Warnings, "it has no "+f.name)
	}
	skills, ok, err := o.list("skills")
	if err != nil {
		return err
	}
	if !ok || len(skills) == 0 {
		c.Warnings = append(c.Warnings, "it names no skills")
	}
	for _, name := range []string{"defaultInputModes", "defaultOutputModes"} {
		var modes []string
		if raw := o.raw(name); raw != nil && (json.Unmarshal(raw, &modes) != nil || modes == nil) {
			return fmt.Errorf("%s is not an array of strings", name)
		}
	}
	var capabilities map[string]json.RawMessage
	if raw := o.raw("capabilities"); raw != nil && (json.Unmarshal(raw, &capabilities) != nil || capabilities == nil) {
		return errors.New("capabilities is not an object")
	}
	return nil
}
