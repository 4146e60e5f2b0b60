package probe

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"assay/eval"
)

// tokens keeps the OAuth2 tokens that were fetched until shortly before they end.
type tokens struct {
	cache *lru.Cache[[sha256.Size]byte, token]
}

type token struct {
	secret eval.Secret
	until  time.Time
	style  oauth2.AuthStyle // in which the client was accepted
}

const (
	mostTokens   = 1024
	defaultToken = 5 * time.Minute  // how long a token is used that does not say when it ends
	tokenMargin  = 30 * time.Second // how long before its end a token is renewed, or a tenth of its life if that is less
)

func newTokens() *tokens {
	cache, err := lru.New[[sha256.Size]byte, token](mostTokens)
	if err != nil { // only for a size that is not positive
		panic(err)
	}
	return &tokens{cache}
}

// tokenKey tells credentials apart: whoever sets others gets a token of its own.
func tokenKey(c eval.Credentials) [sha256.Size]byte {
	text, err := json.Marshal([]any{c.AgentID, c.Placement, c.Secret.Reveal()})
	if err != nil { // text always encodes
		panic(err)
	}
	return sha256.Sum256(text)
}

// get gives a token for an agent, fetched now if need be.
func (t *tokens) get(ctx context.Context, p *Prober, c eval.Credentials) (eval.Secret, *failure) {
	key := tokenKey(c)
	kept, ok := t.cache.Get(key)
	if ok && p.now().Before(kept.until) {
		return kept.secret, nil
	}
	styles := []oauth2.AuthStyle{oauth2.AuthStyleInHeader, oauth2.AuthStyleInParams}
	if ok {
		styles = []oauth2.AuthStyle{kept.style}
	}
	for i, style := range styles {
		made, refused, failed := p.fetchToken(ctx, c, style)
		if failed == nil {
			t.cache.Add(key, made)
			return made.secret, nil
		}
		if !refused || i == len(styles)-1 {
			failed.detail = "the agent's token, from " + c.Placement.TokenURL + ": " + failed.detail
			return "", failed
		}
	}
	panic("no way to ask for a token")
}

// drop keeps a token that was refused from being used again.
func (t *tokens) drop(c eval.Credentials, refused eval.Secret) {
	key := tokenKey(c)
	if kept, ok := t.cache.Peek(key); ok && kept.secret == refused {
		kept.until = time.Time{}
		t.cache.Add(key, kept)
	}
}

// fetchToken asks once for a token with client credentials (RFC 6749, 4.4), the client in the header (HTTP Basic), as every server must
// accept it, or in the body, as some will only have it. Refused: the server knew no such client, or not in this style.
func (p *Prober) fetchToken(ctx context.Context, c eval.Credentials, style oauth2.AuthStyle) (made token, refused bool, failed *failure) {
	u, failed := endpoint(c.Placement.TokenURL)
	if failed != nil {
		return made, false, failed
	}
	through := &carrier{p: p}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, &http.Client{
		Transport:     through,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	config := clientcredentials.Config{
		ClientID: c.Placement.ClientID, ClientSecret: c.Secret.Reveal(), TokenURL: u.String(), Scopes: c.Placement.Scopes, AuthStyle: style,
	}
	asked := p.now()
	got, err := config.Token(ctx)
	if err != nil {
		return made, through.status == http.StatusBadRequest || through.status == http.StatusUnauthorized, tokenFailure(err, through)
	}
	switch {
	case got.TokenType != "" && !strings.EqualFold(got.TokenType, "bearer"):
		return made, false, failf(eval.ErrProtocol, "its type is %q; bearer is what we can send", got.TokenType)
	case len(got.AccessToken) < LeastSecret || strings.ContainsFunc(got.AccessToken, func(r rune) bool { return r <= ' ' || r > '~' }):
		return made, false, failf(eval.ErrProtocol, "it is shorter than %d characters, or has some that no header can carry", LeastSecret)
	}
	life := defaultToken
	switch {
	case got.ExpiresIn > 0:
		life = time.Duration(min(got.ExpiresIn, int64(24*time.Hour/time.Second))) * time.Second
	case !got.Expiry.IsZero():
		life = min(time.Until(got.Expiry), 24*time.Hour)
	}
	return token{eval.Secret(got.AccessToken), asked.Add(life - min(life/10, tokenMargin)), style}, false, nil
}

// tokenFailure says why there is no token. What a server says beside its error's code is not repeated: it may echo the client's secret.
func tokenFailure(err error, through *carrier) *failure {
	var failed *failure
	if errors.As(err, &failed) {
		return failed
	}
	var refused *oauth2.RetrieveError
	switch {
	case through.redirect != "":
		return failf(eval.ErrRedirect, "HTTP %d to %s, which is not followed", through.status, through.redirect)
	case errors.As(err, &refused) && tokenError.MatchString(refused.ErrorCode):
		return failf(eval.ErrProtocol, "HTTP %d, refused: %s", through.status, refused.ErrorCode)
	}
	return failf(eval.ErrProtocol, "HTTP %d, without a token", through.status)
}

// tokenError is what an error's code looks like.
var tokenError = regexp.MustCompile(`^[a-z_]{1,60}$`)

// carrier takes the requests of a library through the guarded dialer, each over a connection of its own and never twice.
type carrier struct {
	p        *Prober
	status   int    // of the last response
	redirect string // its target, if it was one
}

// RoundTrip implements http.RoundTripper.
func (c *carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	out := request{method: r.Method, url: r.URL, head: headDocument}
	for _, name := range []string{"Authorization", "Content-Type"} {
		if v := r.Header.Get(name); v != "" {
			out.head = append(out.head[:len(out.head):len(out.head)], eval.Header{Name: name, Value: v})
		}
	}
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil {
			return nil, err
		}
		out.body = body
	}
	res, failed := c.p.get(r.Context(), out)
	if failed != nil {
		return nil, failed
	}
	c.status, c.redirect = res.status, res.redirect()
	return &http.Response{
		Status: http.StatusText(res.status), StatusCode: res.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: res.header,
		Body: io.NopCloser(strings.NewReader(string(res.body))), ContentLength: int64(len(res.body)), Request: r,
	}, nil
}
