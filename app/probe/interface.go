package probe

import (
	"assay/eval"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

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
