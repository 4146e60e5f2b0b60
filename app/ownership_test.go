package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// asUser is a context of a user with a role in each of these workspaces.
func asUser(e *testenv.Env, user string, role eval.Role, workspaceIDs ...string) context.Context {
	p := app.Principal{Credential: true, User: &eval.User{ID: "usr_" + user, Name: user}, Session: "ses_" + user, Roles: map[string]eval.Role{}}
	for _, id := range workspaceIDs {
		p.Roles[id] = role
	}
	return app.WithPrincipal(e.T.Context(), p)
}

// withKey is a context of a key that a user made, or nobody.
func withKey(e *testenv.Env, id, user string, role eval.Role, workspaceID string, scopes ...eval.Scope) context.Context {
	p := app.Principal{Credential: true, Key: &eval.APIKey{ID: id, WorkspaceID: workspaceID, Role: role, Scopes: scopes}, Scopes: scopes,
		Roles: map[string]eval.Role{workspaceID: role}}
	if user != "" {
		p.User = &eval.User{ID: "usr_" + user}
	}
	return app.WithPrincipal(e.T.Context(), p)
}

func team(t *testing.T, e *testenv.Env, key string) eval.Workspace {
	t.Helper()
	w, err := e.App.CreateWorkspace(e.Admin(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func register(ctx context.Context, t *testing.T, e *testenv.Env, in app.RegisterAgent) eval.Agent {
	t.Helper()
	agent, err := e.App.RegisterAgent(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	return agent
}

func details(t *testing.T, e *testenv.Env, agent eval.Agent) string {
	t.Helper()
	history, err := e.App.AgentHistory(t.Context(), agent.ID, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, h := range history {
		all = append(all, fmt.Sprintf("%s: %s", h.Kind, h.Detail))
	}
	return strings.Join(all, "\n")
}

func TestWhoRegistersAndWhoseItIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ours := team(t, e, "ours")
		for _, c := range []struct {
			name      string
			ctx       context.Context
			workspace string
			refused   fault.Kind
			want      eval.Agent
		}{
			{"platform admin", e.Admin(), "", "", eval.Agent{WorkspaceID: eval.DefaultWorkspace, Proof: eval.Proof{State: eval.Trusted}}},
			{"platform admin elsewhere", e.Admin(), "ours", "", eval.Agent{WorkspaceID: ours.ID, Proof: eval.Proof{State: eval.Trusted}}},
			{"member", asUser(e, "ann", eval.RoleMember, ours.ID), "ours", "", eval.Agent{WorkspaceID: ours.ID, RegisteredBy: "usr_ann", Proof: eval.Proof{State: eval.Unproven}}},
			{"owner of default", asUser(e, "own", eval.RoleOwner, eval.DefaultWorkspace), "", "", eval.Agent{WorkspaceID: eval.DefaultWorkspace, RegisteredBy: "usr_own", Proof: eval.Proof{State: eval.Unproven}}},
			{"key", withKey(e, "key_1", "ann", eval.RoleMember, ours.ID, eval.ScopeAgent), "ours", "", eval.Agent{WorkspaceID: ours.ID, RegisteredBy: "usr_ann", Proof: eval.Proof{State: eval.Unproven}}},
			{"key of nobody", withKey(e, "key_2", "", eval.RoleMember, ours.ID, eval.ScopeAgent), "ours", "", eval.Agent{WorkspaceID: ours.ID, RegisteredBy: "key_2", Proof: eval.Proof{State: eval.Unproven}}},
			{"viewer", asUser(e, "vic", eval.RoleViewer, ours.ID), "ours", fault.Forbidden, eval.Agent{}},
			{"key without the scope", withKey(e, "key_3", "ann", eval.RoleOwner, ours.ID, eval.ScopeRead, eval.ScopeAdmin), "ours", fault.Forbidden, eval.Agent{}},
			{"member elsewhere", asUser(e, "bob", eval.RoleOwner, eval.DefaultWorkspace), "ours", fault.NotFound, eval.Agent{}},
			{"member, in default", asUser(e, "ann", eval.RoleOwner, ours.ID), "", fault.Forbidden, eval.Agent{}},
			{"no such workspace", e.Admin(), "none", fault.NotFound, eval.Agent{}},
			{"stranger", e.Stranger(), "ours", fault.Unauthenticated, eval.Agent{}},
		} {
			host := "https://" + strings.ReplaceAll(c.name, " ", "-") + ".example/"
			got, err := e.App.RegisterAgent(c.ctx, app.RegisterAgent{Endpoint: strings.ReplaceAll(host, ",", ""), Workspace: c.workspace})
			if c.refused != "" {
				if !fault.Is(err, c.refused) {
					t.Errorf("%s: %v, want %s", c.name, err, c.refused)
				}
				continue
			}
			if err != nil || got.WorkspaceID != c.want.WorkspaceID || got.RegisteredBy != c.want.RegisteredBy || got.Proof != c.want.Proof {
				t.Errorf("%s: %+v, %v", c.name, got, err)
			}
		}
		_, err := e.App.RegisterAgent(asUser(e, "own", eval.RoleOwner, eval.DefaultWorkspace), app.RegisterAgent{DID: "did:web:far.example", HomeRegistry: "https://r.example"})
		if !fault.Is(err, fault.Forbidden) {
			t.Errorf("a mirror by an owner: %v", err)
		}
		if mirror := register(e.Admin(), t, e, app.RegisterAgent{DID: "did:web:far.example", HomeRegistry: "https://r.example"}); mirror.WorkspaceID != "" || mirror.Proof.State == eval.Trusted {
			t.Errorf("a mirror: %+v", mirror)
		}
		for _, c := range []struct {
			ctx  context.Context
			want int
		}{{asUser(e, "ann", eval.RoleViewer, ours.ID), 4}, {e.Admin(), 4}, {asUser(e, "bob", eval.RoleOwner, eval.DefaultWorkspace), 0}, {e.Stranger(), 0}} {
			if page, err := e.App.Agents(c.ctx, app.AgentFilter{Workspace: "ours"}, eval.PageArgs{}); err != nil || len(page.Items) != c.want {
				t.Errorf("sees %d agents of ours, want %d; %v", len(page.Items), c.want, err)
			}
		}
	})
}

func TestWhoMayChangeAnAgent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{Change: keepSecrets(t)})
		ours, theirs := team(t, e, "ours"), team(t, e, "theirs")
		ann := asUser(e, "ann", eval.RoleMember, ours.ID)
		agent := register(ann, t, e, app.RegisterAgent{Endpoint: "https://a.example/", Workspace: "ours"})
		mirror := register(e.Admin(), t, e, app.RegisterAgent{DID: "did:web:far.example", HomeRegistry: "https://r.example"})
		for _, c := range []struct {
			name string
			ctx  context.Context
			want fault.Kind // empty: may
		}{
			{"who registered it", ann, ""},
			{"their key", withKey(e, "key_1", "ann", eval.RoleMember, ours.ID, eval.ScopeAgent), ""},
			{"an admin of its workspace", asUser(e, "adm", eval.RoleAdmin, ours.ID), ""},
			{"the platform admin", e.Admin(), ""},
			{"who registered it, now a viewer", asUser(e, "ann", eval.RoleViewer, ours.ID), fault.Forbidden},
			{"who registered it, gone", asUser(e, "ann", eval.RoleOwner, theirs.ID), fault.Forbidden},
			{"their key for something else", withKey(e, "key_1", "ann", eval.RoleMember, ours.ID, eval.ScopeRun), fault.Forbidden},
			{"another member", asUser(e, "bob", eval.RoleMember, ours.ID), fault.Forbidden},
			{"an admin elsewhere", asUser(e, "own", eval.RoleOwner, theirs.ID, eval.DefaultWorkspace), fault.Forbidden},
			{"a stranger", e.Stranger(), fault.Unauthenticated},
		} {
			if got := e.App.MayChangeAgent(c.ctx, agent); got != (c.want == "") {
				t.Errorf("%s may change it: %v", c.name, got)
			}
			for what, do := range map[string]func() error{
				"update": func() error {
					_, err := e.App.UpdateAgent(c.ctx, app.UpdateAgent{DID: agent.DID, Owner: new(c.name)})
					return err
				},
				"challenge": func() error {
					_, err := e.App.RequestChallenge(c.ctx, agent.DID, eval.ChallengeProve)
					return err
				},
				"credentials": func() error {
					_, err := e.App.SetAgentCredentials(c.ctx, app.SetCredentials{DID: agent.DID, Bearer: new(eval.Secret("12345678"))})
					return err
				},
				"no credentials": func() error {
					_, err := e.App.RemoveAgentCredentials(c.ctx, agent.DID)
					return err
				},
				"refresh": func() error {
					_, _, err := e.App.RefreshAgentCard(c.ctx, agent.DID)
					if f := fault.As(err); f != nil && f.Code == "no_card_url" {
						return nil
					}
					return err
				},
				"remove": func() error {
					if c.want == "" {
						return nil // below
					}
					_, err := e.App.RemoveAgent(c.ctx, agent.DID)
					return err
				},
			} {
				if err := do(); c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) {
					t.Errorf("%s, %s: %v, want %q", c.name, what, err, c.want)
				}
			}
			if got := e.App.MayChangeAgent(c.ctx, mirror); got != (c.name == "the platform admin") {
				t.Errorf("%s may change a mirror: %v", c.name, got)
			}
		}
		if _, err := e.App.RemoveAgent(ann, agent.DID); err != nil {
			t.Errorf("who registered it removes it: %v", err)
		}
	})
}

