package graph_test

import (
	"fmt"
	"net/http"
	"strings"
)

// workRestRows are the routes of work and scores, which say of what somebody may not see that it does not exist.
func workRestRows() map[string]probe {
	result := func(own bool) probe {
		return restAs("POST", func(w *accessWorld, c caller) (string, string) {
			return "/api/tasks/" + w.newWork(c, own).ID + "/result", `{"result": "done"}`
		})
	}
	approval := func(own bool) probe {
		return restAs("POST", func(w *accessWorld, c caller) (string, string) {
			return "/api/tasks/" + w.newWork(c, own).ID + "/approvals", `{"call": "delete it"}`
		})
	}
	task := func(own bool) probe {
		return restAs("POST", func(w *accessWorld, c caller) (string, string) {
			return "/api/tasks", fmt.Sprintf(`{"from": %q, "to": %q, "title": "t"}`, w.agentOf(c, own), w.agentOf(c, false))
		})
	}
	return map[string]probe{
		"GET /api/v1/runs/{id}/export": restAs("GET", func(w *accessWorld, _ caller) (string, string) {
			return "/api/v1/runs/" + w.run.ID + "/export", ""
		}),
		"GET /api/v1/runs/{id}/export (of a trial)": restAs("GET", func(w *accessWorld, _ caller) (string, string) {
			return "/api/v1/runs/" + w.trial.ID + "/export", ""
		}),
		"GET /api/tasks": restAs("GET", func(*accessWorld, caller) (string, string) { return "/api/tasks", "" }),
		"GET /api/tasks/{id}": restAs("GET", func(w *accessWorld, _ caller) (string, string) {
			return "/api/tasks/" + w.judged().work.ID, ""
		}),
		"POST /api/tasks (another's)":                task(false),
		"POST /api/tasks (one's own)":                task(true),
		"POST /api/tasks/{id}/result (another's)":    result(false),
		"POST /api/tasks/{id}/result (one's own)":    result(true),
		"POST /api/tasks/{id}/approvals (another's)": approval(false),
		"POST /api/tasks/{id}/approvals (one's own)": approval(true),
		"POST /api/terminal/reactions": restAs("POST", func(w *accessWorld, _ caller) (string, string) {
			return "/api/terminal/reactions",
				fmt.Sprintf(`{"target": {"kind": "task", "id": %q}, "reaction": "thumbs_up", "client_mutation_id": "m"}`, w.finished().ID)
		}),
		"GET /api/agent-record/{id}": restAs("GET", func(w *accessWorld, _ caller) (string, string) {
			return "/api/agent-record/" + w.judged().to, ""
		}),
		"GET /api/agent-record/{id}/score/{class}": restAs("GET", func(w *accessWorld, _ caller) (string, string) {
			return "/api/agent-record/" + w.judged().to + "/score/code?pool=1", ""
		}),
	}
}

// restAs is a probe of a route, by a request that may be of who asks.
func restAs(method string, request func(w *accessWorld, c caller) (path, body string)) probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		path, body := request(w, c)
		status, answer := w.ask(c, method, path, "", body)
		switch {
		case status == http.StatusUnauthorized || status == http.StatusForbidden:
			return refusal(w, c, status == http.StatusUnauthorized)
		case status == http.StatusNotFound:
			return "hidden"
		case status >= 300:
			w.t.Errorf("%s %s as %s: %d %s", method, path, c.name, status, answer)
		case strings.TrimSpace(string(answer)) == "[]":
			return "empty"
		}
		return "yes"
	}}
}
