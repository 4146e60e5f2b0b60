package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/app/vault"
)

// canaries are the secrets of a registry, and everything that it says: whatever is not the one answer that shows a secret.
type canaries struct {
	t       *testing.T
	url     string
	secrets map[string]string // by what they are
	said    map[string][]byte // by what was asked
	cookie  string
}

// keep notes a secret and gives it.
func (c *canaries) keep(name, secret string) string {
	if len(secret) < 12 {
		c.t.Fatalf("%s: %q is no secret", name, secret)
	}
	c.secrets[name] = secret
	return secret
}

// hear notes what was said.
func (c *canaries) hear(asked string, said []byte) {
	asked = fmt.Sprintf("%d %.300s", len(c.said), asked)
	c.said[asked] = said
}

// send sends a request and notes the whole answer, but for Set-Cookie.
func (c *canaries) send(method, path, contentType, body string, header ...string) []byte {
	c.t.Helper()
	answer, head := c.secretly(method, path, contentType, body, header...)
	head.Del("Set-Cookie")
	c.hear(method+" "+path+" "+body, append(fmt.Appendf(nil, "%v\n", head), answer...))
	return answer
}

// secretly is send for an answer that may show a secret. It keeps the session's cookie.
func (c *canaries) secretly(method, path, contentType, body string, header ...string) ([]byte, http.Header) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if c.cookie != "" {
		r.Header.Set("Cookie", "assay_session="+c.cookie)
	}
	for _, h := range header {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	res, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, cookie := range res.Cookies() {
		if cookie.Name == "assay_session" && cookie.Value != "" {
			c.cookie = c.keep("session "+fmt.Sprint(len(c.secrets)), cookie.Value)
		}
	}
	return answer, res.Header
}

func (c *canaries) ask(document string, header ...string) []byte {
	c.t.Helper()
	return c.send(http.MethodPost, "/graphql", "application/json", operation(document), header...)
}

// shown asks for what is shown once, and keeps it: the first group of the pattern.
func (c *canaries) shown(name, document, pattern string) string {
	c.t.Helper()
	answer, _ := c.secretly(http.MethodPost, "/graphql", "application/json", operation(document))
	m := regexp.MustCompile(pattern).FindSubmatch(answer)
	if m == nil {
		c.t.Fatalf("%s: %s", name, answer)
	}
	return c.keep(name, string(m[1]))
}

func operation(document string) string {
	b, _ := json.Marshal(map[string]string{"query": document}) // a string always encodes
	return string(b)
}

// spellings are the ways in which a secret could stand somewhere.
func spellings(secret string) map[string]string {
	quoted, _ := json.Marshal(secret) // a string always encodes
	all := map[string]string{
		"plain": secret, "JSON": strings.Trim(string(quoted), `"`), "query": url.QueryEscape(secret), "path": url.PathEscape(secret),
		"hex": hex.EncodeToString([]byte(secret)), "HEX": strings.ToUpper(hex.EncodeToString([]byte(secret))), "Go": strings.Trim(fmt.Sprintf("%q", secret), `"`),
	}
	for shift := range 3 { // wherever it begins in what was encoded
		for name, encoding := range map[string]*base64.Encoding{"base64": base64.RawStdEncoding, "base64url": base64.RawURLEncoding} {
			whole := encoding.EncodeToString([]byte(strings.Repeat("x", shift) + secret))
			all[fmt.Sprint(name, shift)] = whole[(shift*8+5)/6 : len(whole)-2]
		}
	}
	return all
}

