package app

import (
	"context"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

const (
	inviteFor      = 7 * 24 * time.Hour
	invitationsFor = 30 * 24 * time.Hour // how long after its end an invitation is shown
	maxOpen        = 200                 // open invitations, and good keys, of a workspace
	maxListed      = 500                 // invitations, and keys, shown of a workspace: more than maxOpen, so that whatever is good is shown
)

// InvitationPreview is what the holder of an invitation's link sees.
type InvitationPreview struct {
	WorkspaceName string
	Role          eval.Role
	Email         string // empty: whoever holds the link
	State         eval.InvitationState
	ExpiresAt     time.Time
}

// InvitationPreview shows what a link invites to; nil when the token is unknown. Public.
func (a *App) InvitationPreview(ctx context.Context, token eval.Secret) (*InvitationPreview, error) {
	i, err := a.store.InvitationByToken(ctx, tokenHash(token))
	if err != nil || i == nil {
		return nil, err
	}
	workspaces, err := a.store.WorkspacesByID(ctx, []string{i.WorkspaceID})
	if err != nil || len(workspaces) == 0 {
		return nil, err
	}
	return &InvitationPreview{WorkspaceName: workspaces[0].Name, Role: i.Role, Email: i.Email, State: i.State(a.now()), ExpiresAt: i.ExpiresAt}, nil
}

// InvitationState says where an invitation stands now.
func (a *App) InvitationState(i eval.Invitation) eval.InvitationState { return i.State(a.now()) }

// InvitationsOf gives the invitations of workspaces by workspace id, those that are open before others, each newest first: those that are
// open or were in the last 30 days. Workspaces are left out in which the caller lacks ManagePeople.
func (a *App) InvitationsOf(ctx context.Context, workspaceIDs []string) (map[string][]eval.Invitation, error) {
	out := map[string][]eval.Invitation{}
	ids := a.where(ctx, workspaceIDs, ManagePeople)
	if len(ids) == 0 {
		return out, nil
	}
	invitations, err := a.store.InvitationsOf(ctx, ids, a.now().Add(-invitationsFor), a.now(), maxListed)
	for _, id := range ids {
		out[id] = []eval.Invitation{}
	}
	for _, i := range invitations {
		out[i.WorkspaceID] = append(out[i.WorkspaceID], i)
	}
	return out, err
}

// InviteMember says who is invited to what.
type InviteMember struct {
	Workspace string // key; empty: default
	Role      eval.Role
	Email     string // only this address may accept; empty: whoever holds the link
}

// InviteMember makes a one-time link that makes somebody a member, up to the caller's own role. It is good for 7 days; a workspace has at
// most maxOpen that are open. Needs ManagePeople; not for keys.
func (a *App) InviteMember(ctx context.Context, in InviteMember) (i eval.Invitation, link eval.Secret, err error) {
	act := a.begin(ctx, "inviteMember", "", in.Email, in)
	defer act.end(ctx, &err)
	w, err := a.manage(ctx, act, in.Workspace, in.Email)
	if err != nil {
		return i, "", err
	}
	if err := refuseKey(ctx, "invite people"); err != nil {
		return i, "", err
	}
	if err := checkRole(in.Role); err != nil {
		return i, "", err
	}
	p, now, token := Caller(ctx), a.now(), newToken()
	i = eval.Invitation{ID: store.NewID(eval.InvitationID, now), WorkspaceID: w.ID, Role: in.Role, CreatedAt: now, ExpiresAt: now.Add(inviteFor)}
	if p.User != nil {
		i.InvitedBy = p.User.ID
	}
	if in.Email != "" {
		if i.Email, err = checkEmail(in.Email); err != nil {
			return i, "", err
		}
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		team, err := lockTeam(ctx, tx, w.ID)
		if err != nil {
			return err
		}
		if !team.rank(ctx).AtLeast(in.Role) {
			return fault.New(fault.Forbidden, "forbidden", "the role %s is above yours", in.Role)
		}
		if i.Email != "" {
			u, err := tx.UserByEmail(ctx, i.Email)
			if err != nil {
				return err
			}
			if u != nil && team.roles[u.ID].Role != "" {
				return &fault.Error{Kind: fault.Conflict, Code: "already_member", Message: "they are a member already: change their role instead", Field: "email"}
			}
		}
		n, err := tx.OpenInvitations(ctx, w.ID, now)
		if err != nil {
			return err
		}
		if n >= maxOpen {
			return fault.New(fault.Conflict, "too_many_invitations", "this workspace has %d open invitations, and may have no more: revoke one first", n)
		}
		act.about(w.ID, strings.TrimSpace(i.ID+" "+i.Email)) // accepting it is logged by the id
		return tx.AddInvitation(ctx, i, tokenHash(token))
	})
	if err != nil {
		return i, "", err
	}
	return i, a.link("/invitation", token), nil
}

// RevokeInvitation makes an open invitation's link worthless. Needs ManagePeople in its workspace.
func (a *App) RevokeInvitation(ctx context.Context, id string) (i eval.Invitation, err error) {
	act := a.begin(ctx, "revokeInvitation", "", id, id)
	defer act.end(ctx, &err)
	if err := requireKnown(ctx); err != nil {
		return i, err
	}
	found, err := a.store.Invitation(ctx, id)
	if err != nil {
		return i, err
	}
	if found == nil || !visible(ctx, found.WorkspaceID) {
		return i, fault.Missing("invitation", id)
	}
	act.about(found.WorkspaceID, id)
	if err := require(ctx, found.WorkspaceID, ManagePeople); err != nil {
		return i, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		now, err := tx.LockInvitation(ctx, id)
		if err != nil {
			return err
		}
		i = *now
		switch i.State(a.now()) {
		case eval.InvitationOpen:
			i.RevokedAt = a.now()
			return tx.CloseInvitation(ctx, i)
		case eval.InvitationRevoked:
			return nil
		}
		return notOpen(i.State(a.now()))
	})
	return i, err
}

