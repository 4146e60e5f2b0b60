package app

import (
	"cmp"
	"context"
	"net/mail"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

const (
	maxName  = 100 // characters
	maxEmail = 254 // bytes
)

// NewUser is what a person says of themselves.
type NewUser struct {
	Email, Name string
	Password    eval.Secret // empty, where that is allowed: none yet
}

// make checks what was said and makes a user of it.
func (in NewUser) make(a *App) (eval.User, error) {
	now := a.now()
	u := eval.User{ID: store.NewID(eval.UserID, now), CreatedAt: now}
	var err error
	if u.Email, err = checkEmail(in.Email); err != nil {
		return u, err
	}
	u.Name, err = checkName(in.Name)
	return u, err
}

// checkEmail gives an address in the spelling it is kept in.
func checkEmail(email string) (string, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || parsed.Name != "" || len(email) > maxEmail || strings.ContainsFunc(email, unicode.IsSpace) {
		return "", fault.Bad("email", "is no email address; one looks like ada@example.com")
	}
	return email, nil
}

// checkName gives what something is called, trimmed.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > maxName || strings.ContainsFunc(name, unicode.IsControl) {
		return "", fault.Bad("name", "must have from 1 to %d characters in one line", maxName)
	}
	return name, nil
}

// SetupNeeded reports whether there is no user yet, so that SetUp makes the first. Public.
func (a *App) SetupNeeded(ctx context.Context) (bool, error) {
	if a.anyUser.Load() { // users never go
		return false, nil
	}
	found, err := a.store.AnyUser(ctx)
	a.anyUser.Store(found)
	return !found, err
}

// SetUp creates the first user, owner of the workspace `default` and platform admin, and signs them in. It works once, and takes the
// platform-admin credential. Public; wrong credentials are limited per address of the caller.
func (a *App) SetUp(ctx context.Context, adminKey eval.Secret, in NewUser) (begun NewSession, err error) {
	act := a.begin(ctx, "setUp", eval.DefaultWorkspace, "", map[string]any{"admin_key": adminKey, "user": in})
	defer act.end(ctx, &err)
	passed, err := a.tries.enter(network(ctx))
	if err != nil {
		return begun, err
	}
	if !a.isAdminKey(adminKey) {
		return begun, fault.Bad("admin_key", "is not the platform-admin key of this registry (ASSAY_ADMIN_KEY, or what the server printed at its start)")
	}
	passed()
	_, err = a.createOwner(ctx, act, in, func(tx *store.Tx, u eval.User) (err error) {
		begun, err = a.beginSession(ctx, tx, u)
		return err
	})
	if err != nil {
		return NewSession{}, err
	}
	return a.signedIn(ctx, begun)
}

// CreateOwner is SetUp for whoever has the database itself; without a password it makes a link with which one is set. Command line only.
func (a *App) CreateOwner(ctx context.Context, in NewUser) (user eval.User, link ResetLink, err error) {
	act := a.begin(ctx, "setUp", eval.DefaultWorkspace, "", map[string]any{"user": in})
	defer act.end(ctx, &err)
	if !Caller(ctx).CommandLine {
		return user, link, fault.New(fault.Forbidden, "forbidden", "this is for the command line; use setUp")
	}
	user, err = a.createOwner(ctx, act, in, func(tx *store.Tx, u eval.User) (err error) {
		if in.Password == "" {
			link, err = a.addReset(ctx, tx, u)
		}
		return err
	})
	return user, link, err
}

func (a *App) createOwner(ctx context.Context, act *act, in NewUser, then func(tx *store.Tx, u eval.User) error) (eval.User, error) {
	needed, err := a.SetupNeeded(ctx)
	if err != nil {
		return eval.User{}, err
	}
	again := fault.New(fault.Conflict, "set_up_already", "this registry has its first user already: sign in, or have a platform admin invite you")
	if !needed {
		return eval.User{}, again
	}
	var user eval.User
	hash := ""
	if in.Password == "" && Caller(ctx).CommandLine { // which makes a link instead
		user, err = in.make(a)
	} else {
		user, hash, err = a.makeUser(ctx, in)
	}
	if err != nil {
		return eval.User{}, err
	}
	user.PlatformAdmin = true
	act.by(user)
	act.about(eval.DefaultWorkspace, user.ID)
	return user, act.write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockWorkspace(ctx, eval.DefaultWorkspace); err != nil { // of two at the same time, one comes first
			return err
		}
		found, err := tx.AnyUser(ctx)
		switch {
		case err != nil:
			return err
		case found:
			return again
		}
		owner := eval.Member{WorkspaceID: eval.DefaultWorkspace, UserID: user.ID, Role: eval.RoleOwner, Since: user.CreatedAt}
		if err := a.addUser(ctx, tx, user, hash, owner); err != nil {
			return err
		}
		return then(tx, user)
	})
}

