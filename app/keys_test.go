package app_test

import (
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestKeys(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleMember, "bob@example.com")
		in := app.CreateKey{Name: " CI ", Role: eval.RoleMember, Scopes: []eval.Scope{eval.ScopeRun}, ExpiresAt: noon.Add(time.Hour)}
		k, token, err := p.App.CreateKey(bob.Context(), in)
		if wants(t, "a member's", err, ""); !regexp.MustCompile(`^assay_[a-z0-9]{8}_[A-Za-z0-9_-]{43}$`).MatchString(token.Reveal()) ||
			k.Prefix != token.Reveal()[:14] || k.Name != "CI" || k.CreatedBy != bob.User.ID {
			t.Errorf("%+v %s", k, token.Reveal())
		}
		got := app.Caller(p.Bearer(token))
		if !got.Known() || got.PlatformAdmin || got.User.ID != bob.User.ID || got.Key.ID != k.ID || got.Session != "" ||
			!got.May(eval.DefaultWorkspace, app.RunSuites) || got.May(eval.DefaultWorkspace, app.ReadPeople) || got.May(eval.DefaultWorkspace, app.RegisterAgents) {
			t.Errorf("%+v", got)
		}
		for field, change := range map[string]func(*app.CreateKey){
			"name":       func(in *app.CreateKey) { in.Name = "" },
			"role":       func(in *app.CreateKey) { in.Role = "KING" },
			"scopes":     func(in *app.CreateKey) { in.Scopes = nil },
			"expires_at": func(in *app.CreateKey) { in.ExpiresAt = noon },
		} {
			in := in
			change(&in)
			_, token, err := p.App.CreateKey(bob.Context(), in)
			if f := fault.As(err); f == nil || f.Kind != fault.Invalid || f.Field != field || token != "" {
				t.Errorf("%s: %v", field, err)
			}
		}
		for what, scopes := range map[string][]eval.Scope{"twice": {eval.ScopeRun, eval.ScopeRun}, "unknown": {"ALL"}} {
			in := in
			in.Scopes = scopes
			_, _, err := p.App.CreateKey(bob.Context(), in)
			wants(t, "a scope "+what, err, fault.Invalid)
		}
		more := in
		more.Role = eval.RoleAdmin
		_, _, err = p.App.CreateKey(bob.Context(), more)
		wants(t, "above one's role", err, fault.Forbidden)
		_, _, err = p.App.CreateKey(p.Join("", eval.RoleViewer, "eve@example.com").Context(), in)
		wants(t, "a viewer's", err, fault.Forbidden)
		_, _, err = p.App.CreateKey(p.Stranger(), in)
		wants(t, "a stranger's", err, fault.Unauthenticated)
		in.Workspace = "blue"
		_, _, err = p.App.CreateKey(bob.Context(), in)
		wants(t, "elsewhere", err, fault.NotFound)

		p.clock.Add(time.Hour)
		if app.Caller(p.Bearer(token)).Known() {
			t.Error("an expired key is good")
		}
	})
}

// A key makes nothing that outlives it: no key, no invitation, no reset link.
func TestKeysMakeNothingThatOutlivesThem(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		_, token := p.ada.Key("", eval.RoleOwner, eval.Scopes...)
		_, _, err := p.App.CreateKey(p.Bearer(token), app.CreateKey{Name: "child", Role: eval.RoleViewer, Scopes: []eval.Scope{eval.ScopeRead}})
		wants(t, "a key", err, fault.Forbidden)
		_, _, err = p.App.InviteMember(p.Bearer(token), app.InviteMember{Role: eval.RoleViewer})
		wants(t, "an invitation", err, fault.Forbidden)
		_, err = p.App.IssuePasswordReset(p.Bearer(token), p.Join("", eval.RoleViewer, "eve@example.com").User.ID)
		wants(t, "a reset link", err, fault.Forbidden)
	})
}

