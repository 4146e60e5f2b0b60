package app_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mr-tron/base58"

	"assay/app"
	"assay/app/probe"
	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// host is an agent's side: an endpoint, and files that tests put there.
type host struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string]string
	types map[string]string
}

func newHost(t *testing.T) *host {
	h := &host{files: map[string]string{}, types: map[string]string{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		text, ok := h.files[r.URL.Path]
		switch {
		case strings.HasPrefix(text, "→"):
			http.Redirect(w, r, strings.TrimPrefix(text, "→"), http.StatusFound)
		case ok:
			if media := h.types[r.URL.Path]; media != "" {
				w.Header().Set("Content-Type", media)
			}
			_, _ = fmt.Fprint(w, text)
		case r.URL.Path != "/":
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *host) put(path, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files[path] = text
}

// did is the host's own did:web.
func (h *host) did() string { return eval.WebDIDOfURL(h.URL) }

func challenge(ctx context.Context, t *testing.T, e *testenv.Env, did string, action eval.ChallengeAction) app.Challenge {
	t.Helper()
	c, err := e.App.RequestChallenge(ctx, did, action)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func answer(t *testing.T, e *testenv.Env, c app.Challenge) (eval.Agent, error) {
	t.Helper()
	return e.App.AnswerChallenge(e.Stranger(), app.AnswerChallenge{ChallengeID: c.ID, Method: eval.ProofWellKnown})
}

func wantCode(t *testing.T, what string, err error, kind fault.Kind, code string) {
	t.Helper()
	if f := fault.As(err); f == nil || f.Kind != kind || f.Code != code {
		t.Errorf("%s: %#v, want %s %s", what, err, kind, code)
	}
}

func TestControlIsProvenByAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ours := team(t, e, "ours")
		ann := asUser(e, "ann", eval.RoleMember, ours.ID)
		h := newHost(t)
		agent := register(ann, t, e, app.RegisterAgent{Endpoint: h.URL + "/a2a", Workspace: "ours"})
		e.Suite("all", true, "/")
		e.Suite("one", true, "/")
		named, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "one", TargetDIDs: set([]string{agent.DID})})
		if err != nil || len(named.Warnings) != 1 || !strings.Contains(named.Warnings[0], "is unproven") {
			t.Errorf("warnings %q, %v", named.Warnings, err)
		}
		defer e.Start()()
		for _, suite := range []string{"all", "one"} {
			if run := e.Wait(e.Run(suite).ID); run.Progress.Agents != 0 || suite == "one" && (len(run.Skipped) != 1 || run.Skipped[0].Reason != "unproven") {
				t.Errorf("an unproven agent was called: %+v", run)
			}
		}
		c := challenge(ann, t, e, agent.DID, eval.ChallengeProve)
		if want := "assay prove did:web:test.example " + agent.DID + " "; !strings.HasPrefix(c.Line, want) || len(c.Line) != len(want)+43 || c.URL != h.URL+eval.ChallengePath {
			t.Errorf("%+v", c)
		}
		_, err = answer(t, e, c)
		wantCode(t, "nothing there", err, fault.Unreachable, "not_found")
		h.put(eval.ChallengePath, "something else\n"+c.Line+" \t\r\n")
		proven, err := answer(t, e, c)
		if err != nil || proven.ProofState() != eval.Proven || proven.Proof.Method != eval.ProofWellKnown || proven.Proof.Origin != h.URL || proven.Proof.At.IsZero() {
			t.Fatalf("%+v, %v", proven.Proof, err)
		}
		_, err = answer(t, e, c)
		wantCode(t, "used", err, fault.Conflict, "challenge_over")
		if run := e.Wait(e.Run("all").ID); run.Progress.Agents != 1 || run.Progress.Recorded != 1 {
			t.Errorf("a proven agent was not called: %+v", run)
		}
		moved, err := e.App.UpdateAgent(ann, app.UpdateAgent{DID: agent.DID, Endpoint: new(newHost(t).URL)})
		if err != nil || moved.ProofState() != eval.Lapsed {
			t.Errorf("moved elsewhere: %s, %v", moved.ProofState(), err)
		}
		if run := e.Wait(e.Run("all").ID); run.Progress.Agents != 0 {
			t.Errorf("an agent whose proof lapsed was called: %+v", run)
		}
		if said := details(t, e, agent); !strings.Contains(said, "PROVEN: control of "+h.URL+" was shown by the file") || !strings.Contains(said, "UPDATED: the proof of control lapsed") {
			t.Errorf("its history is\n%s", said)
		}
		_, err = e.App.RequestChallenge(e.Admin(), e.Serve("did:web:trusted.example", ok).DID, eval.ChallengeProve)
		wantCode(t, "one that is trusted", err, fault.Conflict, "trusted")
	})
}