// makeUser checks what a new user says of themselves and hashes their password.
func (a *App) makeUser(ctx context.Context, in NewUser) (u eval.User, hash string, err error) {
	if u, err = in.make(a); err != nil {
		return u, "", err
	}
	if err := checkPassword(in.Password, u); err != nil {
		return u, "", err
	}
	hash, err = a.passwords.hash(ctx, in.Password)
	return u, hash, err
}

// addUser stores a new user with what they are a member of.
func (a *App) addUser(ctx context.Context, tx *store.Tx, u eval.User, hash string, of ...eval.Member) error {
	err := tx.PutUser(ctx, u)
	if err == nil && hash != "" {
		err = tx.SetPassword(ctx, u.ID, hash)
	}
	for _, m := range of {
		if err == nil {
			err = tx.PutMember(ctx, m)
		}
	}
	return err
}

// UsersByID gives users by id in any order, unknown ids left out; none to strangers. Whoever may see what names a user may see the user.
func (a *App) UsersByID(ctx context.Context, ids []string) ([]eval.User, error) {
	if !Caller(ctx).Known() {
		return nil, nil
	}
	return a.store.UsersByID(ctx, ids)
}

// UpdateProfile changes the caller's own name. Needs a session.
func (a *App) UpdateProfile(ctx context.Context, name string) (user eval.User, err error) {
	act := a.begin(ctx, "updateProfile", "", "", map[string]any{"name": name})
	defer act.end(ctx, &err)
	me, err := requireSession(ctx)
	if err != nil {
		return user, err
	}
	act.about("", me.ID)
	if name, err = checkName(name); err != nil {
		return user, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		now, err := tx.LockUser(ctx, me.ID)
		if err != nil {
			return err
		}
		if now == nil {
			return fault.Missing("user", me.ID)
		}
		user = *now
		user.Name = name
		return tx.PutUser(ctx, user)
	})
	return user, err
}

// PlatformAdmins gives who is platform admin, by name, members of a workspace or not. Needs a platform admin.
func (a *App) PlatformAdmins(ctx context.Context) ([]eval.User, error) {
	if err := requirePlatformAdmin(ctx); err != nil {
		return nil, err
	}
	admins, err := a.store.PlatformAdmins(ctx)
	slices.SortFunc(admins, func(x, y eval.User) int {
		return cmp.Or(cmp.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), cmp.Compare(x.ID, y.ID))
	})
	return admins, err
}

// stillPlatformAdmin reports whether the caller is platform admin in person: somebody may have taken it since the request came.
func stillPlatformAdmin(ctx context.Context, tx *store.Tx) (bool, error) {
	u := Caller(ctx).User
	if !platformAdmin(ctx) || u == nil {
		return platformAdmin(ctx), nil
	}
	now, err := tx.User(ctx, u.ID)
	return now != nil && now.PlatformAdmin, err
}

// SetPlatformAdmin makes a user platform admin, or no longer. The last one stays. Needs a platform admin.
func (a *App) SetPlatformAdmin(ctx context.Context, userID string, admin bool) (user eval.User, err error) {
	act := a.begin(ctx, "setPlatformAdmin", "", userID, map[string]any{"user_id": userID, "platform_admin": admin})
	defer act.end(ctx, &err)
	if err := requirePlatformAdmin(ctx); err != nil {
		return user, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		admins, err := tx.LockPlatformAdmins(ctx)
		if err != nil {
			return err
		}
		p := Caller(ctx)
		now, err := tx.LockUser(ctx, userID)
		switch {
		case err != nil:
			return err
		case p.User != nil && !slices.ContainsFunc(admins, func(u eval.User) bool { return u.ID == p.User.ID }): // lost since the request came
			return fault.New(fault.Forbidden, "forbidden", "this needs a platform admin")
		case now == nil:
			return fault.Missing("user", userID)
		case now.PlatformAdmin && !admin && len(admins) == 1:
			return fault.New(fault.Conflict, "last_platform_admin", "they are the last platform admin: make another one first")
		}
		user = *now
		user.PlatformAdmin = admin
		return tx.PutUser(ctx, user)
	})
	return user, err
}
