package graph_test

import (
	"fmt"
	"net/http"
	"strings"

	"assay/app"
	"assay/eval"
	"assay/internal/testenv"
)

// probe asks for one row of the table as a caller, and says what came of it, in a word of the table.
type probe struct {
	ask   func(w *accessWorld, c caller) (outcome string)
	fresh bool // it changes who is asking: everybody who asks is somebody new
}

// read is a probe of a query: the value at a path of field names. null, empty, false and a refusal are outcomes of their own.
func read(document func(w *accessWorld, c caller) string, path ...string) probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		value, codes := w.graphQL(c, document(w, c), path...)
		return outcomeOf(w, c, value, codes)
	}}
}

// asking is read of a document that is the same for everybody.
func asking(document string, path ...string) probe {
	return read(func(*accessWorld, caller) string { return document }, path...)
}

// has is a probe of whether something is in an answer: yes, or empty.
func has(document string, what func(w *accessWorld) string) probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		value, codes := w.graphQL(c, document)
		if o := outcomeOf(w, c, value, codes); o != "yes" {
			return o
		}
		if strings.Contains(fmt.Sprint(value), what(w)) {
			return "yes"
		}
		return "empty"
	}}
}

// change is a probe of a mutation. suffices is a code of userErrors with which it has come past the question who is asking; empty: none.
func change(name, suffices string, input func(w *accessWorld, c caller) string) probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		argument := ""
		if in := input(w, c); in != "" {
			argument = "(input: {" + in + "})"
		}
		value, codes := w.graphQL(c, "mutation {"+name+argument+" {userErrors {code message}}}", name)
		if len(codes) == 1 && codes[0] == suffices {
			return "yes"
		}
		return outcomeOf(w, c, value, codes)
	}}
}

// anew says that everybody who asks is somebody new.
func (p probe) anew() probe {
	p.fresh = true
	return p
}

// rest is a probe of a route.
func rest(method string, path, body func(w *accessWorld) string) probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		status, answer := w.ask(c, method, path(w), "", body(w))
		switch {
		case status == http.StatusUnauthorized || status == http.StatusForbidden:
			return refusal(w, c, status == http.StatusUnauthorized)
		case status >= 300:
			w.t.Errorf("%s %s as %s: %d %s", method, path(w), c.name, status, answer)
		}
		return "yes"
	}}
}

// refusal holds the two words for it apart: strangers are asked who they are, others are told that they may not.
func refusal(w *accessWorld, c caller, unauthenticated bool) string {
	w.t.Helper()
	if unauthenticated != (c.column == "anonymous") {
		w.t.Errorf("%s is refused with the word for others", c.name)
	}
	return "no"
}

func outcomeOf(w *accessWorld, c caller, value any, codes []string) string {
	w.t.Helper()
	if len(codes) > 0 {
		switch codes[0] {
		case "UNAUTHENTICATED", "FORBIDDEN":
			return refusal(w, c, codes[0] == "UNAUTHENTICATED")
		case "NOT_FOUND":
			return "hidden"
		}
		return "error " + codes[0]
	}
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		if !v {
			return "false"
		}
	case []any:
		if len(v) == 0 {
			return "empty"
		}
	case map[string]any:
		if nodes, ok := v["nodes"].([]any); ok && len(nodes) == 0 {
			return "empty"
		}
	}
	return "yes"
}

func fixed(text string) func(*accessWorld) string { return func(*accessWorld) string { return text } }

func say(text string) func(*accessWorld, caller) string {
	return func(*accessWorld, caller) string { return text }
}

// Things made for one question each.

func (w *accessWorld) newSuite() eval.Suite { return w.Suite(w.name(), true, "/") }

func (w *accessWorld) newMember(role eval.Role) testenv.Person {
	return w.Join("default", role, w.email())
}

// newAgent registers an agent for default: of Olga, or of the person who asks.
func (w *accessWorld) newAgent(c caller, own bool) string {
	w.t.Helper()
	ctx := w.olga.Context()
	if own {
		ctx = c.as(w)
	}
	a, err := w.App.RegisterAgent(ctx, app.RegisterAgent{DID: "did:web:" + w.name() + ".example", CardURL: w.agent.URL + "/card.json"})
	if err != nil {
		w.t.Fatalf("an agent of %s: %v", c.name, err)
	}
	return fmt.Sprintf("did: %q", a.DID)
}

func (w *accessWorld) newKey(c caller, own bool) string {
	w.t.Helper()
	ctx := w.ada.Context()
	if own {
		ctx = c.as(w)
	}
	k, _, err := w.App.CreateKey(ctx, app.CreateKey{Workspace: "default", Name: "k", Role: eval.RoleViewer, Scopes: []eval.Scope{eval.ScopeRead}})
	if err != nil {
		w.t.Fatalf("a key of %s: %v", c.name, err)
	}
	return fmt.Sprintf("keyId: %q", k.ID)
}

func (w *accessWorld) newInvitation() string {
	w.t.Helper()
	i, _, err := w.App.InviteMember(w.Admin(), app.InviteMember{Workspace: "default", Role: eval.RoleViewer})
	if err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprintf("invitationId: %q", i.ID)
}

func (w *accessWorld) newWorkspace() string {
	w.t.Helper()
	space, err := w.App.CreateWorkspace(w.Admin(), w.name(), "")
	if err != nil {
		w.t.Fatal(err)
	}
	return space.Key
}

func (w *accessWorld) newChallenge(action eval.ChallengeAction) string {
	w.t.Helper()
	did := strings.Trim(strings.TrimPrefix(w.newAgent(caller{}, false), "did: "), `"`)
	c, err := w.App.RequestChallenge(w.Admin(), did, action)
	if err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprintf("challengeId: %q", c.ID)
}

func (w *accessWorld) newReset() string {
	w.t.Helper()
	link, err := w.App.IssuePasswordReset(w.Admin(), w.newMember(eval.RoleViewer).User.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprintf("token: %q, password: %q", testenv.TokenOf(link.URL).Reveal(), testenv.Password.Reveal())
}

// ofAgent gives the two rows of a mutation of an agent: of another's, and of one's own.
func ofAgent(name, suffices, more string) (another, own probe) {
	return change(name, suffices, func(w *accessWorld, c caller) string { return w.newAgent(c, false) + more }),
		change(name, suffices, func(w *accessWorld, c caller) string { return w.newAgent(c, true) + more })
}