// A key is never more than its maker is now.
func TestKeysShrinkWithTheirMaker(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		role := func(token eval.Secret) eval.Role { return app.Caller(p.Bearer(token)).Roles[eval.DefaultWorkspace] }
		make := func(ctx testenv.Person) eval.Secret {
			_, token := ctx.Key("", eval.RoleOwner, eval.ScopeRead)
			return token
		}
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		token := make(bob)
		for _, r := range []eval.Role{eval.RoleAdmin, eval.RoleViewer, eval.RoleOwner} {
			_, err := p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: bob.User.ID, Role: r})
			wants(t, string(r), err, "")
			if got := role(token); got != r {
				t.Errorf("the maker is %s, the key %s", r, got)
			}
		}

		// A platform admin holds none down, member or not; who is no longer one does.
		_, err := p.App.RemoveMember(p.Admin(), "", bob.User.ID)
		wants(t, "no member", err, "")
		_, err = p.App.SetPlatformAdmin(p.Admin(), bob.User.ID, true)
		wants(t, "platform admin", err, "")
		outside := make(bob)
		if got := app.Caller(p.Bearer(outside)); role(outside) != eval.RoleOwner || got.PlatformAdmin {
			t.Errorf("a platform admin's: %+v", got)
		}
		_, err = p.App.SetPlatformAdmin(p.Admin(), bob.User.ID, false)
		wants(t, "no platform admin", err, "")
		if app.Caller(p.Bearer(outside)).Known() {
			t.Error("a key of nobody is good")
		}

		// The platform-admin credential's keys have no maker.
		_, token, err = p.App.CreateKey(p.Admin(), app.CreateKey{Name: "x", Role: eval.RoleAdmin, Scopes: eval.Scopes})
		if got := app.Caller(p.Bearer(token)); err != nil || got.User != nil || got.Key.CreatedBy != "" || role(token) != eval.RoleAdmin || got.PlatformAdmin {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestWhoSeesAndRevokesKeys(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob, eve := p.Join("", eval.RoleMember, "bob@example.com"), p.Join("", eval.RoleMember, "eve@example.com")
		kim := p.Join("", eval.RoleAdmin, "kim@example.com")
		of, by := bob.Key("", eval.RoleMember, eval.ScopeRun)
		ofEve, _ := eve.Key("", eval.RoleMember, eval.ScopeRun)
		sees := func(who testenv.Person) (ids []string) {
			keys, err := p.App.KeysOf(who.Context(), []string{eval.DefaultWorkspace, "wsp_x"})
			wants(t, "keys", err, "")
			for _, k := range keys[eval.DefaultWorkspace] {
				ids = append(ids, k.ID)
			}
			return ids
		}
		if a, b := sees(kim), sees(bob); !slices.Equal(a, []string{ofEve.ID, of.ID}) || !slices.Equal(b, []string{of.ID}) {
			t.Errorf("an admin sees %v, a member %v", a, b)
		}
		viewer := p.Join("", eval.RoleViewer, "viewer@example.com")
		if keys, err := p.App.KeysOf(viewer.Context(), []string{eval.DefaultWorkspace}); len(keys) != 0 || err != nil {
			t.Errorf("a viewer sees %v, %v", keys, err)
		}
		_, err := p.App.RevokeKey(eve.Context(), of.ID)
		wants(t, "another member", err, fault.Forbidden)
		_, err = p.App.RevokeKey(p.Bearer(by), of.ID)
		wants(t, "a key that may not", err, fault.Forbidden)
		_, err = p.App.RevokeKey(p.Stranger(), of.ID)
		wants(t, "a stranger", err, fault.Unauthenticated)
		_, err = p.App.RevokeKey(kim.Context(), "key_x")
		wants(t, "none", err, fault.NotFound)
		if !app.Caller(p.Bearer(by)).Known() {
			t.Error("what was refused revoked a key")
		}
		for range 2 {
			k, err := p.App.RevokeKey(bob.Context(), of.ID)
			if wants(t, "its maker", err, ""); !k.RevokedAt.Equal(noon) {
				t.Errorf("%+v", k)
			}
			p.clock.Add(time.Second)
		}
		if app.Caller(p.Bearer(by)).Known() {
			t.Error("a revoked key is good")
		}
		_, err = p.App.RevokeKey(kim.Context(), ofEve.ID)
		wants(t, "an admin", err, "")
	})
}

