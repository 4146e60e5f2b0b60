package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/app"
	"assay/app/vault"
	"assay/eval"
	"assay/eval/fault"
)

// config is what an operator sets of a node.
type config struct {
	addr, publicURL, databaseURL, adminKey   string
	name, did, oracleDID, contact, node      string
	evalsEnabled                             bool
	runnerInterval, taskTimeout, cardRefresh time.Duration
	drainTimeout, sessionIdle, sessionMax    time.Duration
	runBatch, concurrency, hostConcurrency   int
	trustedProxies, allowTargets             []netip.Prefix
	retention, stopGrace                     time.Duration
	metricsToken, logFormat                  string
	logLevel                                 slog.Level
	identity                                 identityConfig
	secretKeyFile                            string
	vault                                    *vault.Vault // of the secret keys; nil: none is set

	env   func(string) string // of the process, for what OpenTelemetry reads; nil: none
	shown []app.Setting       // how the settings may be shown
}

// settings are the settings of a node, in the order of `assay serve --help` and README.md. Initial values may be replaced, by variable.
func (c *config) settings(initial map[string]string) []setting {
	all := []setting{
		{env: "ASSAY_ADDR", initial: "127.0.0.1:8080", set: address(&c.addr),
			about: "address and port to listen on; port 0 takes a free one"},
		databaseSetting(&c.databaseURL),
		{env: "ASSAY_ADMIN_KEY", secret: true, set: adminKey(&c.adminKey),
			about: "the platform-admin credential; one is made and printed at the start when unset"},
		{env: "ASSAY_SECRET_KEY", secret: true, set: secretKeys(&c.vault),
			about: "32 bytes in base64 or hex that seal agents' credentials; of several, with commas between them, the first seals and all open"},
		{env: "ASSAY_SECRET_KEY_FILE", set: text(&c.secretKeyFile),
			about: "file that holds the secret key or keys instead"},
		{env: "EVALS_ENABLED", initial: "false", set: truth(&c.evalsEnabled), isTruth: true,
			about: "whether suites run and the record is shown"},
		{env: "ASSAY_PUBLIC_URL", set: webURL(&c.publicURL),
			about: "where others reach this registry, such as https://assay.example"},
		{env: "ASSAY_TRUSTED_PROXIES", set: prefixes(&c.trustedProxies),
			about: "CIDRs of reverse proxies whose X-Forwarded-For is believed"},
		{env: "ASSAY_SESSION_IDLE", initial: "24h", set: duration(&c.sessionIdle, time.Minute),
			about: "how long a browser stays signed in unused"},
		{env: "ASSAY_SESSION_MAX", initial: "720h", set: duration(&c.sessionMax, time.Minute),
			about: "how long a browser stays signed in whatever happens"},
		{env: "ASSAY_NAME", initial: "Assay", set: words(&c.name),
			about: "name of the registry"},
		{env: "ASSAY_DID", set: did(&c.did),
			about: "DID of the registry; did:web of the public URL, else of the address it listens on, when unset"},
		{env: "ASSAY_ORACLE_DID", initial: "did:theprotocol:eval-oracle", set: did(&c.oracleDID),
			about: "DID under which measurements would enter the trust graph; no agent may have it"},
		{env: "ASSAY_CONTACT", set: words(&c.contact),
			about: "who answers for the calls to agents, in their User-Agent; the public URL when unset"},
		{env: "ASSAY_RUNNER_INTERVAL", initial: "30s", set: duration(&c.runnerInterval, 100*time.Millisecond),
			about: "how often the scheduler looks for due suites"},
		{env: "ASSAY_TASK_TIMEOUT", initial: "30s", set: duration(&c.taskTimeout, 100*time.Millisecond),
			about: "the longest that one task may take, retries included"},
		{env: "ASSAY_RUN_BATCH", initial: "50", set: count(&c.runBatch, 10_000),
			about: "agents of a run that one pass takes on"},
		{env: "ASSAY_CONCURRENCY", initial: "64", set: count(&c.concurrency, 10_000),
			about: "calls to agents at once, in all"},
		{env: "ASSAY_HOST_CONCURRENCY", initial: "8", set: count(&c.hostConcurrency, 10_000),
			about: "calls at once to one host and port, which several agents can share; a run calls each agent one task at a time"},
		{env: "ASSAY_ALLOW_TARGETS", set: prefixes(&c.allowTargets),
			about: "CIDRs of agents that may be called besides public addresses, such as 127.0.0.0/8"},
		{env: "ASSAY_CARD_REFRESH", initial: "24h", set: duration(&c.cardRefresh, time.Minute),
			about: "how often an agent's card is read again"},
		{env: "ASSAY_DRAIN_TIMEOUT", set: optional(&c.drainTimeout, duration(&c.drainTimeout, 0)),
			about: "how long calls may take to finish when the node stops; the task timeout when unset"},
		{env: "ASSAY_STOP_GRACE", initial: "0s", set: duration(&c.stopGrace, 0),
			about: "how long a node that stops goes on answering while /readyz says 503, so that balancers notice"},
		{env: "ASSAY_NODE", set: words(&c.node),
			about: "name of this node in the database, one process each; the host name when unset"},
		{env: "ASSAY_EVIDENCE_RETENTION", set: retention(&c.retention),
			about: "how long requests and responses are kept, such as 2160h; results and hashes stay; for ever when unset or 0"},
		{env: "ASSAY_METRICS_TOKEN", secret: true, set: adminKey(&c.metricsToken),
			about: "what /metrics wants as Authorization: Bearer TOKEN; nothing when unset"},
		{env: "ASSAY_LOG_LEVEL", initial: "info", set: logLevel(&c.logLevel),
			about: "what is logged: debug, info, warn or error and what is worse"},
		{env: "ASSAY_LOG_FORMAT", initial: "text", set: logFormat(&c.logFormat),
			about: "how: text, or json with an object a line"},
	}
	all = append(all, c.identity.settings()...)
	for i := range all {
		if v, ok := initial[all[i].env]; ok {
			all[i].initial = v
		}
	}
	return all
}

