package probe

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"assay/eval"
)

// httpProbe is a GET of a path on the agent's endpoint.
type httpProbe struct{ url *url.URL }

func aimHTTP(c Call) (target, *failure) {
	base, failed := endpoint(c.Endpoint)
	if failed != nil {
		return nil, badEndpoint(failed)
	}
	return httpProbe{requestURL(base, c.Input)}, nil
}

// badEndpoint: an endpoint that is no URL is none; a blocked one says so.
func badEndpoint(f *failure) *failure {
	if f.code == eval.ErrTargetBlocked {
		return f
	}
	return &failure{eval.ErrNoEndpoint, f.detail}
}

// requestURL resolves a task's input against the endpoint. "/path" starts at the origin, "path" below the endpoint's own path, whether
// that ends in a slash or not; "" and "?query" are the endpoint itself. A query in the input replaces the endpoint's. The origin is
// never left: scheme and host come from the endpoint, "//host/x" is a path on it and so is "https://host/x".
func requestURL(base *url.URL, input string) *url.URL {
	u := *base
	path, query, hasQuery := strings.Cut(input, "?")
	if !hasQuery {
		path, _, _ = strings.Cut(path, "#")
	} else {
		query, _, _ = strings.Cut(query, "#")
		u.RawQuery = escapeRest(query)
	}
	switch {
	case path == "":
	case strings.HasPrefix(path, "/"):
		setPath(&u, path)
	default:
		setPath(&u, strings.TrimSuffix(base.EscapedPath(), "/")+"/"+path)
	}
	return &u
}

// setPath sets an escaped path; one that is not escaped right is taken literally.
func setPath(u *url.URL, path string) {
	escaped := escapeRest(path)
	if plain, err := url.PathUnescape(escaped); err == nil {
		u.Path, u.RawPath = plain, escaped
		return
	}
	u.Path, u.RawPath = path, ""
}

func (h httpProbe) hosts() []string { return []string{hostport(h.url)} }

func (h httpProbe) run(ctx context.Context, s *session) (answer, *failure) {
	res, failed := s.deliver(ctx, request{method: http.MethodGet, url: h.url, head: acceptAny})
	if failed != nil {
		return answer{}, failed
	}
	return answer{res.status, res.body}, nil
}

var acceptAny = []eval.Header{{Name: "Accept", Value: "*/*"}}