// TestCanary lives through everything in which secrets take part, with a log of everything, and looks for each of them in all that the
// registry says, logs, exports and stores.
func TestCanary(t *testing.T) {
	dir := t.TempDir()
	c := &canaries{t: t, secrets: map[string]string{}, said: map[string][]byte{}}
	adminKey := c.keep("admin key", "canary-admin-key-7f3a")
	secretKey := vault.NewKey()
	c.keep("secret key", secretKey)
	env := map[string]string{
		"ASSAY_ADDR": "127.0.0.1:0", "ASSAY_DATABASE_URL": "sqlite:" + filepath.Join(dir, "registry.db"), "ASSAY_ADMIN_KEY": adminKey, "EVALS_ENABLED": "true",
		"ASSAY_SECRET_KEY": secretKey, "ASSAY_ALLOW_TARGETS": "127.0.0.0/8", "ASSAY_LOG_LEVEL": "debug", "ASSAY_RUNNER_INTERVAL": "100ms",
		"ASSAY_OIDC_ISSUER": "http://127.0.0.1:9", "ASSAY_OIDC_CLIENT_ID": "assay", "ASSAY_OIDC_CLIENT_SECRET": c.keep("client secret", "canary-client-secret-91bd"),
		"ASSAY_METRICS_TOKEN": c.keep("metrics token", "canary-metrics-token-c2d8"),
	}
	serve := begin(t, env, "serve")
	c.url = serve.find(t, ` is at (\S+)$`)

	c.people(adminKey)
	c.agents()
	c.doors()
	for _, document := range []string{
		`{operations {version database settings {name value about} nodes {name} jobs {kind} slowAgents {agent {did}} evidence {bodies}} registry {name identityProvider}}`,
		`{viewer {user {email name} sessions {id address userAgent} permissions} workspaces {key members {user {email}} invitations {id email invitedBy {email}} keys {id prefix name}}}`,
		`{agents(includeRemoved: true) {nodes {did endpoint card cardUrl cardProblem proof {state} credentials {kind description setBy {email}} history {kind detail} securitySchemes {name description}}}}`,
		`{auditLog(first: 100) {nodes {seq actor actorName keyId address action target inputDigest outcome code requestId}}}`,
		`{overview {failing {agent {did} lastFailure {errorDetail}}} leaderboard {nodes {agent {did}}}}`,
	} {
		if got := c.ask(document); bytes.Contains(got, []byte(`"errors"`)) {
			t.Errorf("%s: %s", document, got)
		}
	}
	for _, path := range []string{"/api/v1/audit?format=csv", "/api/v1/audit"} {
		if got := c.send(http.MethodGet, path, "", ""); bytes.Count(got, []byte("\n")) < 20 {
			t.Errorf("%s: %s", path, got)
		}
	}
	code, log := serve.stop()
	if code != exitHolds || !strings.Contains(log, "level=DEBUG") || !strings.Contains(log, "path=/auth/oidc/callback") {
		t.Errorf("exit code %d; the log is not that of everything: %s", code, log)
	}
	c.hear("the log", []byte(log))
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c.hear(filepath.Base(file), b)
	}
	c.look()
}

// look looks for every secret, in every spelling, in all that was said.
func (c *canaries) look() {
	c.t.Helper()
	if len(c.secrets) < 18 || len(c.said) < 40 {
		c.t.Errorf("%d secrets and %d answers are fewer than there were", len(c.secrets), len(c.said))
	}
	for _, name := range slices.Sorted(maps.Keys(c.secrets)) {
		for spelling, text := range spellings(c.secrets[name]) {
			for asked, said := range c.said {
				if i := bytes.Index(said, []byte(text)); i >= 0 {
					c.t.Errorf("%s (%s) in %s:\n…%s…", name, spelling, asked, said[max(0, i-80):min(len(said), i+len(text)+40)])
				}
			}
		}
	}
	if c.t.Failed() {
		return
	}
	// It would find one.
	found := false
	for _, text := range spellings(c.secrets["admin key"]) {
		found = found || strings.Contains("b3RoZXI6"+base64.StdEncoding.EncodeToString([]byte("of "+c.secrets["admin key"]+" too")), text)
	}
	if !found {
		c.t.Error("a secret within base64 is not found")
	}
}

// parrot gives back what it is sent, in head and body.
func parrot(w http.ResponseWriter, r *http.Request) {
	sent := strings.ReplaceAll(fmt.Sprint(r.URL, r.Header), "\n", " ")
	w.Header().Set("X-Echo", sent)
	_, _ = fmt.Fprintln(w, sent, base64.StdEncoding.EncodeToString([]byte(r.Header.Get("Authorization"))))
}

