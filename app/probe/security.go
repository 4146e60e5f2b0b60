package probe

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// SecurityScheme is how a card says that callers show who they are.
type SecurityScheme struct {
	Name        string // in the card
	Type        string // as the card has it: apiKey, http, oauth2, openIdConnect, mutualTLS
	Description string // in words, such as "header X-API-Key"
	Supported   bool   // whether credentials of this kind can be set here

	In, Parameter string // of an apiKey: header, query or cookie, and its name
	TokenURL      string // of oauth2 with client credentials
}

// The types of security schemes, as OpenAPI spells them.
const (
	schemeAPIKey = "apiKey"
	schemeHTTP   = "http"
	schemeOAuth2 = "oauth2"
	schemeOpenID = "openIdConnect"
	schemeMutual = "mutualTLS"
)

// oneOf are the names under which a 1.0 card has a scheme, and their types.
var oneOf = [...][2]string{
	{"apiKeySecurityScheme", schemeAPIKey}, {"httpAuthSecurityScheme", schemeHTTP}, {"oauth2SecurityScheme", schemeOAuth2},
	{"openIdConnectSecurityScheme", schemeOpenID}, {"mtlsSecurityScheme", schemeMutual},
}

// mostSchemes is how many schemes of one card are looked at.
const mostSchemes = 50

// SecuritySchemes gives the security schemes of a card as it was published, by name. It reads both forms: OpenAPI's objects with a type
// (A2A 0.2 and 0.3) and one member per type (1.0). What cannot be read is left out: a card is not refused for it.
func SecuritySchemes(card []byte) []SecurityScheme {
	if len(card) == 0 {
		return nil
	}
	o, err := openCard([]byte(strings.TrimPrefix(string(card), "\uFEFF")))
	if err != nil {
		return nil
	}
	if inner := unwrapOASF(o); inner != nil {
		o = *inner
	}
	var schemes map[string]map[string]json.RawMessage
	if json.Unmarshal(o.raw("securitySchemes"), &schemes) != nil {
		return nil
	}
	var out []SecurityScheme
	for _, name := range slices.Sorted(maps.Keys(schemes)) {
		if s, ok := readScheme(object{schemes[name], new(bool)}); ok && len(out) < mostSchemes {
			s.Name = clean(name)
			out = append(out, s)
		}
	}
	return out
}

func readScheme(o object) (s SecurityScheme, ok bool) {
	for _, member := range oneOf {
		var inner map[string]json.RawMessage
		if raw := o.raw(member[0]); given(raw) && json.Unmarshal(raw, &inner) == nil {
			s.Type, o = member[1], object{inner, new(bool)}
			break
		}
	}
	word := func(names ...string) string {
		for _, n := range names {
			if v, err := o.text(n); err == nil && v != "" {
				return clean(v)
			}
		}
		return ""
	}
	if s.Type = cmp.Or(s.Type, word("type")); s.Type == "" {
		return s, false
	}
	switch s.Type {
	case schemeAPIKey:
		s.In, s.Parameter = word("in", "location"), word("name")
		s.Supported = s.Parameter != "" && slices.Contains([]string{"header", "query", "cookie"}, s.In)
		place := s.In
		if place == "query" {
			place = "query parameter"
		}
		s.Description = strings.TrimSpace(place + " " + s.Parameter)
	case schemeHTTP:
		scheme := word("scheme")
		s.Supported = strings.EqualFold(scheme, "bearer")
		s.Description = strings.TrimSpace(scheme + " " + word("bearerFormat"))
	case schemeOAuth2:
		s.TokenURL = clientCredentialsURL(o)
		s.Supported = s.TokenURL != ""
		if s.Description = "no client credentials"; s.Supported {
			s.Description = "token from " + s.TokenURL
		}
	case schemeOpenID:
		s.Description = word("openIdConnectUrl")
	}
	if more := word("description"); more != "" {
		s.Description = strings.TrimSpace(fmt.Sprintf("%s (%s)", s.Description, more))
	}
	return s, true
}

// clientCredentialsURL is where an oauth2 scheme gives tokens for client credentials; empty when it does not.
func clientCredentialsURL(o object) string {
	var flows, flow map[string]json.RawMessage
	if json.Unmarshal(o.raw("flows"), &flows) != nil {
		return ""
	}
	if json.Unmarshal(object{flows, new(bool)}.raw("clientCredentials"), &flow) != nil {
		return ""
	}
	url, err := object{flow, new(bool)}.text("tokenUrl")
	if err != nil {
		return ""
	}
	return clean(url)
}
