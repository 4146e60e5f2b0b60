package store

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/invitation"
	"assay/ent/internal/entdb/member"
	"assay/ent/internal/entdb/workspace"
	"assay/eval"
)

// Workspaces gives all workspaces, by key.
func (c conn) Workspaces(ctx context.Context) ([]eval.Workspace, error) {
	return many(toWorkspace)(c.db.Workspace.Query().Order(workspace.ByKey()).All(ctx))
}

// WorkspacesByID gives workspaces by id, by key, unknown ids left out.
func (c conn) WorkspacesByID(ctx context.Context, ids []string) ([]eval.Workspace, error) {
	return many(toWorkspace)(c.db.Workspace.Query().Where(workspace.IDIn(ids...)).Order(workspace.ByKey()).All(ctx))
}

// WorkspaceByKey gives a workspace by its key; nil when there is none.
func (c conn) WorkspaceByKey(ctx context.Context, key string) (*eval.Workspace, error) {
	return one(toWorkspace)(c.db.Workspace.Query().Where(workspace.Key(key)).Only(ctx))
}

// LockWorkspace keeps others who lock it from changing a workspace and its members until the transaction ends; nil when there is none.
func (tx *Tx) LockWorkspace(ctx context.Context, id string) (*eval.Workspace, error) {
	q := tx.db.Workspace.Query().Where(workspace.ID(id))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toWorkspace)(q.Only(ctx))
}

// PutWorkspace stores a workspace under its id, new or changed. IsUnique of its error: the key is taken.
func (tx *Tx) PutWorkspace(ctx context.Context, w eval.Workspace) error {
	err := tx.db.Workspace.Create().SetID(w.ID).SetKey(w.Key).SetName(w.Name).SetCreatedAt(millis(w.CreatedAt)).
		SetAttestedHandoffs(w.AttestedHandoffs).OnConflictColumns(workspace.FieldID).UpdateNewValues().Exec(ctx)
	if err != nil {
		return fmt.Errorf("store workspace: %w", err)
	}
	tx.Changed(w.ID)
	return nil
}

// MembersOf gives the members of workspaces, in any order.
func (c conn) MembersOf(ctx context.Context, workspaceIDs []string) ([]eval.Member, error) {
	return many(toMember)(c.db.Member.Query().Where(member.WorkspaceIDIn(workspaceIDs...)).Order(member.ByID()).All(ctx))
}

// Memberships gives what users are members of, in any order.
func (c conn) Memberships(ctx context.Context, userIDs ...string) ([]eval.Member, error) {
	return many(toMember)(c.db.Member.Query().Where(member.UserIDIn(userIDs...)).Order(member.ByID()).All(ctx))
}

// PutMember makes a user a member of a workspace, or changes the role of one.
func (tx *Tx) PutMember(ctx context.Context, m eval.Member) error {
	err := tx.db.Member.Create().SetWorkspaceID(m.WorkspaceID).SetUserID(m.UserID).SetRole(string(m.Role)).SetSince(millis(m.Since)).
		OnConflictColumns(member.FieldWorkspaceID, member.FieldUserID).
		Update(func(up *entdb.MemberUpsert) { up.UpdateRole() }).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store member: %w", err)
	}
	tx.Changed(m.UserID, m.WorkspaceID)
	return nil
}

// DropMember takes a member out of a workspace.
func (tx *Tx) DropMember(ctx context.Context, workspaceID, userID string) error {
	_, err := tx.db.Member.Delete().Where(member.WorkspaceID(workspaceID), member.UserID(userID)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove member: %w", err)
	}
	tx.Changed(userID, workspaceID)
	return nil
}

// InvitationByToken gives the invitation of a token's hash; nil when there is none.
func (c conn) InvitationByToken(ctx context.Context, tokenHash string) (*eval.Invitation, error) {
	return one(toInvitation)(c.db.Invitation.Query().Where(invitation.TokenHash(tokenHash)).Only(ctx))
}

// Invitation gives an invitation by id; nil when there is none.
func (c conn) Invitation(ctx context.Context, id string) (*eval.Invitation, error) {
	return one(toInvitation)(c.db.Invitation.Query().Where(invitation.ID(id)).Only(ctx))
}

// InvitationsOf gives the invitations of workspaces that were good at since or later: first those that are open now, each newest first,
// at most limit of a workspace.
func (c conn) InvitationsOf(ctx context.Context, workspaceIDs []string, since, now time.Time, limit int) ([]eval.Invitation, error) {
	where := invitation.And(invitation.WorkspaceIDIn(workspaceIDs...), invitation.ExpiresAtGT(millis(since)))
	q := c.db.Invitation.Query().Where(func(s *entsql.Selector) { firstOfEach(s, openInvitation(now), limit, where) })
	return many(toInvitation)(q.All(ctx))
}

