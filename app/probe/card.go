package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/eval"
	"assay/eval/fault"
)

// Card is an agent card, read.
type Card struct {
	Raw             []byte // as published
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
// The endpoint is the first interface of the card's order that we speak (JSON-RPC or HTTP+JSON, of a version below 2 if there is one). 1.0 cards list
// supportedInterfaces, which must not be empty. Older ones have a url, which goes with preferredTransport (JSON-RPC when left out), and
// additionalInterfaces after it; a version left out is 0.2. A card that has both forms is read as 1.0. A card wrapped in an OASF record
// is taken out of it.
//
// Refused, as a *fault.Error about the field card: what is not a JSON object in UTF-8; a name given twice in one object, for two readers
// would see two agents; no name; no interface; a list that is null; and an endpoint that ParseEndpoint refuses, which is said with its
// code when that is target_blocked. The kind is Invalid for an inline card, Unreachable for one fetched.
//
// Accepted with a warning: a byte order mark, snake_case names (protobuf's JSON allows them), description, version or skills left out,
// and a protocol version that we do not know when the card names no other: we try 1.0 there.
func ParseCard(raw []byte, fetchedFrom string) (Card, error) {
	c, err := parseCard(raw)
	if err != nil {
		kind, where := fault.Invalid, ""
		if fetchedFrom != "" {
			kind, where = fault.Unreachable, " at "+fetchedFrom
		}
		code := eval.ErrProtocol
		var failed *failure
		if errors.As(err, &failed) {
			code = failed.code
		}
		f := fault.New(kind, string(code), "%s", clean(fmt.Sprintf("not an agent card%s: %v", where, err)))
		f.Field = "card"
		return Card{}, f
	}
	return c, nil
}

func (f *failure) Error() string { return f.detail }

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
		return object{}, fmt.Errorf("it is not a JSON object: %w", err)
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
			return err
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

// choose reads the interfaces and picks the endpoint.
func (c *Card) choose(o object) error {
	var err error
	if o.raw("supportedInterfaces") != nil {
		err = c.readInterfaces(o)
	} else {
		err = c.readLegacy(o)
	}
	if err != nil {
		return err
	}
	spoken := func(i Interface) bool { return i.Binding == eval.BindingJSONRPC || i.Binding == eval.BindingHTTPJSON }
	known := func(i Interface) bool {
		return legacy(i.ProtocolVersion) || i.ProtocolVersion == "1" || strings.HasPrefix(i.ProtocolVersion, "1.")
	}
	at := slices.IndexFunc(c.Interfaces, func(i Interface) bool { return spoken(i) && known(i) })
	if at < 0 {
		if at = slices.IndexFunc(c.Interfaces, spoken); at >= 0 {
			c.Warnings = append(c.Warnings, fmt.Sprintf("its protocol version %s is not known", c.Interfaces[at].ProtocolVersion))
		}
	}
	if at < 0 {
		c.Warnings = append(c.Warnings, "it names no interface over JSONRPC or HTTP+JSON")
		return nil
	}
	chosen := &c.Interfaces[at]
	u, failed := endpoint(chosen.URL)
	if failed != nil {
		return failed
	}
	chosen.URL = u.String()
	c.Endpoint, c.Binding, c.ProtocolVersion = chosen.URL, chosen.Binding, chosen.ProtocolVersion
	return nil
}

// readInterfaces reads the list of 1.0.
func (c *Card) readInterfaces(o object) error {
	list, _, err := o.list("supportedInterfaces")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return &failure{eval.ErrNoEndpoint, "supportedInterfaces is empty"}
	}
	version, err := cardVersion(o, "1.0")
	if err != nil {
		return err
	}
	for _, item := range list {
		i, err := readInterface(item, "protocolBinding")
		if err != nil {
			return fmt.Errorf("supportedInterfaces: %w", err)
		}
		if i.ProtocolVersion == "" {
			i.ProtocolVersion = version
		}
		c.Interfaces = append(c.Interfaces, i)
	}
	return nil
}

// readLegacy reads the url and the additional interfaces of 0.2 and 0.3.
func (c *Card) readLegacy(o object) error {
	main, err := readInterface(o, "preferredTransport")
	if err != nil {
		return err
	}
	if main.URL == "" {
		return &failure{eval.ErrNoEndpoint, "it has neither url nor supportedInterfaces"}
	}
	if main.Binding == "" {
		main.Binding = eval.BindingJSONRPC
	}
	if main.ProtocolVersion, err = cardVersion(o, "0.2"); err != nil {
		return err
	}
	c.Interfaces = []Interface{main}
	more, _, err := o.list("additionalInterfaces")
	if err != nil {
		return err
	}
	for _, item := range more {
		i, err := readInterface(item, "transport")
		if err != nil {
			return fmt.Errorf("additionalInterfaces: %w", err)
		}
		i.ProtocolVersion = main.ProtocolVersion
		if i.URL != main.URL || i.Binding != main.Binding {
			c.Interfaces = append(c.Interfaces, i)
		}
	}
	return nil
}

func readInterface(o object, binding string) (i Interface, err error) {
	var b string
	for _, f := range []struct {
		name string
		to   *string
	}{{"url", &i.URL}, {binding, &b}, {"protocolVersion", &i.ProtocolVersion}, {"tenant", &i.Tenant}} {
		if *f.to, err = o.text(f.name); err != nil {
			return i, err
		}
	}
	i.Binding = eval.Binding(b)
	for _, known := range []eval.Binding{eval.BindingJSONRPC, eval.BindingHTTPJSON} {
		if strings.EqualFold(b, string(known)) {
			i.Binding = known
		}
	}
	return i, nil
}

// cardVersion is the A2A version that a card states as a whole.
func cardVersion(o object, otherwise string) (string, error) {
	if v, err := o.text("protocolVersion"); v != "" || err != nil {
		return v, err
	}
	var several []string
	if raw := o.raw("protocolVersions"); given(raw) && json.Unmarshal(raw, &several) == nil && len(several) > 0 && several[0] != "" {
		return several[0], nil
	}
	return otherwise, nil
}