// What does not prove control, each for its own reason.
func TestFilesThatProveNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		ours := team(t, e, "ours")
		ann := asUser(e, "ann", eval.RoleMember, ours.ID)
		h := newHost(t)
		agent := register(ann, t, e, app.RegisterAgent{Endpoint: h.URL, Workspace: "ours"})
		other := register(ann, t, e, app.RegisterAgent{DID: "did:web:other.example", Endpoint: h.URL, Workspace: "ours"})
		c := challenge(ann, t, e, agent.DID, eval.ChallengeProve)
		of := func(c app.Challenge, registry, did string) string { return c.Challenge.Line(registry, did) }
		for name, text := range map[string]string{
			"another agent's":         challenge(ann, t, e, other.DID, eval.ChallengeProve).Line,
			"this token, other agent": of(c, "did:web:test.example", other.DID),
			"another registry's":      of(c, "did:web:elsewhere.example", agent.DID),
			"another action's":        challenge(ann, t, e, agent.DID, eval.ChallengeOptOut).Line,
			"an earlier one's":        challenge(ann, t, e, agent.DID, eval.ChallengeProve).Line,
			"within a longer line":    "see " + c.Line,
			"longer":                  c.Line + "x",
			"cut":                     c.Line[:len(c.Line)-1],
			"in upper case":           strings.ToUpper(c.Line),
		} {
			h.put(eval.ChallengePath, text+"\n")
			_, err := answer(t, e, c)
			wantCode(t, name, err, fault.Conflict, "not_published")
		}
		h.put(eval.ChallengePath, "<!doctype html>\n"+c.Line+"\n")
		_, err := answer(t, e, c)
		wantCode(t, "a page", err, fault.Unreachable, "protocol_error")
		h.put("/else", c.Line)
		h.put(eval.ChallengePath, "→/else")
		_, err = answer(t, e, c)
		wantCode(t, "redirected", err, fault.Unreachable, "redirect")
		h.put(eval.ChallengePath, c.Line)
		clock.Add(24 * time.Hour)
		_, err = answer(t, e, c)
		wantCode(t, "expired", err, fault.Conflict, "challenge_over")
		_, err = e.App.AnswerChallenge(e.Stranger(), app.AnswerChallenge{ChallengeID: "chl_none", Method: eval.ProofWellKnown})
		wantCode(t, "no such challenge", err, fault.NotFound, "not_found")

		private := register(ann, t, e, app.RegisterAgent{Endpoint: "http://10.1.2.3/", Workspace: "ours"})
		_, err = answer(t, e, challenge(ann, t, e, private.DID, eval.ChallengeProve))
		wantCode(t, "a private address", err, fault.Unreachable, "target_blocked")
		if got, err := e.App.Agent(t.Context(), agent.DID); err != nil || got.ProofState() != eval.Unproven {
			t.Errorf("it counts as %s, %v", got.ProofState(), err)
		}
	})
}

func sign(private ed25519.PrivateKey, c app.Challenge) app.AnswerChallenge {
	return app.AnswerChallenge{ChallengeID: c.ID, Method: eval.ProofSignature, Signature: base64.RawURLEncoding.EncodeToString(ed25519.Sign(private, []byte(c.Line)))}
}

func multibase(public ed25519.PublicKey) string {
	return "z" + base58.Encode(append([]byte{0xed, 0x01}, public...))
}

