package rest

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"

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

func (r *request) refuse(p *problem) {
	if r.err == nil {
		r.err = p
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

// suiteFilter is the key of the suite asked for; empty: all.
func (r *request) suiteFilter() string {
	if s := r.parameter("suite"); s != nil {
		return *s
	}
	return ""
}

// parameter gives a parameter of the query; nil when it is not there. Parameters that nobody asks for are left alone.
func (r *request) parameter(name string) *string {
	if r.query == nil {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			r.refuse(bad("malformed", "", "the query of the address cannot be decoded"))
		}
		r.query = query
	}
	switch values := r.query[name]; len(values) {
	case 0:
		return nil
	case 1:
		return &values[0]
	}
	r.refuse(bad("invalid", name, "%s is given more than once", name))
	return nil
}

var idempotencyKey = regexp.MustCompile(`^[!-~]{1,255}$`)

// idempotencyKey is the header's key, or the one of the body, which are two ways to say the same; empty when there is none.
func (r *request) idempotencyKey(ofBody string) string {
	key := ofBody
	if given := r.Header.Values("Idempotency-Key"); len(given) > 0 {
		key = given[0]
		if len(given) > 1 || ofBody != "" && ofBody != key {
			r.refuse(bad("invalid", "Idempotency-Key", "there are two different idempotency keys"))
		}
	}
	if key != "" && !idempotencyKey.MatchString(key) {
		r.refuse(bad("invalid", "Idempotency-Key", "an idempotency key is 1 to 255 visible ASCII characters"))
	}
	return key
}