// A removed agent comes back where it was; elsewhere only a platform admin brings it. Trust does not come back with it.
func TestRemovedAgentsAreNotTakenOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ours, theirs := team(t, e, "ours"), team(t, e, "theirs")
		ann, bob := asUser(e, "ann", eval.RoleMember, ours.ID), asUser(e, "bob", eval.RoleOwner, theirs.ID)
		in := func(workspace string) app.RegisterAgent {
			return app.RegisterAgent{Endpoint: "https://a.example/", Workspace: workspace}
		}
		first := register(e.Admin(), t, e, in("ours"))
		if _, err := e.App.RegisterAgent(bob, in("theirs")); !fault.Is(err, fault.Conflict) {
			t.Errorf("one that is there: %v", err)
		}
		if _, err := e.App.RemoveAgent(e.Admin(), first.DID); err != nil {
			t.Fatal(err)
		}
		if _, err := e.App.RegisterAgent(bob, in("theirs")); !fault.Is(err, fault.Forbidden) {
			t.Errorf("taken over: %v", err)
		}
		if again := register(ann, t, e, in("ours")); again.ID != first.ID || again.Proof.State != eval.Unproven || again.RegisteredBy != "usr_ann" {
			t.Errorf("brought back: %+v", again)
		}
		if _, err := e.App.RemoveAgent(ann, first.DID); err != nil {
			t.Fatal(err)
		}
		if moved := register(e.Admin(), t, e, in("theirs")); moved.ID != first.ID || moved.WorkspaceID != theirs.ID || moved.Proof.State != eval.Trusted {
			t.Errorf("by a platform admin: %+v", moved)
		}
	})
}

