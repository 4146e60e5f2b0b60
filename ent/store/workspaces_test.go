package store_test

import (
	"slices"
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestWorkspacesAndMembers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		byDefault, err := s.WorkspaceByKey(ctx, eval.DefaultWorkspaceKey)
		if err != nil || byDefault == nil || byDefault.ID != eval.DefaultWorkspace {
			t.Fatalf("the workspace that is there from the start: %+v, %v", byDefault, err)
		}
		blue := eval.Workspace{ID: store.NewID(eval.WorkspaceID, noon), Key: "blue", Name: "Blue", CreatedAt: noon}
		write(t, s, func(tx *store.Tx) error { return tx.PutWorkspace(ctx, blue) })
		blue.Name = "Blue team"
		write(t, s, func(tx *store.Tx) error { return tx.PutWorkspace(ctx, blue) })
		all, err := s.Workspaces(ctx)
		if err != nil || len(all) != 2 || all[0] != blue || all[1].ID != eval.DefaultWorkspace {
			t.Errorf("by key: %+v, %v", all, err)
		}
		twin := eval.Workspace{ID: "wsp_twin", Key: "blue"}
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.PutWorkspace(ctx, twin) }); !store.IsUnique(err) {
			t.Errorf("a key twice: %v", err)
		}

		member := func(userID, workspaceID string, role eval.Role, since time.Time) {
			write(t, s, func(tx *store.Tx) error {
				return tx.PutMember(ctx, eval.Member{WorkspaceID: workspaceID, UserID: userID, Role: role, Since: since})
			})
		}
		member("usr_1", blue.ID, eval.RoleViewer, noon)
		member("usr_2", blue.ID, eval.RoleOwner, noon)
		member("usr_1", eval.DefaultWorkspace, eval.RoleAdmin, noon)
		member("usr_1", blue.ID, eval.RoleMember, noon.Add(time.Hour))
		of, err := s.MembersOf(ctx, []string{blue.ID})
		want := []eval.Member{{WorkspaceID: blue.ID, UserID: "usr_1", Role: eval.RoleMember, Since: noon}, {WorkspaceID: blue.ID, UserID: "usr_2", Role: eval.RoleOwner, Since: noon}}
		if err != nil || !slices.Equal(of, want) {
			t.Errorf("a changed role keeps since when: %+v, %v", of, err)
		}
		write(t, s, func(tx *store.Tx) error { return tx.DropMember(ctx, blue.ID, "usr_1") })
		left, err := s.Memberships(ctx, "usr_1", "usr_2")
		if err != nil || len(left) != 2 || left[0].UserID != "usr_2" || left[1].WorkspaceID != eval.DefaultWorkspace {
			t.Errorf("after one left: %+v, %v", left, err)
		}
	})
}

func TestInvitations(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		invite := func(hash, by string, end time.Duration) eval.Invitation {
			i := eval.Invitation{ID: store.NewID(eval.InvitationID, noon), WorkspaceID: "wsp_1", Role: eval.RoleMember, Email: "eve@example.com", InvitedBy: by,
				CreatedAt: noon, ExpiresAt: noon.Add(end)}
			write(t, s, func(tx *store.Tx) error { return tx.AddInvitation(ctx, i, hash) })
			return i
		}
		old, open := invite("h1", "usr_1", time.Hour), invite("h2", "usr_1", 2*time.Hour)
		other, accepted := invite("h3", "usr_2", 2*time.Hour), invite("h4", "usr_1", 2*time.Hour)
		accepted.AcceptedAt, accepted.AcceptedBy = noon.Add(time.Minute), "usr_3"
		write(t, s, func(tx *store.Tx) error { return tx.CloseInvitation(ctx, accepted) })
		if got, err := s.InvitationByToken(ctx, "h4"); err != nil || *got != accepted {
			t.Errorf("by token: %+v, %v", got, err)
		}
		for limit, want := range map[int][]eval.Invitation{10: {other, open, accepted}, 2: {other, open}} {
			list, err := s.InvitationsOf(ctx, []string{"wsp_1"}, old.ExpiresAt, noon, limit)
			if err != nil || !slices.Equal(list, want) {
				t.Errorf("good later than the oldest ended, open ones first, at most %d: %+v, %v", limit, list, err)
			}
		}
		for at, want := range map[time.Duration]int{0: 3, time.Hour: 2, 2 * time.Hour: 0} {
			if n, err := s.OpenInvitations(ctx, "wsp_1", noon.Add(at)); err != nil || n != want {
				t.Errorf("%d are open after %s, %v", n, at, err)
			}
		}
		write(t, s, func(tx *store.Tx) error { return tx.RevokeInvitationsBy(ctx, "wsp_1", "usr_1", noon.Add(time.Minute)) })
		states := map[string]eval.InvitationState{}
		for _, i := range []eval.Invitation{old, open, other, accepted} {
			now, err := s.Invitation(ctx, i.ID)
			if err != nil {
				t.Fatal(err)
			}
			states[i.ID] = now.State(noon.Add(90 * time.Minute))
		}
		if states[old.ID] != eval.InvitationRevoked || states[open.ID] != eval.InvitationRevoked || states[other.ID] != eval.InvitationOpen ||
			states[accepted.ID] != eval.InvitationAccepted {
			t.Errorf("after those of one user were revoked: %v", states)
		}
		write(t, s, func(tx *store.Tx) error { return tx.RevokeInvitationsBy(ctx, "", "usr_2", noon.Add(time.Minute)) })
		if now, err := s.Invitation(ctx, other.ID); err != nil || now.State(noon) != eval.InvitationRevoked {
			t.Errorf("after those of another were revoked everywhere: %+v, %v", now, err)
		}
	})
}
