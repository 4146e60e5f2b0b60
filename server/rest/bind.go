package rest

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/eval"
	"assay/eval/fault"
)

// request is an HTTP request being bound. The first thing that does not fit is kept in err, so that a handler asks once.
type request struct {
	*http.Request
	path  map[string]string
	query url.Values
	err   error
}

func (r *request) refuse(err error) {
	if r.err == nil {
		r.err = err
	}
}

// did is the agent the path names, in canonical form.
func (r *request) did() string {
	did, err := eval.ParseDID(r.path["did"])
	if f := fault.As(err); f != nil {
		r.refuse(bad("invalid", "did", "%s; the path is decoded once, so did:web:host%%3A8080 is written did:web:host%%253A8080", f.Message))
	}
	return string(did)
}

// limit is how many rows are wanted, 1–100.
func (r *request) limit(byDefault int) int {
	given := r.parameter("limit")
	if given == nil {
		return byDefault
	}
	n, err := strconv.Atoi(*given)
	if err != nil || n < 1 || n > 100 {
		r.refuse(bad("invalid", "limit", "limit must be a whole number from 1 to 100"))
	}
	return n
}

// suite is the id or key that the path names. What no database could hold is no suite.
func (r *request) suite() string { return r.id("suite") }

// id is the id that the path names, of what. What no database could hold names nothing.
func (r *request) id(what string) string {
	id := r.path["id"]
	if !isText(id) {
		r.refuse(fault.Missing(what, id))
	}
	return id
}

// suiteFilter is the key of the suite asked for; empty: all.
func (r *request) suiteFilter() string {
	key := r.parameter("suite")
	if key == nil {
		return ""
	}
	if !isText(*key) {
		r.refuse(bad("invalid", "suite", "suite must be UTF-8 text without NUL"))
	}
	return *key
}

// isText reports whether a percent-decoded string can be compared with what is stored: PostgreSQL knows no NUL, and only UTF-8.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// parameter gives a parameter of the query; nil when it is not there. Parameters that nobody asks for are
// left alone, unless only says otherwise.
func (r *request) parameter(name string) *string {
	switch values := r.parameters()[name]; len(values) {
	case 0:
		return nil
	case 1:
		return &values[0]
	}
	r.refuse(bad("invalid", name, "%s is given more than once", name))
	return nil
}

func (r *request) parameters() url.Values {
	if r.query == nil {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			r.refuse(bad("malformed", "", "the query of the address cannot be decoded"))
		}
		r.query = query
	}
	return r.query
}

// only refuses parameters that are none of these: where one narrows what is given, a misspelled one would give everything.
func (r *request) only(names ...string) {
	for _, name := range slices.Sorted(maps.Keys(r.parameters())) {
		if !slices.Contains(names, name) {
			r.refuse(bad("unknown_field", name, "there is no parameter %q; there are %s", name, strings.Join(names, ", ")))
		}
	}
}

var idempotencyKey = regexp.MustCompile(`^[!-~]{1,200}$`)

// idempotencyKey is the header's key, or the one of the body, which are two ways to say the same; empty when there is none.
func (r *request) idempotencyKey(ofBody string) string {
	key := ofBody
	if given := r.Header.Values("Idempotency-Key"); len(given) > 0 {
		key = given[0]
		if len(given) > 1 || ofBody != "" && ofBody != key {
			r.refuse(bad("invalid", "idempotency_key", "give one idempotency key"))
		}
	}
	if key != "" && !idempotencyKey.MatchString(key) {
		r.refuse(bad("invalid", "idempotency_key", "an idempotency key is 1 to 200 visible ASCII characters"))
	}
	return key
}