func notOpen(s eval.InvitationState) error {
	words := map[eval.InvitationState]string{eval.InvitationAccepted: "was accepted already", eval.InvitationRevoked: "was revoked", eval.InvitationExpired: "has expired"}
	return fault.New(fault.Conflict, "invitation_not_open", "this invitation %s", words[s])
}

// AcceptInvitation says who comes by a link: the user who is signed in, or, without a session, a new one.
type AcceptInvitation struct {
	Token eval.Secret
	NewUser
}

// AcceptInvitation makes a member by an invitation's token, as the user who is signed in, or else as a new one, who is signed in then; a
// new session begins in any case. The invitation is good only while who made it could still make it. Public; wrong tokens are limited
// per address of the caller.
func (a *App) AcceptInvitation(ctx context.Context, in AcceptInvitation) (begun NewSession, w eval.Workspace, err error) {
	act := a.begin(ctx, "acceptInvitation", "", "", in)
	defer act.end(ctx, &err)
	passed, err := a.tries.enter(network(ctx))
	if err != nil {
		return begun, w, err
	}
	i, err := a.store.InvitationByToken(ctx, tokenHash(in.Token))
	if err != nil {
		return begun, w, err
	}
	if i == nil {
		return begun, w, fault.Bad("token", "is that of no invitation: ask for a new link")
	}
	passed()
	act.about(i.WorkspaceID, i.ID)
	if s := i.State(a.now()); s != eval.InvitationOpen {
		return begun, w, notOpen(s)
	}
	user, hash, isNew, err := a.invited(ctx, *i, in.NewUser)
	if err != nil {
		return begun, w, err
	}
	act.by(user)
	err = act.write(ctx, func(tx *store.Tx) (err error) {
		if w, err = a.accept(ctx, tx, i.ID, user, hash, isNew); err == nil {
			begun, err = a.beginSession(ctx, tx, user)
		}
		return err
	})
	if store.IsUnique(err) {
		err = addressTaken()
	}
	if err != nil {
		return NewSession{}, w, err
	}
	begun, err = a.signedIn(ctx, begun)
	return begun, w, err
}

func addressTaken() error {
	return &fault.Error{Kind: fault.Conflict, Code: "address_taken", Field: "email",
		Message: "there is a user with this address: sign in, then open the link again"}
}

// invited gives who accepts an invitation.
func (a *App) invited(ctx context.Context, i eval.Invitation, in NewUser) (u eval.User, hash string, isNew bool, err error) {
	if p := Caller(ctx); p.Session != "" {
		if i.Email != "" && i.Email != p.User.Email {
			return u, "", false, fault.New(fault.Conflict, "other_address", "this invitation is for another address than yours")
		}
		return *p.User, "", false, nil
	}
	if i.Email != "" {
		in.Email = i.Email
	}
	if u, hash, err = a.makeUser(ctx, in); err != nil {
		return u, "", true, err
	}
	taken, err := a.store.UserByEmail(ctx, u.Email)
	if err == nil && taken != nil {
		err = addressTaken()
	}
	return u, hash, true, err
}

// accept makes the user a member and closes the invitation, if it still holds.
func (a *App) accept(ctx context.Context, tx *store.Tx, invitationID string, user eval.User, hash string, isNew bool) (w eval.Workspace, err error) {
	i, err := tx.LockInvitation(ctx, invitationID)
	if err != nil {
		return w, err
	}
	if s := i.State(a.now()); s != eval.InvitationOpen {
		return w, notOpen(s)
	}
	team, err := lockTeam(ctx, tx, i.WorkspaceID)
	if err != nil {
		return w, err
	}
	if err := a.stillInvites(ctx, tx, team, *i); err != nil {
		return w, err
	}
	if has := team.roles[user.ID].Role; has.AtLeast(i.Role) {
		return w, fault.New(fault.Conflict, "already_member", "you are a member already, with the role %s", has)
	}
	now := a.now()
	member := eval.Member{WorkspaceID: i.WorkspaceID, UserID: user.ID, Role: i.Role, Since: now}
	if isNew {
		err = a.addUser(ctx, tx, user, hash, member)
	} else {
		err = tx.PutMember(ctx, member)
	}
	if err != nil {
		return w, err
	}
	i.AcceptedAt, i.AcceptedBy = now, user.ID
	if err := tx.CloseInvitation(ctx, *i); err != nil {
		return w, err
	}
	found, err := tx.WorkspacesByID(ctx, []string{i.WorkspaceID})
	if len(found) > 0 {
		w = found[0]
	}
	return w, err
}

// stillInvites refuses an invitation whose maker could not make it any more.
func (a *App) stillInvites(ctx context.Context, tx *store.Tx, t team, i eval.Invitation) error {
	if i.InvitedBy == "" || t.roles[i.InvitedBy].Role.AtLeast(eval.RoleAdmin) && t.roles[i.InvitedBy].Role.AtLeast(i.Role) {
		return nil
	}
	maker, err := tx.User(ctx, i.InvitedBy)
	if err != nil || maker != nil && maker.PlatformAdmin {
		return err
	}
	return fault.New(fault.Conflict, "invitation_not_open", "who made this invitation may no longer do so: ask for a new link")
}