// Whatever is good is among what is shown, since a workspace may have only so many.
func TestKeysAndInvitationsAreSoMany(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		blue, err := p.App.CreateWorkspace(p.Admin(), "blue", "")
		wants(t, "another workspace", err, "")
		key := func(workspace string) (eval.APIKey, error) {
			k, _, err := p.App.CreateKey(p.ada.Context(), app.CreateKey{Workspace: workspace, Name: "x", Role: eval.RoleViewer, Scopes: eval.Scopes})
			return k, err
		}
		invite := func(workspace string) (eval.Invitation, error) {
			i, _, err := p.App.InviteMember(p.Admin(), app.InviteMember{Workspace: workspace, Role: eval.RoleViewer})
			return i, err
		}
		oldKey, err := key("blue")
		wants(t, "a key", err, "")
		oldInvitation, err := invite("blue")
		wants(t, "an invitation", err, "")
		err = p.Store.Write(t.Context(), func(tx *store.Tx) error {
			for i := range 699 { // of which 500 ended, and 199 are good
				k, v := oldKey, oldInvitation
				k.ID, v.ID = store.NewID(eval.KeyID, noon), store.NewID(eval.InvitationID, noon)
				if i >= 199 {
					k.ExpiresAt, v.ExpiresAt = noon, noon
				}
				if err := errors.Join(tx.AddKey(t.Context(), k, k.ID), tx.AddInvitation(t.Context(), v, v.ID)); err != nil {
					return err
				}
			}
			return nil
		})
		wants(t, "what was made before", err, "")

		_, err = key("blue")
		if f := fault.As(err); f == nil || f.Code != "too_many_keys" || f.Kind != fault.Conflict {
			t.Errorf("a key too many: %v", err)
		}
		_, err = invite("blue")
		if f := fault.As(err); f == nil || f.Code != "too_many_invitations" || f.Kind != fault.Conflict {
			t.Errorf("an invitation too many: %v", err)
		}
		elsewhere, err := key("")
		wants(t, "a key elsewhere", err, "")
		_, err = invite("")
		wants(t, "an invitation elsewhere", err, "")

		both := []string{eval.DefaultWorkspace, blue.ID}
		keys, err := p.App.KeysOf(p.ada.Context(), both)
		of := keys[blue.ID]
		if err != nil || len(of) != 500 || of[199].ID != oldKey.ID || len(keys[eval.DefaultWorkspace]) != 1 || keys[eval.DefaultWorkspace][0].ID != elsewhere.ID {
			t.Errorf("%d keys are shown, %v", len(of), err)
		}
		invitations, err := p.App.InvitationsOf(p.ada.Context(), both)
		if of := invitations[blue.ID]; err != nil || len(of) != 500 || of[199].ID != oldInvitation.ID || len(invitations[eval.DefaultWorkspace]) != 1 {
			t.Errorf("%d invitations are shown, %v", len(of), err)
		}

		_, err = p.App.RevokeKey(p.ada.Context(), oldKey.ID)
		wants(t, "the oldest is revoked", err, "")
		_, err = key("blue")
		wants(t, "then there is room", err, "")
		_, err = p.App.RevokeInvitation(p.ada.Context(), oldInvitation.ID)
		wants(t, "the oldest is revoked", err, "")
		_, err = invite("blue")
		wants(t, "then there is room", err, "")
	})
}

// What somebody does with a key is logged as theirs, with the key.
func TestKeysInTheAuditLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ada := e.SetUp()
		k, token := ada.Key("", eval.RoleAdmin, eval.Scopes...)
		e.Suite("x", false, "/")
		_, err := e.App.DeleteSuite(e.Bearer(token), "x")
		wants(t, "deletes", err, "")
		page, err := e.App.AuditLog(e.Admin(), app.AuditQuery{Action: "deleteSuite"}, eval.PageArgs{})
		if err != nil || len(page.Items) != 1 || page.Items[0].Actor != ada.User.ID || page.Items[0].KeyID != k.ID || page.Items[0].Address != "192.0.2.1" ||
			page.Items[0].RequestID != "request-1" {
			t.Errorf("%+v, %v", page.Items, err)
		}
		page, err = e.App.AuditLog(e.Admin(), app.AuditQuery{Action: "setUp"}, eval.PageArgs{})
		if err != nil || len(page.Items) != 1 || page.Items[0].Actor != ada.User.ID || page.Items[0].Target != ada.User.ID || page.Items[0].Outcome != eval.AuditDone {
			t.Errorf("%+v, %v", page.Items, err)
		}
	})
}