// A signature shows control of a DID; it counts where the DID is bound to the endpoint.
func TestControlIsProvenBySignature(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ours := team(t, e, "ours")
		ann := asUser(e, "ann", eval.RoleMember, ours.ID)
		public, private, _ := ed25519.GenerateKey(nil)
		public2, private2, _ := ed25519.GenerateKey(nil)
		h := newHost(t)
		document := func(lists string) {
			h.put("/.well-known/did.json", fmt.Sprintf(`{"id":%q,"verificationMethod":[{"id":"#one","type":"Ed25519VerificationKey2020","publicKeyMultibase":%q},
				{"id":"#two","type":"JsonWebKey2020","publicKeyJwk":{"kty":"OKP","crv":"Ed25519","x":%q}}]%s}`,
				h.did(), multibase(public), base64.RawURLEncoding.EncodeToString(public2), lists))
		}
		document("")
		web := register(ann, t, e, app.RegisterAgent{Endpoint: h.URL + "/a2a", Workspace: "ours"})
		ask := func(did string) app.Challenge { return challenge(ann, t, e, did, eval.ChallengeProve) }
		try := func(in app.AnswerChallenge) error {
			_, err := e.App.AnswerChallenge(e.Stranger(), in)
			return err
		}
		c := ask(web.DID)
		_, stranger, _ := ed25519.GenerateKey(nil)
		wantCode(t, "another key", try(sign(stranger, c)), fault.Invalid, "invalid")
		wrong := sign(private, ask(web.DID))
		wrong.ChallengeID = c.ID
		wantCode(t, "of another challenge", try(wrong), fault.Invalid, "invalid")
		wantCode(t, "none", try(app.AnswerChallenge{ChallengeID: c.ID, Method: eval.ProofSignature}), fault.Invalid, "invalid")
		named := sign(private, c)
		named.Key = "#two"
		wantCode(t, "by another key than named", try(named), fault.Invalid, "invalid")
		named.Key = "#none"
		wantCode(t, "by a key that is not there", try(named), fault.Invalid, "invalid")
		document(`,"authentication":["#two"]`)
		wantCode(t, "a key that may not authenticate", try(sign(private, c)), fault.Invalid, "invalid")
		if err := try(sign(private2, c)); err != nil {
			t.Errorf("a key that may: %v", err)
		}
		if got, err := e.App.Agent(t.Context(), web.DID); err != nil || got.ProofState() != eval.Proven || got.Proof.Method != eval.ProofSignature || got.Proof.Origin != h.URL {
			t.Errorf("%+v, %v", got.Proof, err)
		}

		// A path below the host may be anybody's, and a did:key is: the card at the well-known path must name them.
		below := h.did() + ":users:mallory"
		h.put("/users/mallory/did.json", fmt.Sprintf(`{"id":%q,"verificationMethod":[{"id":"#k","publicKeyMultibase":%q}]}`, below, multibase(public)))
		for _, did := range []string{below, "did:key:" + multibase(public)} {
			h.put("/.well-known/agent-card.json", card("One", h.URL+"/a2a"))
			h.put("/uploads/card.json", strings.Replace(card("One", h.URL+"/a2a"), `"skills"`, `"did":"`+did+`","skills"`, 1))
			agent := register(ann, t, e, app.RegisterAgent{DID: did, CardURL: h.URL + "/uploads/card.json", Workspace: "ours"})
			c := ask(did)
			wantCode(t, did+", not named", try(sign(private, c)), fault.Conflict, "did_not_bound")
			h.put("/.well-known/agent-card.json", strings.Replace(card("One", h.URL+"/a2a"), `"skills"`, `"did":"`+did+`","skills"`, 1))
			wantCode(t, did+", another key", try(sign(stranger, c)), fault.Invalid, "invalid")
			if err := try(sign(private, c)); err != nil {
				t.Errorf("%s, named: %v", did, err)
			}
			if got, err := e.App.Agent(t.Context(), agent.DID); err != nil || got.ProofState() != eval.Proven {
				t.Errorf("%s: %+v, %v", did, got.Proof, err)
			}
		}
		elsewhere := register(ann, t, e, app.RegisterAgent{DID: "did:example:x", Endpoint: h.URL, Workspace: "ours"})
		h.put("/.well-known/agent-card.json", strings.Replace(card("One", h.URL), `"skills"`, `"did":"did:example:x","skills"`, 1))
		wantCode(t, "another method", try(sign(private, ask(elsewhere.DID))), fault.Invalid, "invalid")
	})
}

// patient makes calls, each of which ends when no further one may begin.
type patient struct {
	runner.Prober
	test context.Context
}

func (p patient) Do(ctx context.Context, c probe.Call) probe.Outcome {
	out := p.Prober.Do(ctx, c)
	select {
	case <-ctx.Done():
	case <-p.test.Done():
	}
	return out
}

