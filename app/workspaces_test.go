package app_test

import (
	"context"
	"sync"
	"testing"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/testenv"
)

func TestWorkspaces(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		_, err := p.App.CreateWorkspace(bob.Context(), "blue", "")
		wants(t, "an owner of default makes one", err, fault.Forbidden)
		blue, err := p.App.CreateWorkspace(p.ada.Context(), "blue", "")
		if wants(t, "a platform admin makes one", err, ""); blue.Key != "blue" || blue.Name != "blue" {
			t.Errorf("%+v", blue)
		}
		_, err = p.App.CreateWorkspace(p.Admin(), "blue", "")
		if f := fault.As(err); f == nil || f.Kind != fault.Conflict || f.Field != "key" {
			t.Errorf("the key again: %v", err)
		}
		for _, key := range []string{"", "Blue", "a b", "x123456789012345678901234567890123456789-"} {
			_, err := p.App.CreateWorkspace(p.Admin(), key, "")
			wants(t, key, err, fault.Invalid)
		}
		keys := func(who testenv.Person) (keys []string) {
			all, err := p.App.Workspaces(who.Context())
			wants(t, "workspaces", err, "")
			for _, w := range all {
				one, err := p.App.Workspace(who.Context(), w.Key)
				if one == nil || err != nil || *one != w {
					t.Errorf("%s: %+v, %v", w.Key, one, err)
				}
				keys = append(keys, w.Key)
			}
			return keys
		}
		if a, b := keys(p.ada), keys(bob); len(a) != 2 || len(b) != 1 || b[0] != "default" {
			t.Errorf("the platform admin sees %v, the owner of default %v", a, b)
		}
		if w, err := p.App.Workspace(bob.Context(), "blue"); w != nil || err != nil {
			t.Errorf("of others: %+v, %v", w, err)
		}
		if all, err := p.App.Workspaces(p.Stranger()); len(all) != 0 || err != nil {
			t.Errorf("a stranger sees %+v, %v", all, err)
		}
		_, err = p.App.RenameWorkspace(bob.Context(), "blue", "Mine")
		wants(t, "of others", err, fault.NotFound)
		_, err = p.App.RenameWorkspace(p.Join("blue", eval.RoleMember, "eve@example.com").Context(), "blue", "Mine")
		wants(t, "a member renames", err, fault.Forbidden)
		_, err = p.App.RenameWorkspace(p.Join("blue", eval.RoleAdmin, "eva@example.com").Context(), "blue", " Blue team ")
		wants(t, "an admin renames", err, "")
		if w, _ := p.App.Workspace(p.Admin(), "blue"); w.Name != "Blue team" {
			t.Errorf("renamed to %q", w.Name)
		}
		_, err = p.App.RenameWorkspace(p.Stranger(), "default", "x")
		wants(t, "a stranger renames", err, fault.Unauthenticated)
	})
}

// The rules of roles, for every pair: admins change and raise up to their own role, owners owners, nobody above themselves.
func TestWhoMayChangeWhom(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		var who []testenv.Person
		for _, role := range eval.Roles {
			who = append(who, p.Join("", role, string(role)+"-one@example.com"))
		}
		other := p.Join("", eval.RoleViewer, "other@example.com")
		for i, by := range eval.Roles {
			for _, of := range eval.Roles {
				_, err := p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: other.User.ID, Role: of})
				wants(t, "reset", err, "")
				may := by.AtLeast(eval.RoleAdmin) && by.AtLeast(of)
				for _, to := range eval.Roles {
					_, err := p.App.UpdateMember(who[i].Context(), app.MemberChange{UserID: other.User.ID, Role: to})
					want := fault.Forbidden
					if may && by.AtLeast(to) {
						want = ""
					}
					wants(t, string(by)+" makes "+string(of)+" "+string(to), err, want)
					if err == nil {
						_, err := p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: other.User.ID, Role: of})
						wants(t, "and back", err, "")
					}
				}
				_, err = p.App.RemoveMember(who[i].Context(), "", other.User.ID)
				want := fault.Forbidden
				if may {
					want = ""
				}
				wants(t, string(by)+" removes "+string(of), err, want)
				if err == nil {
					begun, _, err := p.App.AcceptInvitation(other.Context(), app.AcceptInvitation{Token: p.Invite("", of, "")})
					wants(t, "comes back", err, "")
					other.Token = begun.Token
				}
			}
		}
		for i, by := range eval.Roles {
			for _, to := range eval.Roles {
				_, _, err := p.App.InviteMember(who[i].Context(), app.InviteMember{Role: to})
				want := fault.Forbidden
				if by.AtLeast(eval.RoleAdmin) && by.AtLeast(to) {
					want = ""
				}
				wants(t, string(by)+" invites "+string(to), err, want)
			}
			_, err := p.App.RemoveMember(who[i].Context(), "", who[i].User.ID)
			wants(t, string(by)+" leaves", err, "")
		}
		_, err := p.App.UpdateMember(p.ada.Context(), app.MemberChange{UserID: "usr_x", Role: eval.RoleViewer})
		wants(t, "nobody", err, fault.NotFound)
		_, err = p.App.UpdateMember(p.ada.Context(), app.MemberChange{UserID: p.ada.User.ID, Role: "KING"})
		wants(t, "no role", err, fault.Invalid)
	})
}