func databaseSetting(to *string) setting {
	return setting{env: "ASSAY_DATABASE_URL", initial: "sqlite:assay.db", set: database(to), show: withoutPassword,
		about: "sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE for several nodes"}
}

// fill works out the settings that follow from others.
func (c *config) fill() error {
	if err := c.openVault(); err != nil {
		return err
	}
	if err := c.identity.fill(); err != nil {
		return err
	}
	if c.drainTimeout == 0 {
		c.drainTimeout = c.taskTimeout
	}
	if c.contact == "" {
		c.contact = c.publicURL
	}
	if c.node == "" {
		host, err := os.Hostname()
		if err != nil {
			return usage("ASSAY_NODE: this machine has no host name (%w); give the node a name", err)
		}
		c.node = host
	}
	if c.name == "" {
		return usage("ASSAY_NAME: a registry needs a name")
	}
	return nil
}

// optional takes an empty value for unset.
func optional[T any](to *T, set func(string) error) func(string) error {
	return func(v string) error {
		if v == "" {
			*to = *new(T)
			return nil
		}
		return set(v)
	}
}

func address(to *string) func(string) error {
	return func(v string) error {
		host, port, err := net.SplitHostPort(v)
		if err != nil || port == "" {
			return fmt.Errorf("%q is no address to listen on; write HOST:PORT, such as 127.0.0.1:8080 or :8080", v)
		}
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return fmt.Errorf("%q is no port; write a number from 0 to 65535", port)
		}
		*to = net.JoinHostPort(host, port)
		return nil
	}
}

func database(to *string) func(string) error {
	return func(v string) error {
		path, isSQLite := strings.CutPrefix(v, "sqlite:")
		u, err := url.Parse(v)
		isPostgres := err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
		if isSQLite && path == "" || !isSQLite && !isPostgres {
			return errors.New("this is no database; write sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE") // no value: it may hold a password
		}
		*to = v
		return nil
	}
}

// retention takes 0 for ever, and nothing so short that evidence would be gone before anybody has looked at it.
func retention(to *time.Duration) func(string) error {
	return func(v string) error {
		if d, err := time.ParseDuration(v); v == "" || err == nil && d == 0 {
			*to = 0
			return nil
		}
		return duration(to, time.Hour)(v)
	}
}

// withoutPassword is a database's URL as it may be shown: what follows the name of a PostgreSQL database may hold a password too.
func withoutPassword(v string) string {
	u, err := url.Parse(v)
	if strings.HasPrefix(v, "sqlite:") || err != nil {
		return v
	}
	return (&url.URL{Scheme: u.Scheme, User: url.User(u.User.Username()), Host: u.Host, Path: u.Path}).String()
}

// shortKey is the length in bytes under which an admin key is one that might be guessed.
const shortKey = 16

func adminKey(to *string) func(string) error {
	return func(v string) error {
		if strings.ContainsFunc(v, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
			return errors.New("the key may have no white space and no control characters")
		}
		*to = v
		return nil
	}
}

func webURL(to *string) func(string) error {
	return optional(to, func(v string) error {
		u, err := url.Parse(v)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return fmt.Errorf("%q is no web address; write one such as https://assay.example", fault.RedactURL(v))
		}
		*to = strings.TrimSuffix(v, "/")
		return nil
	})
}

func did(to *string) func(string) error {
	return optional(to, func(v string) error {
		d, err := eval.ParseDID(v)
		if err != nil {
			return err
		}
		*to = string(d)
		return nil
	})
}
