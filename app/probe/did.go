package probe

import (
	"context"
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"

	"assay/eval"
	"assay/eval/fault"
)

// ResolveDID finds the card of a did:web. Its DID document is read over https. Where a service in it is an A2A one, the card is read
// there: at the service endpoint when that looks like a card's URL (.json, or a type that speaks of cards), else at the well-known path
// below it, else at that of its host. A host without such a document or service is asked for its well-known card. (The old well-known
// path follows as in FetchCard.) Plain http is tried, after https, on a loopback host only.
//
// Errors are *fault.Error about no field: Invalid for what is no did:web, else as FetchCard's.
func (p *Prober) ResolveDID(ctx context.Context, did string) (card Card, cardURL string, err error) {
	id, err := eval.ParseDID(did)
	if err != nil {
		return Card{}, "", err
	}
	host, err := eval.DIDWebHost(id)
	if err != nil {
		return Card{}, "", err
	}
	schemes := []string{"https"}
	if loopback(host) {
		schemes = append(schemes, "http")
	}
	for _, scheme := range schemes {
		card, cardURL, err = p.resolve(ctx, id, scheme)
		if err == nil || !unreached(err) {
			break
		}
	}
	return card, cardURL, err
}

func (p *Prober) resolve(ctx context.Context, did eval.DID, scheme string) (Card, string, error) {
	documentURL, err := eval.DIDWebDocumentURL(did, scheme)
	if err != nil {
		return Card{}, "", err
	}
	host, err := eval.DIDWebHost(did)
	if err != nil {
		return Card{}, "", err
	}
	document, failed := p.fetch(ctx, documentURL, headDocument)
	if failed != nil && unreached(failed) {
		return Card{}, "", failed
	}
	places := []string{scheme + "://" + host + wellKnownCard}
	if failed == nil {
		if service, ok := a2aService(document, did); ok {
			places = service.places()
		}
	}
	var first error
	for _, place := range places {
		card, err := p.FetchCard(ctx, place)
		if err == nil {
			return card, card.URL, nil
		}
		if first == nil {
			first = err
		}
		if f := fault.As(err); f == nil || f.Code != codeNotThere {
			return Card{}, "", err
		}
	}
	return Card{}, "", first
}

// unreached reports whether a host could not be spoken to at all, so that its other paths need not be tried.
func unreached(err error) bool {
	f := fault.As(err)
	if f == nil {
		return true
	}
	switch eval.ErrorCode(f.Code) {
	case eval.ErrProtocol, eval.ErrRedirect, eval.ErrTruncated, eval.ErrBodyTooLarge, codeNotThere:
		return false
	}
	return true
}

func loopback(host string) bool {
	u, err := url.Parse("http://" + host)
	if err != nil {
		return false
	}
	name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	a, err := netip.ParseAddr(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || err == nil && a.IsLoopback()
}

// service is an A2A service of a DID document.
type service struct {
	types    []string
	endpoint string
}

// places are the URLs at which the service's card may be.
func (s service) places() []string {
	u, err := url.Parse(s.endpoint)
	if err != nil {
		return []string{s.endpoint}
	}
	for _, t := range append(s.types, u.Path) {
		if t = strings.ToLower(t); strings.Contains(t, "card") || strings.HasSuffix(t, ".json") {
			return []string{s.endpoint}
		}
	}
	u.RawQuery, u.Fragment = "", ""
	below := strings.TrimSuffix(u.String(), "/") + wellKnownCard
	if strings.Trim(u.Path, "/") == "" {
		return []string{below}
	}
	u.Path, u.RawPath = "", ""
	return []string{below, u.String() + wellKnownCard}
}

// a2aService finds the first service whose type speaks of A2A or an agent card. A document that names another DID has none.
func a2aService(document []byte, did eval.DID) (service, bool) {
	var d struct {
		ID       string          `json:"id"`
		Services json.RawMessage `json:"service"`
	}
	if json.Unmarshal(document, &d) != nil {
		return service{}, false
	}
	if named, err := eval.ParseDID(d.ID); d.ID != "" && (err != nil || named != did) {
		return service{}, false
	}
	for _, raw := range oneOrMany(d.Services) {
		var s struct {
			Type     json.RawMessage `json:"type"`
			Endpoint json.RawMessage `json:"serviceEndpoint"`
		}
		if json.Unmarshal(raw, &s) != nil {
			continue
		}
		found := service{types: texts(s.Type)}
		about := strings.ToLower(strings.Join(found.types, " "))
		if !strings.Contains(about, "a2a") && !strings.Contains(about, "agentcard") && !strings.Contains(about, "agent-card") {
			continue
		}
		if found.endpoint = firstURL(s.Endpoint); found.endpoint != "" {
			return found, true
		}
	}
	return service{}, false
}

// firstURL reads a serviceEndpoint: a string, an object with one, or an array of those.
func firstURL(raw json.RawMessage) string {
	for _, item := range oneOrMany(raw) {
		var s string
		if json.Unmarshal(item, &s) == nil && s != "" {
			return s
		}
		var o map[string]json.RawMessage
		if json.Unmarshal(item, &o) != nil {
			continue
		}
		for _, name := range []string{"uri", "url", "agentCard", "card", "serviceEndpoint"} {
			if json.Unmarshal(o[name], &s) == nil && s != "" {
				return s
			}
		}
	}
	return ""
}

func oneOrMany(raw json.RawMessage) []json.RawMessage {
	var many []json.RawMessage
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	return []json.RawMessage{raw}
}

func texts(raw json.RawMessage) []string {
	var out []string
	for _, item := range oneOrMany(raw) {
		var s string
		if json.Unmarshal(item, &s) == nil {
			out = append(out, s)
		}
	}
	return out
}