// people sets the registry up, signs in and out, invites, resets, and fails at each.
func (c *canaries) people(adminKey string) {
	c.t.Helper()
	password := c.keep("password", `canary pass/word+"1ü`)
	wrong := c.keep("wrong password", "canary-wrong-password-55aa")
	c.ask(fmt.Sprintf(`mutation {setUp(input: {adminKey: %q, email: "ada@example.com", name: "Ada", password: "short"}) {userErrors {message field}}}`, adminKey))
	c.ask(fmt.Sprintf(`mutation {setUp(input: {adminKey: %q, email: "ada@example.com", name: "Ada", password: %q}) {userErrors {message field}}}`, c.keep("wrong admin key", "canary-wrong-admin-key-0e"), password))
	c.ask(fmt.Sprintf(`mutation {setUp(input: {adminKey: %q, email: "ada@example.com", name: "Ada", password: %q}) {viewer {user {email}} userErrors {message field}}}`, adminKey, password))
	c.ask(fmt.Sprintf(`mutation {signIn(input: {email: "ada@example.com", password: %q}) {viewer {user {email}} userErrors {message}}}`, wrong))
	c.ask(fmt.Sprintf(`mutation {signIn(input: {email: "ada@example.com", password: %q}) {viewer {user {email}} userErrors {message}}}`, password))
	c.ask(fmt.Sprintf(`mutation {changePassword(input: {current: %q, password: %q}) {userErrors {message}}}`, wrong, password))

	invitation := c.shown("invitation", `mutation {inviteMember(input: {role: ADMIN, email: "bob@example.com"}) {link}}`, `#([^"]+)"`)
	c.ask(fmt.Sprintf(`{invitation(token: %q) {workspaceName email state}}`, invitation))
	c.ask(fmt.Sprintf(`mutation {acceptInvitation(input: {token: %q, name: "Bob", password: %q}) {userErrors {message}}}`, invitation+"x", password))
	c.ask(fmt.Sprintf(`mutation {acceptInvitation(input: {token: %q}) {workspace {key} userErrors {message}}}`, invitation)) // as Ada, whom it is not for
	ada := c.cookie
	c.cookie = ""
	got := c.ask(fmt.Sprintf(`mutation {acceptInvitation(input: {token: %q, name: "Bob", password: %q}) {viewer {user {id}} userErrors {message}}}`, invitation, c.keep("Bob's password", "canary-password-of-bob")))
	bob := regexp.MustCompile(`usr_[0-9a-z]{26}`).Find(got)
	c.cookie = ada
	reset := c.shown("reset", fmt.Sprintf(`mutation {issuePasswordReset(input: {userId: "%s"}) {link userErrors {message}}}`, bob), `#([^"]+)"`)
	c.ask(fmt.Sprintf(`mutation {resetPassword(input: {token: %q, password: "short"}) {userErrors {message}}}`, reset))
	c.cookie = ""
	c.ask(fmt.Sprintf(`mutation {resetPassword(input: {token: %q, password: %q}) {viewer {user {id}} userErrors {message}}}`, reset, c.keep("Bob's new password", "canary-new-password-of-bob")))
	c.cookie = ada

	key := c.shown("key", `mutation {createKey(input: {name: "ci", role: ADMIN, scopes: [READ, RUN, AGENT, ADMIN]}) {token key {id}}}`, `"token":"([^"]+)"`)
	c.ask(`{viewer {key {id prefix name} user {email}}}`, "Authorization: Bearer "+key)
	c.ask(`mutation {setPlatformAdmin(input: {userId: "x", platformAdmin: true}) {userErrors {message}}}`, "Authorization: Bearer "+key)
	id := regexp.MustCompile(`key_[0-9a-z]{26}`).Find(c.ask(`{workspace(key: "default") {keys {id name prefix}}}`))
	c.ask(fmt.Sprintf(`mutation {revokeKey(input: {keyId: "%s"}) {userErrors {message}}}`, id))
	c.ask(`{operations {version}}`, "Authorization: Bearer "+key)
}

// agents has an agent called that gives back what it is sent, with each kind of credentials.
func (c *canaries) agents() {
	c.t.Helper()
	agent := httptest.NewServer(http.HandlerFunc(parrot))
	c.t.Cleanup(agent.Close)
	const did = "did:web:parrot.example"
	c.ask(fmt.Sprintf(`mutation {registerAgent(input: {did: %q, endpoint: %q}) {userErrors {message}}}`, did, agent.URL))
	c.ask(`mutation {putSuite(input: {key: "echo", tasks: [{name: "home", input: "/", scorer: STATUS_OK}]}) {userErrors {message}}}`)
	for name, credentials := range map[string]string{
		"bearer":  fmt.Sprintf(`bearer: %q`, c.keep("bearer", "canary/bearer+of-the-agent")),
		"api key": fmt.Sprintf(`apiKey: {in: QUERY, name: "key", value: %q}`, c.keep("api key", "canary&key=of the agent")),
		"oauth2":  fmt.Sprintf(`oauth2: {tokenUrl: "%s/token", clientId: "assay", clientSecret: %q}`, agent.URL, c.keep("oauth2 secret", "canary-oauth2-secret-3c4d")),
		"wrong":   fmt.Sprintf(`bearer: %q, apiKey: {value: %q}`, c.secrets["bearer"], c.keep("api key that is refused", "canary-refused-api-key")),
	} {
		got := c.ask(fmt.Sprintf(`mutation {setAgentCredentials(input: {did: %q, %s}) {agent {credentials {kind description}} userErrors {message field}}}`, did, credentials))
		if (name == "wrong") != bytes.Contains(got, []byte("message")) {
			c.t.Errorf("%s: %s", name, got)
		}
		run := regexp.MustCompile(`run_[0-9a-z]{26}`).Find(c.ask(`mutation {runSuite(input: {key: "echo"}) {run {id} userErrors {message}}}`))
		if run == nil {
			c.t.Fatal("no run")
		}
		c.ask(fmt.Sprintf(`subscription {runEvents(runId: "%s", after: 0) {seq kind result {errorDetail evidence {bodyText}}}}`, run), "Accept: text/event-stream")
		got = c.ask(fmt.Sprintf(`{run(id: "%s") {status results(first: 5) {nodes {error errorDetail verdict {reason} evidence {bodyText body exchanges {url method requestHeaders {name value} requestBodyText
			responseHeaders {name value} responseBody responseBodyText}}}}}}`, run))
		if !bytes.Contains(got, []byte(`"COMPLETED"`)) {
			c.t.Errorf("the run is not over: %s", got)
		}
	}
}

