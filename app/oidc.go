package app

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// Identity is a person as the identity provider knows them.
type Identity struct {
	Issuer, Subject string // together they name the person for ever
	Email           string
	EmailVerified   bool // the provider says that the address is theirs
	Name            string
}

// key is what is kept of an identity. No issuer has a space.
func (i Identity) key() string { return i.Issuer + " " + i.Subject }

// IdentitySignIn is the action of SignInByIdentity in the audit log.
const IdentitySignIn = "oidcSignIn"

// The codes of what keeps somebody out who comes from the identity provider.
const (
	IdentityWithoutEmail = "email"      // there is no address, or it is not confirmed
	IdentityUnknown      = "unknown"    // nobody has the address, and nobody invited them
	IdentityOther        = "other"      // the user with the address has another identity
	IdentityInvitation   = "invitation" // the invitation does not fit
	IdentityBeforeSetup  = "setup"      // there is no first user yet
)

// SignInByIdentity begins a session for a person whom the identity provider has just named. Who was here before is known by issuer and
// subject. At first they need an address that the provider confirms: it links them to the user who has it; else the invitation, if there
// is one, makes a user of them, or Config.IdentityJoin does. An invitation makes a member also of somebody who was here before. Public.
func (a *App) SignInByIdentity(ctx context.Context, id Identity, invitation eval.Secret) (begun NewSession, err error) {
	act := a.begin(ctx, IdentitySignIn, "", id.Email, map[string]any{"identity": id, "invitation": invitation})
	defer act.end(ctx, &err)
	needed, err := a.SetupNeeded(ctx)
	if err != nil {
		return begun, err
	}
	if needed {
		return begun, fault.New(fault.Conflict, IdentityBeforeSetup, "this registry has no first user yet: set it up first")
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		user, err := a.identified(ctx, tx, id, invitation)
		if err != nil {
			return err
		}
		act.by(user)
		act.about("", user.ID)
		begun, err = a.beginSession(ctx, tx, user)
		return err
	})
	if store.IsUnique(err) {
		err = fault.New(fault.Conflict, IdentityOther, "they signed in twice at the same moment; try again")
	}
	if err != nil {
		return NewSession{}, err
	}
	return a.signedIn(ctx, begun)
}

// identified finds or makes the user of an identity.
func (a *App) identified(ctx context.Context, tx *store.Tx, id Identity, invitation eval.Secret) (u eval.User, err error) {
	known, err := tx.UserByIdentity(ctx, id.key())
	if err != nil {
		return u, err
	}
	if known != nil {
		return *known, a.acceptAgain(ctx, tx, *known, invitation)
	}
	email, err := checkEmail(id.Email)
	if err != nil || !id.EmailVerified {
		return u, fault.New(fault.Forbidden, IdentityWithoutEmail, "the identity provider confirms no address of theirs")
	}
	found, err := tx.UserByEmail(ctx, email)
	if err != nil {
		return u, err
	}
	if found != nil {
		if u, err = a.linkIdentity(ctx, tx, found.ID, id); err != nil {
			return u, err
		}
		return u, a.acceptAgain(ctx, tx, u, invitation)
	}
	now := a.now()
	u = eval.User{ID: store.NewID(eval.UserID, now), Email: email, Name: id.name(email), Identity: id.key(), CreatedAt: now}
	switch {
	case invitation != "":
		_, err = a.acceptBy(ctx, tx, u, true, invitation)
	case a.config.IdentityJoin != "":
		err = a.addUser(ctx, tx, u, "", eval.Member{WorkspaceID: eval.DefaultWorkspace, UserID: u.ID, Role: a.config.IdentityJoin, Since: now})
	default:
		err = fault.New(fault.Forbidden, IdentityUnknown, "nobody here has the address %s, and nobody invited them", email)
	}
	return u, err
}

// linkIdentity makes an identity that of a user with the same address. Whoever made the user said that the address was theirs, or that of whom
// they invited: the password, the sessions and what else acts as the user may be those of somebody who waited for this. They end.
func (a *App) linkIdentity(ctx context.Context, tx *store.Tx, userID string, id Identity) (u eval.User, err error) {
	now, err := tx.LockUser(ctx, userID)
	if err != nil {
		return u, err
	}
	if now == nil {
		return u, fault.New(fault.Forbidden, IdentityUnknown, "the user with the address that the identity provider confirms is gone")
	}
	if u = *now; u.Identity != "" {
		return u, fault.New(fault.Forbidden, IdentityOther, "the user with the address %s has another identity", u.Email)
	}
	u.Identity = id.key()
	if err := tx.PutUser(ctx, u); err != nil {
		return u, err
	}
	u.HasPassword = false
	if err := a.setPassword(ctx, tx, u.ID, "", ""); err != nil {
		return u, err
	}
	if err := tx.RevokeKeysBy(ctx, "", u.ID, a.now()); err != nil {
		return u, err
	}
	return u, tx.RevokeInvitationsBy(ctx, "", u.ID, a.now())
}

// acceptAgain accepts an invitation, if there is one, for somebody who has been here before; that they are a member already is no trouble.
func (a *App) acceptAgain(ctx context.Context, tx *store.Tx, u eval.User, invitation eval.Secret) error {
	if invitation == "" {
		return nil
	}
	member, err := a.acceptBy(ctx, tx, u, false, invitation)
	if member {
		return nil
	}
	return err
}

// acceptBy accepts an invitation; member means that it failed since they are one already.
func (a *App) acceptBy(ctx context.Context, tx *store.Tx, u eval.User, isNew bool, invitation eval.Secret) (member bool, err error) {
	i, err := tx.InvitationByToken(ctx, tokenHash(invitation))
	if err != nil {
		return false, err
	}
	if i == nil || i.Email != "" && i.Email != u.Email {
		return false, fault.New(fault.Conflict, IdentityInvitation, "the invitation is for another address, or is none")
	}
	_, err = a.accept(ctx, tx, i.ID, u, "", isNew)
	f := fault.As(err)
	if f == nil {
		return false, err
	}
	return f.Code == "already_member", fault.New(fault.Conflict, IdentityInvitation, "%s", f.Message)
}

// name is what a new user is called: what the provider says, cut to what a name may be, else the address without its host.
func (i Identity) name(email string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, i.Name)
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
	if name = strings.TrimSpace(name); name == "" {
		name, _, _ = strings.Cut(email, "@")
	}
	return name
}
