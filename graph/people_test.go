package graph

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"assay/app"
	"assay/eval"
)

// TestQueriesDoNotGrowWithPeople asks for the people, invitations and keys of one workspace and of many.
func TestQueriesDoNotGrowWithPeople(t *testing.T) {
	w := newWorld(t, 0)
	admin := asAdmin(t)
	counter, ok := selects.Load(filepath.Clean(w.path))
	if !ok {
		t.Fatal("the database is not counted")
	}
	count := func(document string) (n int64, size int) {
		before := counter.(*atomic.Int64).Load()
		got := post(t, w.door, document, "Bearer admin")
		if got.Errors != nil {
			t.Fatalf("%s: %+v", document, got.Errors)
		}
		return counter.(*atomic.Int64).Load() - before, len(got.Data)
	}
	documents := []string{
		`{workspaces {role permissions members {role user {name}} invitations {state invitedBy {name}} keys {name createdBy {name}}}}`,
		`{workspace(key: "default") {members {user {name}} invitations {invitedBy {name}} keys {createdBy {name}}}}`,
	}
	type asked struct {
		queries int64
		size    int
	}
	var few []asked
	grow := func(workspace string, people int) {
		for i := range people {
			_, link, err := w.app.InviteMember(admin, app.InviteMember{Workspace: workspace, Role: eval.RoleAdmin})
			if err != nil {
				t.Fatal(err)
			}
			_, token, _ := strings.Cut(link.Reveal(), "#")
			begun, _, err := w.app.AcceptInvitation(t.Context(), app.AcceptInvitation{Token: eval.Secret(token),
				NewUser: app.NewUser{Email: fmt.Sprintf("%s%d%d@example.com", workspace, people, i), Name: "Somebody", Password: "a password of some length"}})
			if err != nil {
				t.Fatal(err)
			}
			ctx := app.WithPrincipal(t.Context(), begun.Viewer)
			must2(w.app.CreateKey(ctx, app.CreateKey{Workspace: workspace, Name: "key", Role: eval.RoleViewer, Scopes: []eval.Scope{eval.ScopeRead}}))(t)
			must2(w.app.InviteMember(ctx, app.InviteMember{Workspace: workspace, Role: eval.RoleViewer}))(t)
		}
	}
	grow("default", 1)
	for _, d := range documents {
		n, size := count(d)
		few = append(few, asked{n, size})
	}
	grow("default", 6)
	for _, key := range []string{"blue", "red", "green"} {
		must(w.app.CreateWorkspace(admin, key, ""))(t)
		grow(key, 3)
	}
	for i, d := range documents {
		n, size := count(d)
		if n != few[i].queries || few[i].queries == 0 || size < 2*few[i].size {
			t.Errorf("%s: %d queries for %d bytes, %d for %d", d, few[i].queries, few[i].size, n, size)
		}
	}
}

func must2[A, B any](_ A, _ B, err error) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
}