// Trust in who registered an agent does not reach where others move it.
func TestTrustEndsWhereOthersMoveAnAgent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		admin := asUser(e, "adm", eval.RoleAdmin, eval.DefaultWorkspace)
		url, set := cardServer(t)
		set(card("One", "https://one.example/"))
		for i, c := range []struct {
			name   string
			ctx    context.Context
			change app.UpdateAgent
			want   eval.ProofState
		}{
			{"the platform admin moves it", e.Admin(), app.UpdateAgent{Endpoint: new("https://two.example/")}, eval.Trusted},
			{"an admin renames it", admin, app.UpdateAgent{Name: new("Other")}, eval.Trusted},
			{"an admin moves it on its origin", admin, app.UpdateAgent{Endpoint: new("https://one.example/a2a")}, eval.Trusted},
			{"an admin moves it elsewhere", admin, app.UpdateAgent{Endpoint: new("https://two.example/")}, eval.Unproven},
			{"an admin gives it a card that names the same endpoint", admin, app.UpdateAgent{CardURL: new(url + "/.well-known/agent-card.json")}, eval.Unproven},
		} {
			c.change.DID = fmt.Sprintf("did:web:trusted%d.example", i)
			agent := register(e.Admin(), t, e, app.RegisterAgent{DID: c.change.DID, Endpoint: "https://one.example/"})
			got, err := e.App.UpdateAgent(c.ctx, c.change)
			if err != nil || got.ProofState() != c.want {
				t.Errorf("%s: %s, %v, want %s", c.name, got.ProofState(), err, c.want)
			}
			if said := strings.Contains(details(t, e, agent), "no longer trusted"); said != (c.want == eval.Unproven) {
				t.Errorf("%s: its history is\n%s", c.name, details(t, e, agent))
			}
		}
	})
}