func TestTheLastOwnerStays(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		_, err := p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: p.ada.User.ID, Role: eval.RoleAdmin})
		wants(t, "made admin", err, fault.Conflict)
		_, err = p.App.RemoveMember(p.ada.Context(), "", p.ada.User.ID)
		wants(t, "leaves", err, fault.Conflict)

		// Of two who remove each other at the same time, one stays.
		blue, err := p.App.CreateWorkspace(p.Admin(), "blue", "")
		wants(t, "another workspace", err, "")
		bob, kim := p.Join("blue", eval.RoleOwner, "bob@example.com"), p.Join("blue", eval.RoleOwner, "kim@example.com")
		var wg sync.WaitGroup
		for ctx, of := range map[context.Context]string{kim.Context(): bob.User.ID, bob.Context(): kim.User.ID} {
			wg.Go(func() { _, _ = p.App.RemoveMember(ctx, "blue", of) })
		}
		wg.Wait()
		members, err := p.App.MembersOf(p.Admin(), []string{blue.ID})
		if m := members[blue.ID]; err != nil || len(m) != 1 || m[0].Role != eval.RoleOwner {
			t.Errorf("left: %+v, %v", m, err)
		}
	})
}

// Who is platform admin would stay one: so they stay in the team of the registry until that is taken from them.
func TestPlatformAdminsStayMembers(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		_, err := p.App.SetPlatformAdmin(p.Admin(), bob.User.ID, true)
		wants(t, "bob is platform admin", err, "")
		_, token := p.ada.Key("", eval.RoleOwner, eval.ScopeRead)
		for what, ctx := range map[string]context.Context{"leaves": p.ada.Context(), "removed by another": bob.Context(), "by the admin key": p.Admin()} {
			_, err := p.App.RemoveMember(ctx, "", p.ada.User.ID)
			if f := fault.As(err); f == nil || f.Code != "platform_admin" || f.Kind != fault.Conflict {
				t.Errorf("%s: %v", what, err)
			}
		}
		if !app.Caller(p.Bearer(token)).Known() {
			t.Error("what was refused revoked a key")
		}
		_, err = p.App.CreateWorkspace(p.ada.Context(), "blue", "")
		wants(t, "another workspace", err, "")
		p.Join("blue", eval.RoleOwner, "kim@example.com")
		_, err = p.App.RemoveMember(p.ada.Context(), "blue", p.ada.User.ID)
		wants(t, "leaves another workspace", err, "")
		_, err = p.App.SetPlatformAdmin(bob.Context(), p.ada.User.ID, false)
		wants(t, "no platform admin", err, "")
		_, err = p.App.RemoveMember(bob.Context(), "", p.ada.User.ID)
		wants(t, "removed then", err, "")
	})
}

