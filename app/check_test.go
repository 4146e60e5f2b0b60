package app_test

import (
	"net"
	"slices"
	"strings"
	"testing"

	"assay/app"
	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestCheckAgentReadsTriesAndStoresNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		taken := e.Serve("did:web:taken.example", ok)
		url, set := cardServer(t)
		set(strings.Replace(card("Carded", taken.Endpoint), `"capabilities":{}`, `"capabilities":{},"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}}`, 1))
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		closed := "http://" + l.Addr().String()
		l.Close()
		got, err := e.App.CheckAgent(e.Admin(), app.RegisterAgent{CardURL: url + "/.well-known/agent-card.json"})
		if err != nil || got.Name != "Carded" || got.Endpoint != taken.Endpoint || got.Binding != eval.BindingJSONRPC || got.ProtocolVersion != "1.0" || len(got.Fingerprint) != 64 ||
			got.Registered || !got.Reachable || got.ConnectMS == nil || *got.ConnectMS < 1 || got.Problem != "" ||
			!slices.Equal(got.SecuritySchemes, []probe.SecurityScheme{{Name: "key", Type: "apiKey", Description: "header X-Key", Supported: true, In: "header", Parameter: "X-Key"}}) {
			t.Errorf("%+v, %v", got, err)
		}
		got, err = e.App.CheckAgent(e.Admin(), app.RegisterAgent{DID: taken.DID, Endpoint: closed})
		if err != nil || !got.Registered || got.Reachable || got.ConnectMS != nil || !strings.Contains(got.Problem, "refused") {
			t.Errorf("where nobody listens: %+v, %v", got, err)
		}
		got, err = e.App.CheckAgent(e.Admin(), app.RegisterAgent{Endpoint: "http://10.0.0.1/"})
		if err != nil || got.Reachable || !strings.Contains(got.Problem, "private") {
			t.Errorf("a private address: %+v, %v", got, err)
		}
		if _, err := e.App.CheckAgent(e.Admin(), app.RegisterAgent{CardURL: url + "/none"}); !fault.Is(err, fault.Unreachable) {
			t.Errorf("no card: %v", err)
		}
		if _, err := e.App.CheckAgent(asUser(e, "vic", eval.RoleViewer, eval.DefaultWorkspace), app.RegisterAgent{Endpoint: closed}); !fault.Is(err, fault.Forbidden) {
			t.Errorf("a viewer: %v", err)
		}
		if _, err := e.App.CheckAgent(e.Stranger(), app.RegisterAgent{Endpoint: closed}); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a stranger: %v", err)
		}
		if page, err := e.App.Agents(t.Context(), app.AgentFilter{}, eval.PageArgs{}); err != nil || len(page.Items) != 1 {
			t.Errorf("something was stored: %+v, %v", page.Items, err)
		}
	})
}