// Whoever operates an endpoint has it called no more, without any credential, at once, and whoever registered it.
func TestOptingOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		called := make(chan string)
		h := newHost(t)
		agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/task") {
				called <- r.URL.Path
				return
			}
			h.Config.Handler.ServeHTTP(w, r)
		}))
		t.Cleanup(agent.Close)
		known := register(e.Admin(), t, e, app.RegisterAgent{DID: "did:web:out.example", Endpoint: agent.URL})
		e.Suite("slow", true, "/task/1", "/task/2", "/task/3")
		defer e.StartWith(patient{e.Prober, e.T.Context()})()
		run := e.Run("slow")
		if first := <-called; first != "/task/1" {
			t.Fatalf("called %s first", first)
		}
		c := challenge(e.Stranger(), t, e, known.DID, eval.ChallengeOptOut)
		_, err := e.App.RequestChallenge(e.Stranger(), known.DID, eval.ChallengeOptIn)
		wantCode(t, "in, while it is in", err, fault.Conflict, "not_opted_out")
		h.put(eval.ChallengePath, c.Line)
		out, err := answer(t, e, c)
		if err != nil || out.OptedOutAt.IsZero() || out.ProofState() != eval.Trusted {
			t.Fatalf("%+v, %v", out, err)
		}
		over := e.Wait(run.ID)
		results := e.Results(run.ID)
		if over.Status != eval.RunCompleted || len(results) != 3 || results[0].Error != eval.NoError || results[1].Error != eval.ErrCancelled || results[2].Score != nil {
			t.Errorf("%s: %+v", over.Status, results)
		}
		if page, err := e.App.Results(t.Context(), app.ResultFilter{Agent: known.DID}, eval.PageArgs{}); err != nil || len(page.Items) != 3 {
			t.Errorf("its record: %d, %v", len(page.Items), err)
		}
		if next := e.Wait(e.Run("slow").ID); next.Progress.Agents != 0 {
			t.Errorf("called again: %+v", next)
		}
		suite, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "slow", TargetDIDs: set([]string{known.DID})})
		if err != nil || len(suite.Warnings) != 1 || !strings.Contains(suite.Warnings[0], "opted out") {
			t.Errorf("warnings %q, %v", suite.Warnings, err)
		}
		_, err = e.App.RequestChallenge(e.Stranger(), known.DID, eval.ChallengeOptOut)
		wantCode(t, "out again", err, fault.Conflict, "opted_out")

		// It lasts: through removal, and against another name for the same endpoint.
		if _, err := e.App.RemoveAgent(e.Admin(), known.DID); err != nil {
			t.Fatal(err)
		}
		if again := register(e.Admin(), t, e, app.RegisterAgent{DID: known.DID, Endpoint: agent.URL}); again.OptedOutAt.IsZero() {
			t.Error("registering it again opted it in")
		}
		_, err = e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:disguise.example", Endpoint: agent.URL})
		wantCode(t, "under another name", err, fault.Conflict, "opted_out")

		c = challenge(e.Stranger(), t, e, known.DID, eval.ChallengeOptIn)
		_, err = answer(t, e, c)
		wantCode(t, "in, by the line of before", err, fault.Conflict, "not_published")
		h.put(eval.ChallengePath, c.Line)
		if in, err := answer(t, e, c); err != nil || !in.OptedOutAt.IsZero() {
			t.Errorf("%+v, %v", in, err)
		}
		if said := details(t, e, known); !strings.Contains(said, "OPTED_OUT: the operator of "+agent.URL) || !strings.Contains(said, "OPTED_IN: the operator of "+agent.URL) {
			t.Errorf("its history is\n%s", said)
		}
	})
}

func TestChallengesAreFewAndGuessesLimited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		agent := register(e.Admin(), t, e, app.RegisterAgent{Endpoint: newHost(t).URL})
		ids := map[string]bool{}
		var last app.Challenge
		for range 25 {
			clock.Add(time.Second)
			last = challenge(e.Stranger(), t, e, agent.DID, eval.ChallengeOptOut)
			ids[last.ID] = true
		}
		if len(ids) != 10 {
			t.Errorf("%d challenges are open", len(ids))
		}
		for i := range 31 {
			_, err := answer(t, e, last)
			if want := map[bool]fault.Kind{true: fault.Unreachable, false: fault.TooMany}[i < 30]; !fault.Is(err, want) {
				t.Fatalf("answer %d: %v", i, err)
			}
		}
	})
}
