package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
)

// seenEvery is how exactly it is kept when a session or a key was last used.
const seenEvery = time.Minute

// Authenticate says who is calling. authorization is the value of an Authorization header (`Bearer KEY`: an API key or the
// platform-admin credential), session the token of a session; a request with the former never uses the latter. Nothing sent is an
// anonymous caller; what is wrong, expired or revoked is one with Credential set, who may read what is public. Address, user agent and
// request id are those that the context's caller has. An error is a fault of ours.
func (a *App) Authenticate(ctx context.Context, authorization, session string) (Principal, error) {
	p, err := a.credential(ctx, authorization, session)
	from := Caller(ctx)
	p.Credential = authorization != "" || session != ""
	p.Address, p.UserAgent, p.RequestID = from.Address, from.UserAgent, from.RequestID
	return p, err
}

func (a *App) credential(ctx context.Context, authorization, session string) (Principal, error) {
	scheme, token, _ := strings.Cut(authorization, " ")
	token = strings.TrimSpace(token)
	switch {
	case authorization == "" && session != "":
		return a.bySession(ctx, session)
	case !strings.EqualFold(scheme, "Bearer"):
		return Principal{}, nil
	case a.isAdminKey(eval.Secret(token)):
		return Principal{PlatformAdmin: true}, nil
	case strings.HasPrefix(token, keyMark):
		return a.byKey(ctx, token)
	}
	return Principal{}, nil
}

// isAdminKey compares with the platform-admin credential, as hashes in constant time. An empty one is nobody's.
func (a *App) isAdminKey(given eval.Secret) bool {
	want, got := sha256.Sum256([]byte(a.config.AdminKey.Reveal())), sha256.Sum256([]byte(given.Reveal()))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1 && a.config.AdminKey != ""
}

func (a *App) bySession(ctx context.Context, token string) (Principal, error) {
	s, err := a.store.SessionByToken(ctx, tokenHash(eval.Secret(token)))
	if s == nil {
		return Principal{}, err
	}
	if now := a.now(); !s.Live(now, a.config.SessionIdle) {
		a.noteUse(ctx, func(tx *store.Tx) error { return tx.DropSessions(ctx, s.UserID, now, now.Add(-a.config.SessionIdle)) })
		return Principal{}, nil
	}
	good, err := a.principals(ctx, []eval.Session{*s}, nil)
	p, ok := good[s.ID]
	if now := a.now(); ok && now.Sub(s.SeenAt) >= seenEvery {
		a.noteUse(ctx, func(tx *store.Tx) error { return tx.SeeSession(ctx, *s, now) })
	}
	return p, err
}

func (a *App) byKey(ctx context.Context, token string) (Principal, error) {
	k, err := a.store.KeyByToken(ctx, tokenHash(eval.Secret(token)))
	if k == nil {
		return Principal{}, err
	}
	good, err := a.principals(ctx, nil, []eval.APIKey{*k})
	p, ok := good[k.ID]
	if now := a.now(); ok && now.Sub(k.UsedAt) >= seenEvery {
		a.noteUse(ctx, func(tx *store.Tx) error { return tx.SeeKey(ctx, k.ID, now) })
	}
	return p, err
}

// noteUse writes down what the caller need not wait for the success of.
func (a *App) noteUse(ctx context.Context, f func(tx *store.Tx) error) {
	if err := a.store.Write(ctx, f); err != nil && ctx.Err() == nil {
		a.log.WarnContext(ctx, "note the use of a credential", "error", err)
	}
}

// principals gives who sessions and keys stand for now, by their ids; those that are no longer good are left out. It makes two queries,
// however many they are.
func (a *App) principals(ctx context.Context, sessions []eval.Session, keys []eval.APIKey) (map[string]Principal, error) {
	var ids []string
	for _, s := range sessions {
		ids = append(ids, s.UserID)
	}
	for _, k := range keys {
		if k.CreatedBy != "" {
			ids = append(ids, k.CreatedBy)
		}
	}
	users, roles, err := a.standing(ctx, ids)
	if err != nil {
		return nil, err
	}
	good, now := map[string]Principal{}, a.now()
	for _, s := range sessions {
		if u, ok := users[s.UserID]; ok && s.Live(now, a.config.SessionIdle) {
			good[s.ID] = Principal{PlatformAdmin: u.PlatformAdmin, User: &u, Session: s.ID, Roles: roles[u.ID]}
		}
	}
	for _, k := range keys {
		if role := keyRole(k, users, roles); role != "" && k.Live(now) {
			p := Principal{Key: &k, Roles: map[string]eval.Role{k.WorkspaceID: role}, Scopes: k.Scopes}
			if u, ok := users[k.CreatedBy]; ok {
				p.User = &u
			}
			good[k.ID] = p
		}
	}
	return good, nil
}

// standing gives users by id, and what they are in which workspace.
func (a *App) standing(ctx context.Context, userIDs []string) (map[string]eval.User, map[string]map[string]eval.Role, error) {
	users, roles := map[string]eval.User{}, map[string]map[string]eval.Role{}
	if len(userIDs) == 0 {
		return users, roles, nil
	}
	found, err := a.store.UsersByID(ctx, userIDs)
	if err != nil {
		return nil, nil, err
	}
	memberships, err := a.store.Memberships(ctx, userIDs...)
	for _, u := range found {
		users[u.ID], roles[u.ID] = u, map[string]eval.Role{}
	}
	for _, m := range memberships {
		if roles[m.UserID] != nil {
			roles[m.UserID][m.WorkspaceID] = m.Role
		}
	}
	return users, roles, err
}

// keyRole is what a key is in its workspace: its own role, but no more than its maker is there now; empty when the maker is gone. A
// platform admin may be no member, and holds no key down.
func keyRole(k eval.APIKey, users map[string]eval.User, roles map[string]map[string]eval.Role) eval.Role {
	if k.CreatedBy == "" {
		return k.Role
	}
	maker, known := users[k.CreatedBy]
	most := roles[k.CreatedBy][k.WorkspaceID]
	switch {
	case !known:
		return ""
	case maker.PlatformAdmin, most.AtLeast(k.Role):
		return k.Role
	}
	return most
}

// newToken makes 256 random bits in 43 characters that a URL takes as they are.
func newToken() eval.Secret {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // it never fails: the process ends before it would
	return eval.Secret(base64.RawURLEncoding.EncodeToString(b))
}

// tokenHash is what is kept of a token: its SHA-256 (hex). Tokens are random enough that nothing slower is needed.
func tokenHash(token eval.Secret) string {
	sum := sha256.Sum256([]byte(token.Reveal()))
	return hex.EncodeToString(sum[:])
}
