package probe

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"

	"assay/eval"
	"assay/eval/fault"
)

func TestCards(t *testing.T) {
	type row struct {
		Name, Why       string
		FetchedFrom     string          `json:"fetched_from"`
		Card            json.RawMessage `json:"card"`
		Raw             *string         `json:"raw"`
		Valid           *bool           `json:"valid"`
		Endpoint        *string         `json:"endpoint"`
		Binding         *eval.Binding   `json:"binding"`
		ProtocolVersion *string         `json:"protocol_version"`
	}
	// What the table leaves to us: accepted with this warning, or refused with these words.
	choices := map[string]struct {
		valid bool
		words string
	}{
		"v1.0 snake_case keys": {true, "snake_case"},
		"no skills":            {true, "no skills"},
		"protocolVersion 9.9":  {true, "9.9"},
		"BOM before JSON":      {true, "byte order mark"},
		"duplicate keys":       {false, `"url" is given twice`},
	}
	reasons := map[string]string{
		"missing url (v0.3)":        "neither url nor supportedInterfaces",
		"empty supportedInterfaces": "supportedInterfaces is empty",
		"relative url":              "relative url",
		"file url":                  "not http or https",
		"metadata address":          "metadata",
		"decimal loopback":          "2130706433",
		"userinfo in url":           "evil.example",
		"skills null":               "skills is not an array",
		"HTML page instead of JSON": "HTML",
	}
	for _, c := range fixtureJSON[[]row](t, "a2a/cards.json") {
		t.Run(c.Name, func(t *testing.T) {
			raw := []byte(c.Card)
			if c.Raw != nil {
				raw = []byte(*c.Raw)
			}
			choice, ours := choices[c.Name]
			valid := ours && choice.valid || c.Valid != nil && *c.Valid
			card, err := ParseCard(raw, c.FetchedFrom)
			if !valid {
				want := choice.words
				if !ours {
					want = reasons[c.Name]
				}
				if f := fault.As(err); want == "" || f == nil || f.Kind != fault.Unreachable || f.Field != "" ||
					!strings.Contains(f.Message, want) || !strings.Contains(f.Message, "not an agent card at https://host.example/") {
					t.Fatalf("%#v, want %q", err, want)
				}
				if _, err := ParseCard(raw, ""); !fault.Is(err, fault.Invalid) || fault.As(err).Field != "card" {
					t.Errorf("inline: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Endpoint != nil && card.Endpoint != *c.Endpoint || c.Binding != nil && card.Binding != *c.Binding ||
				c.ProtocolVersion != nil && card.ProtocolVersion != *c.ProtocolVersion {
				t.Errorf("got %s %s %s, want %v %v %v", card.Endpoint, card.Binding, card.ProtocolVersion, *c.Endpoint, c.Binding, c.ProtocolVersion)
			}
			if string(card.Raw) != string(raw) || card.Name != "Echo" || card.Binding == "" || card.ProtocolVersion == "" {
				t.Errorf("%+v", card)
			}
			warned := slices.ContainsFunc(card.Warnings, func(w string) bool { return ours && strings.Contains(w, choice.words) })
			if warned != ours {
				t.Errorf("warnings %q", card.Warnings)
			}
		})
	}
}

func TestPublishedCards(t *testing.T) {
	for name, want := range map[string]struct {
		endpoint string
		binding  eval.Binding
		version  string
	}{
		"agntcy_a2a":                  {"https://example.com/a2a", eval.BindingHTTPJSON, "0.2.6"},
		"agntcy_a2a-agent-card":       {"http://localhost:10200/", eval.BindingJSONRPC, "0.2"},
		"agntcy_workload.a2a-card":    {"http://localhost:80/", eval.BindingJSONRPC, "0.3.0"},
		"samples_adk_currency_agent":  {"http://localhost:10999", eval.BindingJSONRPC, "0.3.0"},
		"samples_adk_skills_agent":    {"http://localhost:10999", eval.BindingJSONRPC, "1.0"},
		"samples_air_ticketing_agent": {"http://localhost:10103/", eval.BindingJSONRPC, "0.2"},
		"samples_car_rental_agent":    {"http://localhost:10105/", eval.BindingJSONRPC, "0.2"},
		"samples_hotel_booking_agent": {"http://localhost:10104/", eval.BindingJSONRPC, "0.2"},
		"samples_orchestrator_agent":  {"http://localhost:10101/", eval.BindingJSONRPC, "0.2"},
		"samples_planner_agent":       {"http://localhost:10102/", eval.BindingJSONRPC, "0.2"},
	} {
		card, err := ParseCard(fixture(t, "a2a/published_cards/"+name+".json"), "https://host.example/")
		if err != nil || card.Endpoint != want.endpoint || card.Binding != want.binding || card.ProtocolVersion != want.version || card.Name == "" || card.Description == "" {
			t.Errorf("%s: %+v, %v", name, card, err)
		}
	}
	if files, err := os.ReadDir("testdata/a2a/published_cards"); err != nil || len(files) != 10 {
		t.Errorf("%d cards, %v", len(files), err)
	}
}

func TestOtherCards(t *testing.T) {
	const rest = `,"version":"1","description":"d","skills":[]}`
	for _, c := range []struct{ name, card, endpoint, want string }{
		{"only gRPC", `{"name":"a","supportedInterfaces":[{"url":"https://a.example","protocolBinding":"GRPC","protocolVersion":"1.0"}]` + rest, "", "no interface"},
		{"0.3, only gRPC", `{"name":"a","protocolVersion":"0.3.0","url":"https://a.example","preferredTransport":"GRPC"` + rest, "", "no interface"},
		{"0.3, gRPC first", `{"name":"a","protocolVersion":"0.3.0","url":"https://a.example","preferredTransport":"GRPC","additionalInterfaces":[{"url":"https://a.example/rpc","transport":"JSONRPC"}]` + rest, "https://a.example/rpc", ""},
		{"both forms", `{"name":"a","url":"https://old.example","supportedInterfaces":[{"url":"https://new.example","protocolBinding":"jsonrpc","protocolVersion":"1.0"}]` + rest, "https://new.example", ""},
		{"a version we know after one we do not", `{"name":"a","supportedInterfaces":[{"url":"https://a.example/2","protocolBinding":"JSONRPC","protocolVersion":"2.0"},{"url":"https://a.example/1","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]` + rest, "https://a.example/1", ""},
		{"a bad url of a later interface", `{"name":"a","supportedInterfaces":[{"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"file:///x","protocolBinding":"HTTP+JSON"}]` + rest, "https://a.example", ""},
		{"little said", `{"name":"a","url":"https://a.example"}`, "https://a.example", "no version"},
	} {
		card, err := ParseCard([]byte(c.card), "")
		if err != nil || card.Endpoint != c.endpoint || (card.Binding == "") != (c.endpoint == "") || !strings.Contains(strings.Join(card.Warnings, "; "), c.want) {
			t.Errorf("%s: %+v, %v", c.name, card, err)
		}
	}
	for _, c := range []struct{ name, card, code, want string }{
		{"nothing", ``, "protocol_error", "not a JSON object: it ends too early"},
		{"null", `null`, "protocol_error", "not a JSON object"},
		{"an array", `[]`, "protocol_error", "not a JSON object: it is an array"},
		{"cut", `{"name":"a"`, "protocol_error", "not a JSON object"},
		{"two documents", `{"name":"a","url":"https://a.example"}{}`, "protocol_error", "not a JSON object"},
		{"not UTF-8", "{\"name\":\"\xff\",\"url\":\"https://a.example\"}", "protocol_error", "not UTF-8"},
		{"no name", `{"url":"https://a.example"}`, "protocol_error", "no name"},
		{"a name of blanks", `{"name":" ","url":"https://a.example"}`, "protocol_error", "no name"},
		{"a name that is none", `{"name":1,"url":"https://a.example"}`, "protocol_error", "name is not a string"},
		{"a url that is none", `{"name":"a","url":["https://a.example"]}`, "protocol_error", "url is not a string"},
		{"interfaces null", `{"name":"a","supportedInterfaces":null}`, "protocol_error", "supportedInterfaces is not an array"},
		{"interfaces of text", `{"name":"a","supportedInterfaces":["https://a.example"]}`, "protocol_error", "supportedInterfaces is not an array"},
		{"modes null", `{"name":"a","url":"https://a.example","defaultInputModes":null}`, "protocol_error", "defaultInputModes"},
		{"capabilities a list", `{"name":"a","url":"https://a.example","capabilities":[]}`, "protocol_error", "capabilities"},
		{"a key twice, deep within", `{"name":"a","url":"https://a.example","skills":[{"id":"x","tags":[{"a":1,"b":{"a":1},"a":2}]}]}`, "protocol_error", `"a" is given twice`},
		{"no url", `{"name":"a"}`, "no_endpoint", "neither url"},
		{"octal", `{"name":"a","url":"http://0177.0.0.1/"}`, "target_blocked", "0177"},
		{"metadata", `{"name":"a","url":"http://[fd00:ec2::254]/"}`, "target_blocked", "metadata"},
	} {
		_, err := ParseCard([]byte(c.card), "")
		wantFault(t, c.name, err, fault.Invalid, c.code, c.want)
	}
}

// The Go SDK's reader is a second opinion on cards of its version that it can read: same endpoint, same binding.
func TestCardsAgreeWithTheSDK(t *testing.T) {
	compared := 0
	read := a2av0.NewAgentCardParser()
	for _, name := range []string{"agntcy_workload.a2a-card", "samples_adk_currency_agent", "samples_adk_skills_agent"} {
		raw := fixture(t, "a2a/published_cards/"+name+".json")
		theirs, err := read(raw)
		ours, err2 := ParseCard(raw, "")
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		compared++
		first := theirs.SupportedInterfaces[0]
		if first.URL != ours.Endpoint || string(first.ProtocolBinding) != string(ours.Binding) || string(first.ProtocolVersion) != ours.ProtocolVersion || theirs.Name != ours.Name {
			t.Errorf("%s: %+v, the SDK says %+v", name, ours, first)
		}
	}
	if compared != 3 {
		t.Fatal("nothing compared")
	}
}

func TestFetchCard(t *testing.T) {
	const card = `{"name":"a","url":"https://a.example"}`
	routes := map[string]http.HandlerFunc{
		"/card":                       func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(card)) },
		"/html":                       func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<!doctype html><html></html>")) },
		"/gone":                       func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusGone) },
		"/busy":                       func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"/old/.well-known/agent.json": func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(card)) },
		"/big":                        func(w http.ResponseWriter, r *http.Request) { w.Write(make([]byte, 2<<20)) },
	}
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if v := r.Header.Get("A2A-Version"); v != "1.0" {
			t.Errorf("asked for the card of version %q", v)
		}
		if h := routes[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		http.NotFound(w, r)
	})
	ctx := context.Background()
	p := newProber(t)
	got, err := p.FetchCard(ctx, a.URL+"/card")
	if err != nil || got.Name != "a" || got.URL != a.URL+"/card" || string(got.Raw) != card {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = p.FetchCard(ctx, a.URL+"/old/.well-known/agent-card.json"); err != nil || got.URL != a.URL+"/old/.well-known/agent.json" {
		t.Errorf("old path: %+v, %v", got, err)
	}
	for path, want := range map[string][]string{
		"/new/.well-known/agent-card.json": {"not_found", "/new/.well-known/agent-card.json answers HTTP 404"},
		"/html":                            {"protocol_error", "not an agent card at " + a.URL + "/html", "HTML"},
		"/gone":                            {"not_found", "HTTP 410"},
		"/none":                            {"not_found", "HTTP 404"},
		"/busy":                            {"protocol_error", "HTTP 503"},
		"/big":                             {"body_too_large", "limit"},
	} {
		_, err := p.FetchCard(ctx, a.URL+path)
		wantFault(t, path, err, fault.Unreachable, want[0], want[1:]...)
	}
	_, err = p.FetchCard(ctx, "http://127.0.0.1:1/")
	wantFault(t, "refused", err, fault.Unreachable, "connection_refused")
	_, err = p.FetchCard(ctx, "file:///etc/passwd")
	wantFault(t, "file", err, fault.Invalid, "protocol_error", "not http or https")
	_, err = newProber(t, func(c *Config) { c.AllowTargets = nil }).FetchCard(ctx, a.URL+"/card")
	wantFault(t, "blocked", err, fault.Unreachable, "target_blocked", "loopback")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = p.FetchCard(ended, a.URL+"/card")
	wantFault(t, "ended", err, fault.Unreachable, "cancelled")
}