// doors shows secrets at every door in ways that are wrong.
func (c *canaries) doors() {
	c.t.Helper()
	typed := c.keep("secret of a wrong type", "canary-where-no-text-belongs")
	for _, document := range []string{
		`mutation {signIn(input: {email: "a@b.example", password: [%q]}) {userErrors {message}}}`,
		`mutation {signIn(input: {email: "a@b.example", password: {secret: %q}}) {userErrors {message}}}`,
		`mutation {signIn(input: {email: "a@b.example", password: %q, more: 1}) {userErrors {message}}}`,
		`mutation {signIn(input: {password: %q}) {userErrors {message}}}`,
		`mutation {signIn(input: {email: 7, password: %q}) {userErrors {message}}}`,
		`mutation {setAgentCredentials(input: {did: "did:web:x.example", apiKey: {in: NOWHERE, value: %q}}) {userErrors {message}}}`,
		`mutation {signIn(input: {email: "a@b.example", password: %q) {userErrors {message}}}`,
		`mutation {signIn(input: %q) {userErrors {message}}}`,
		`mutation {signIn(input: [%q]) {userErrors {message}}}`,
		`mutation {signIn(input: {email: 1e400, password: %q}) {userErrors {message}}}`,
		`mutation {createKey(input: {name: %q, scopes: [NOWHERE], role: 1e400}) {userErrors {message}}}`,
		`mutation {setAgentCredentials(input: {did: "did:web:x.example", apiKey: %q}) {userErrors {message}}}`,
		`mutation {setAgentCredentials(input: {did: "did:web:x.example", oauth2: {clientSecret: %q, scopes: 1e400}}) {userErrors {message}}}`,
		`mutation {signIn(input: {email: "a@b.example", %[1]q: %[1]q}) {userErrors {message}}}`,
		`mutation {signIn(input: {email: {x: %q}}) {userErrors {message}}}`,
		`mutation {setAgentCredentials(input: {did: "did:web:x.example", apiKey: {in: %q}}) {userErrors {message}}}`,
		`mutation {signIn(%q) {userErrors {message}}}`,
		`mutation {signIn(input: {email: "a"} %q) {userErrors {message}}}`,
		`mutation {signIn %q {userErrors {message}}}`,
		`%q`,
		`{viewer {sessions(first: %q) {id}}}`,
		`mutation %q {signIn}`,
	} {
		c.ask(fmt.Sprintf(document, typed))
	}
	for _, variables := range []string{`{"in": {"email": "a@b.example", "password": [%q]}}`, `{"in": {"email": "a@b.example", "password": {"x": %q}}}`,
		`{"in": {"email": 7, "password": %q}}`, `{"in": {"password": %q}}`, `{"in": %q}`, `{"in": {"email": "a@b.example", "password": %q, "more": 1}}`, `{"in": [%q`} {
		c.send(http.MethodPost, "/graphql", "application/json",
			`{"query": "mutation($in: SignInInput!) {signIn(input: $in) {userErrors {message}}}", "variables": `+fmt.Sprintf(variables, typed)+`}`)
	}
	guess := c.keep("credential that is none", "canary-guess-of-a-key")
	for _, header := range []string{"Authorization: Bearer " + guess, "Authorization: Basic " + guess, "Authorization: " + guess, "Cookie: assay_session=" + guess + "; assay_oidc=" + guess} {
		c.ask(`{operations {version}}`, header)
		c.send(http.MethodGet, "/api/v1/admin/evals/suites", "", "", header)
		c.send(http.MethodPost, "/api/v1/admin/evals/suites", "application/json", `{`, header)
		c.send(http.MethodGet, "/metrics", "", "", header)
	}
	c.send(http.MethodGet, "/metrics", "", "", "Authorization: Bearer "+c.secrets["metrics token"])
	c.send(http.MethodGet, "/graphql?query="+url.QueryEscape(fmt.Sprintf(`mutation {signIn(input: {email: "a@b.example", password: %q}) {userErrors {message}}}`, typed)), "", "")
	c.send(http.MethodGet, "/auth/oidc/start?to=/&invitation="+guess, "", "")
	c.send(http.MethodGet, "/auth/oidc/callback?code="+c.keep("code", "canary-code-of-the-provider")+"&state="+guess, "", "")
}
