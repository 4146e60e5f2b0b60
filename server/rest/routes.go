package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/app"
)

// route is one method on one path. A segment in braces is a parameter.
type route struct {
	method  string
	pattern string         // as in openapi.yaml
	needs   app.Permission // empty: public, and may be read from pages of any origin
	action  string         // what the audit log calls it; empty: it changes nothing
	answer  func(*door, *request) (answer, error)
}

var routes = []route{
	{http.MethodGet, "/api/v1/evals/suites", "", "", (*door).catalog},
	{http.MethodGet, "/api/v1/evals/agents/{did}/results", "", "", (*door).results},
	{http.MethodGet, "/api/v1/evals/leaderboard", "", "", (*door).leaderboard},
	{http.MethodGet, "/api/v1/runs/{id}/export", "", "", (*door).exportResults},
	{http.MethodGet, "/api/v1/receipts/{hash}", "", "", (*door).receipt},
	{http.MethodGet, "/api/v1/log", "", "", (*door).readLog},
	{http.MethodGet, "/api/v1/log/inclusion", "", "", (*door).inclusion},
	{http.MethodGet, "/api/v1/log/consistency", "", "", (*door).consistency},
	{http.MethodGet, "/api/v1/openapi.yaml", "", "", (*door).openAPI},
	{http.MethodGet, "/api/v1/admin/evals/suites", app.ReadDrafts, "", (*door).adminSuites},
	{http.MethodPost, "/api/v1/admin/evals/suites", app.EditSuites, "putSuite", (*door).putSuite},
	{http.MethodPost, "/api/v1/admin/evals/suites/{id}/tasks", app.EditSuites, "addTask", (*door).addTask},
	{http.MethodPost, "/api/v1/admin/evals/suites/{id}/run", app.RunSuites, "runSuite", (*door).runSuite},
	{http.MethodDelete, "/api/v1/admin/evals/suites/{id}", app.EditSuites, "deleteSuite", (*door).deleteSuite},
	{http.MethodGet, "/api/v1/audit", app.ReadAudit, "", (*door).audit},
	{http.MethodGet, "/api/tasks", app.ReadWork, "", (*door).tasks},
	{http.MethodPost, "/api/tasks", app.SendTasks, "sendTask", (*door).sendTask},
	{http.MethodGet, "/api/tasks/{id}", app.ReadWork, "", (*door).readTask},
	{http.MethodPost, "/api/tasks/{id}/result", app.SendTasks, "submitResult", (*door).submitResult},
	{http.MethodPost, "/api/tasks/{id}/approvals", app.SendTasks, "requestApproval", (*door).requestApproval},
	{http.MethodPost, "/api/terminal/reactions", app.JudgeWork, "recordVerdict", (*door).react},
	{http.MethodGet, "/api/agent-record/{id}", app.ReadScores, "", (*door).agentRecord},
	{http.MethodGet, "/api/agent-record/{id}/score/{class}", app.ExportScores, "", (*door).exportScore},
}

// anyWorkspace are permissions that may be had in another workspace than the registry's own, which the use case asks for.
var anyWorkspace = []app.Permission{app.ReadAudit, app.ReadWork, app.SendTasks, app.JudgeWork, app.ReadScores, app.ExportScores}

// matched is a route with the parameters of a request's path.
type matched struct {
	route
	path map[string]string
}

// routesOfPath are the routes that share a path.
type routesOfPath []route

func (rs routesOfPath) public() bool {
	return slices.ContainsFunc(rs, func(r route) bool { return r.needs == "" })
}

// methods lists what the path answers, for Allow.
func (rs routesOfPath) methods() string {
	var all []string
	for _, r := range rs {
		all = append(all, r.method)
		if r.method == http.MethodGet {
			all = append(all, http.MethodHead)
		}
	}
	return strings.Join(append(all, http.MethodOptions), ", ")
}

// match finds the routes of the request's path, and among them the one of its method. http.ServeMux cannot do it: it cleans paths
// with a redirect, and an agent may be called did:web:.. or have an encoded slash in its name.
func match(r *http.Request) (*matched, routesOfPath) {
	segments, ok := segments(r.URL)
	if !ok {
		return nil, nil
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	var found *matched
	var same routesOfPath
	for _, rt := range routes {
		path, ok := rt.parameters(segments)
		if !ok {
			continue
		}
		same = append(same, rt)
		if rt.method == method {
			found = &matched{rt, path}
		}
	}
	return found, same
}

// segments splits the path as it was sent, and only then decodes each part, once.
func segments(u *url.URL) ([]string, bool) {
	parts := strings.Split(u.EscapedPath(), "/")
	for i, p := range parts {
		s, err := url.PathUnescape(p)
		if err != nil {
			return nil, false
		}
		parts[i] = s
	}
	return parts, true
}

func (rt route) parameters(segments []string) (map[string]string, bool) {
	pattern := strings.Split(rt.pattern, "/")
	if len(pattern) != len(segments) {
		return nil, false
	}
	path := map[string]string{}
	for i, p := range pattern {
		name, isParameter := strings.CutPrefix(p, "{")
		switch {
		case isParameter && segments[i] != "":
			path[strings.TrimSuffix(name, "}")] = segments[i]
		case p != segments[i]:
			return nil, false
		}
	}
	return path, true
}
