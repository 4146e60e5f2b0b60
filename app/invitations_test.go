package app_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/testenv"
)

func TestInvitations(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		i, link, err := p.App.InviteMember(p.ada.Context(), app.InviteMember{Role: eval.RoleMember, Email: " Bob@Example.com"})
		if wants(t, "invites", err, ""); i.Email != "bob@example.com" || i.InvitedBy != p.ada.User.ID || !i.ExpiresAt.Equal(noon.Add(7*24*time.Hour)) ||
			!strings.HasPrefix(link.Reveal(), "https://assay.example/invitation#") {
			t.Errorf("%+v %s", i, link.Reveal())
		}
		token := testenv.TokenOf(link)
		preview, err := p.App.InvitationPreview(p.Stranger(), token)
		if want := (app.InvitationPreview{WorkspaceName: "Default", Role: eval.RoleMember, Email: "bob@example.com", State: eval.InvitationOpen, ExpiresAt: i.ExpiresAt}); err != nil || *preview != want {
			t.Errorf("%+v, %v", preview, err)
		}
		if preview, err := p.App.InvitationPreview(p.Stranger(), token+"x"); preview != nil || err != nil {
			t.Errorf("of a wrong token: %+v, %v", preview, err)
		}
		for field, in := range map[string]app.NewUser{"name": {Password: testenv.Password}, "password": {Name: "Bob"}} {
			_, _, err := p.App.AcceptInvitation(p.Stranger(), app.AcceptInvitation{Token: token, NewUser: in})
			if f := fault.As(err); f == nil || f.Field != field {
				t.Errorf("without %s: %v", field, err)
			}
		}
		in := app.AcceptInvitation{Token: token, NewUser: app.NewUser{Email: "other@example.com", Name: "Bob", Password: testenv.Password}}
		_, _, err = p.App.AcceptInvitation(p.ada.Context(), in)
		wants(t, "another user's", err, fault.Conflict)
		begun, w, err := p.App.AcceptInvitation(p.Stranger(), in)
		if wants(t, "accepts", err, ""); w.ID != eval.DefaultWorkspace || begun.Viewer.User.Email != "bob@example.com" || begun.Viewer.Roles[w.ID] != eval.RoleMember {
			t.Errorf("the invitation's address counts: %+v %+v", w, begun.Viewer)
		}
		_, _, err = p.App.AcceptInvitation(p.Stranger(), in)
		wants(t, "again", err, fault.Conflict)

		// The audit log can tell who invited whom: both entries name the invitation.
		page, err := p.App.AuditLog(p.Admin(), app.AuditQuery{Search: i.ID, Outcome: eval.AuditDone}, eval.PageArgs{})
		if err != nil || len(page.Items) != 2 || page.Items[0].Action != "acceptInvitation" || page.Items[1].Action != "inviteMember" ||
			page.Items[1].Target != i.ID+" bob@example.com" || page.Items[1].Actor != p.ada.User.ID {
			t.Errorf("%+v, %v", page.Items, err)
		}

		// Whoever holds an open link: a new user, or the one who is signed in, whose session is another one then.
		open := p.Invite("", eval.RoleViewer, "")
		_, _, err = p.App.AcceptInvitation(p.Stranger(), app.AcceptInvitation{Token: open, NewUser: app.NewUser{Email: "BOB@example.com", Name: "Bob", Password: testenv.Password}})
		if f := fault.As(err); f == nil || f.Kind != fault.Conflict || f.Field != "email" {
			t.Errorf("an address that is taken: %v", err)
		}
		_, _, err = p.App.AcceptInvitation(p.As("", begun.Token), app.AcceptInvitation{Token: open})
		wants(t, "a member is a member already", err, fault.Conflict)
		_, _, err = p.App.InviteMember(p.ada.Context(), app.InviteMember{Role: eval.RoleAdmin, Email: "bob@example.com"})
		if f := fault.As(err); f == nil || f.Kind != fault.Conflict || f.Field != "email" {
			t.Errorf("a member is invited: %v", err)
		}
		again, _, err := p.App.AcceptInvitation(p.As("", begun.Token), app.AcceptInvitation{Token: p.Invite("", eval.RoleAdmin, "")})
		if wants(t, "a link to more", err, ""); again.Viewer.User.ID != begun.Viewer.User.ID || again.Viewer.Roles[w.ID] != eval.RoleAdmin {
			t.Errorf("%+v", again.Viewer)
		}
		if app.Caller(p.As("", begun.Token)).Known() || !app.Caller(p.As("", again.Token)).Known() {
			t.Error("the session from before is good, or the new one is not")
		}
	})
}