// What somebody counts as is what they are when it is done, not when they asked.
func TestRolesThatWereLostMeanwhile(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		_, err := p.App.CreateWorkspace(p.Admin(), "blue", "")
		wants(t, "a workspace", err, "")
		bob, kim := p.Join("blue", eval.RoleAdmin, "bob@example.com"), p.Join("blue", eval.RoleMember, "kim@example.com")
		admin, platformAdmin := bob.Context(), p.ada.Context()
		for what, ctx := range map[string]context.Context{"an admin": admin, "a platform admin": platformAdmin} {
			_, err := p.App.IssuePasswordReset(ctx, kim.User.ID)
			wants(t, what+" issues a reset", err, "")
		}
		_, err = p.App.UpdateMember(p.Admin(), app.MemberChange{Workspace: "blue", UserID: bob.User.ID, Role: eval.RoleViewer})
		wants(t, "bob is viewer", err, "")
		_, err = p.App.IssuePasswordReset(admin, kim.User.ID)
		wants(t, "who was an admin issues a reset", err, fault.Forbidden)
		eve := p.Join("", eval.RoleMember, "eve@example.com")
		_, err = p.App.SetPlatformAdmin(p.Admin(), eve.User.ID, true)
		wants(t, "eve is platform admin", err, "")
		_, err = p.App.SetPlatformAdmin(p.Admin(), p.ada.User.ID, false)
		wants(t, "ada no longer", err, "")
		_, err = p.App.IssuePasswordReset(platformAdmin, kim.User.ID)
		wants(t, "who was platform admin issues a reset", err, fault.NotFound)
		_, err = p.App.UpdateMember(platformAdmin, app.MemberChange{Workspace: "blue", UserID: kim.User.ID, Role: eval.RoleAdmin})
		wants(t, "who was platform admin makes an admin", err, fault.Forbidden)
	})
}

func TestWhatLeavesWithAMember(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleAdmin, "bob@example.com")
		_, token := bob.Key("", eval.RoleAdmin, eval.Scopes...)
		_, link, err := p.App.InviteMember(bob.Context(), app.InviteMember{Role: eval.RoleViewer})
		wants(t, "invites", err, "")
		if !app.Caller(p.Bearer(token)).Known() {
			t.Fatal("the key is not good")
		}
		user, err := p.App.RemoveMember(p.ada.Context(), "", bob.User.ID)
		if wants(t, "removed", err, ""); user.ID != bob.User.ID {
			t.Errorf("%+v", user)
		}
		if app.Caller(p.Bearer(token)).Known() {
			t.Error("a key of theirs is good")
		}
		if preview, err := p.App.InvitationPreview(p.Stranger(), testenv.TokenOf(link)); err != nil || preview.State != eval.InvitationRevoked {
			t.Errorf("an invitation of theirs: %+v, %v", preview, err)
		}
		if got := app.Caller(bob.Context()); !got.Known() || len(got.Roles) != 0 {
			t.Errorf("they stay a user, and are nobody: %+v", got)
		}
		// Coming back does not bring the keys back.
		begun, _, err := p.App.AcceptInvitation(bob.Context(), app.AcceptInvitation{Token: p.Invite("", eval.RoleOwner, "")})
		if wants(t, "comes back", err, ""); begun.Viewer.Roles[eval.DefaultWorkspace] != eval.RoleOwner || app.Caller(p.Bearer(token)).Known() {
			t.Errorf("%+v", begun.Viewer)
		}
	})
}

func TestMembersAreOrdered(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		for email, role := range map[string]eval.Role{"zoe@example.com": eval.RoleOwner, "eve@example.com": eval.RoleViewer, "Bob@example.com": eval.RoleViewer, "kim@example.com": eval.RoleAdmin} {
			p.Join("", role, email)
		}
		members, err := p.App.MembersOf(p.ada.Context(), []string{eval.DefaultWorkspace, "wsp_x"})
		var got string
		for _, m := range members[eval.DefaultWorkspace] {
			user, err := p.Store.User(t.Context(), m.UserID)
			wants(t, "user", err, "")
			got += user.Name + " "
		}
		if err != nil || got != "Ada zoe kim Bob eve " {
			t.Errorf("%q, %v", got, err)
		}
		if members, err := p.App.MembersOf(p.Stranger(), []string{eval.DefaultWorkspace}); len(members) != 0 || err != nil {
			t.Errorf("a stranger sees %v, %v", members, err)
		}
	})
}