// OpenInvitations counts the invitations to a workspace that are open now.
func (c conn) OpenInvitations(ctx context.Context, workspaceID string, now time.Time) (int, error) {
	q := c.db.Invitation.Query().Where(invitation.WorkspaceID(workspaceID), func(s *entsql.Selector) { s.Where(openInvitation(now)) })
	n, err := q.Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count invitations: %w", err)
	}
	return n, nil
}

// openInvitation is eval.Invitation.State being InvitationOpen.
func openInvitation(now time.Time) *entsql.Predicate {
	return entsql.ExprP(fmt.Sprintf("accepted_at = 0 AND revoked_at = 0 AND expires_at > %d", millis(now)))
}

// firstOfEach keeps of each workspace the first limit rows that match, and orders them: those for which open holds come first, each newest
// first.
func firstOfEach(s *entsql.Selector, open *entsql.Predicate, limit int, match func(*entsql.Selector)) {
	condition, _ := open.Query()
	order := entsql.Expr("CASE WHEN " + condition + " THEN 0 ELSE 1 END, id DESC")
	from := entsql.Dialect(s.Dialect())
	ranked := from.Select("id").From(from.Table(s.TableName())).
		AppendSelectExprAs(entsql.RowNumber().PartitionBy("workspace_id").OrderExpr(order), "place")
	match(ranked)
	s.Where(entsql.In(s.C("id"), from.Select("id").From(ranked.As("ranked")).Where(entsql.LTE("place", limit))))
	s.OrderExpr(order)
}

// LockInvitation locks an invitation until the transaction ends and gives it as it stands then; nil when there is none.
func (tx *Tx) LockInvitation(ctx context.Context, id string) (*eval.Invitation, error) {
	q := tx.db.Invitation.Query().Where(invitation.ID(id))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toInvitation)(q.Only(ctx))
}

// AddInvitation stores an invitation under the hash of its token.
func (tx *Tx) AddInvitation(ctx context.Context, i eval.Invitation, tokenHash string) error {
	err := tx.db.Invitation.Create().SetID(i.ID).SetTokenHash(tokenHash).SetWorkspaceID(i.WorkspaceID).SetRole(string(i.Role)).SetEmail(i.Email).
		SetInvitedBy(i.InvitedBy).SetCreatedAt(millis(i.CreatedAt)).SetExpiresAt(millis(i.ExpiresAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store invitation: %w", err)
	}
	tx.Changed(i.WorkspaceID)
	return nil
}

// CloseInvitation stores that an invitation was accepted or revoked.
func (tx *Tx) CloseInvitation(ctx context.Context, i eval.Invitation) error {
	err := tx.db.Invitation.UpdateOneID(i.ID).SetAcceptedAt(millis(i.AcceptedAt)).SetAcceptedBy(i.AcceptedBy).
		SetRevokedAt(millis(i.RevokedAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("close invitation: %w", err)
	}
	tx.Changed(i.WorkspaceID)
	return nil
}

// RevokeInvitationsBy revokes the open invitations to a workspace (empty: to all) that a user made.
func (tx *Tx) RevokeInvitationsBy(ctx context.Context, workspaceID, userID string, at time.Time) error {
	q := tx.db.Invitation.Update().Where(invitation.InvitedBy(userID), invitation.AcceptedAt(0), invitation.RevokedAt(0))
	if workspaceID != "" {
		q.Where(invitation.WorkspaceID(workspaceID))
		tx.Changed(workspaceID)
	}
	if err := q.SetRevokedAt(millis(at)).Exec(ctx); err != nil {
		return fmt.Errorf("revoke invitations: %w", err)
	}
	return nil
}

func toWorkspace(r *entdb.Workspace) eval.Workspace {
	return eval.Workspace{ID: r.ID, Key: r.Key, Name: r.Name, CreatedAt: instant(r.CreatedAt), AttestedHandoffs: r.AttestedHandoffs}
}

func toMember(r *entdb.Member) eval.Member {
	return eval.Member{WorkspaceID: r.WorkspaceID, UserID: r.UserID, Role: eval.Role(r.Role), Since: instant(r.Since)}
}

func toInvitation(r *entdb.Invitation) eval.Invitation {
	return eval.Invitation{ID: r.ID, WorkspaceID: r.WorkspaceID, Role: eval.Role(r.Role), Email: r.Email, InvitedBy: r.InvitedBy,
		CreatedAt: instant(r.CreatedAt), ExpiresAt: instant(r.ExpiresAt), AcceptedAt: instant(r.AcceptedAt), AcceptedBy: r.AcceptedBy,
		RevokedAt: instant(r.RevokedAt)}
}