func TestInvitationsEnd(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		accept := func(what string, token eval.Secret, kind fault.Kind) {
			t.Helper()
			_, _, err := p.App.AcceptInvitation(p.Stranger(), app.AcceptInvitation{Token: token,
				NewUser: app.NewUser{Email: "new@example.com", Name: "New", Password: testenv.Password}})
			wants(t, what, err, kind)
		}
		i, link, err := p.App.InviteMember(p.ada.Context(), app.InviteMember{Role: eval.RoleMember})
		wants(t, "invites", err, "")
		eve := p.Join("", eval.RoleMember, "eve@example.com")
		_, err = p.App.RevokeInvitation(eve.Context(), i.ID)
		wants(t, "a member revokes", err, fault.Forbidden)
		_, err = p.App.RevokeInvitation(p.Stranger(), i.ID)
		wants(t, "a stranger revokes", err, fault.Unauthenticated)
		_, err = p.App.RevokeInvitation(p.ada.Context(), "inv_x")
		wants(t, "none", err, fault.NotFound)
		for range 2 {
			gone, err := p.App.RevokeInvitation(p.ada.Context(), i.ID)
			if wants(t, "revokes", err, ""); gone.State(noon) != eval.InvitationRevoked {
				t.Errorf("%+v", gone)
			}
		}
		accept("a revoked one", testenv.TokenOf(link), fault.Conflict)

		// It holds only while who made it could still make it.
		kim := p.Join("", eval.RoleOwner, "kim@example.com")
		_, byOwner, err := p.App.InviteMember(kim.Context(), app.InviteMember{Role: eval.RoleOwner})
		wants(t, "an owner invites", err, "")
		_, err = p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: kim.User.ID, Role: eval.RoleAdmin})
		wants(t, "who is an admin then", err, "")
		accept("an owner's, who is no owner now", testenv.TokenOf(byOwner), fault.Conflict)
		_, byAdmin, err := p.App.InviteMember(kim.Context(), app.InviteMember{Role: eval.RoleAdmin})
		wants(t, "an admin invites", err, "")
		_, err = p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: kim.User.ID, Role: eval.RoleMember})
		wants(t, "who is a member then", err, "")
		if preview, _ := p.App.InvitationPreview(p.Stranger(), testenv.TokenOf(byAdmin)); preview.State != eval.InvitationRevoked {
			t.Errorf("%+v", preview)
		}

		// Of two at the same time, one wins.
		twice := p.Invite("", eval.RoleViewer, "")
		var wg sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for _, email := range []string{"one@example.com", "two@example.com"} {
			wg.Go(func() {
				_, _, err := p.App.AcceptInvitation(p.Stranger(), app.AcceptInvitation{Token: twice, NewUser: app.NewUser{Email: email, Name: "New", Password: testenv.Password}})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won++
				}
			})
		}
		if wg.Wait(); won != 1 {
			t.Errorf("%d of two won", won)
		}

		late := p.Invite("", eval.RoleViewer, "")
		p.clock.Add(7 * 24 * time.Hour)
		accept("after a week", late, fault.Conflict)
		list, err := p.App.InvitationsOf(p.Admin(), []string{eval.DefaultWorkspace})
		if n := len(list[eval.DefaultWorkspace]); err != nil || n < 5 {
			t.Errorf("%d are shown, %v", n, err)
		}
		if list, err := p.App.InvitationsOf(eve.Context(), []string{eval.DefaultWorkspace}); len(list) != 0 || err != nil {
			t.Errorf("a member sees %+v, %v", list, err)
		}
		p.clock.Add(30 * 24 * time.Hour)
		list, err = p.App.InvitationsOf(p.Admin(), []string{eval.DefaultWorkspace})
		if shown, ok := list[eval.DefaultWorkspace]; err != nil || !ok || len(shown) != 0 {
			t.Errorf("a month after: %+v, %v", shown, err)
		}
	})
}
