// Package rest is the REST door: /api/v1, and the few paths of /api without a version, as openapi.yaml beside this file describes it. A handler binds the request, makes one call
// of a use case and gives the answer; what may be seen or done by whom is decided in package app.
//
// Paths are matched segment by segment, each percent-decoded exactly once, and are never cleaned or redirected. So the agent
// did:web:localhost%3A8080 is addressed as /api/v1/evals/agents/did:web:localhost%253A8080/results.
//
// Answers are JSON. Errors are {"error": {"code", "message", "field", "request_id"}}, see errors.go.
package rest

import (
	"context"
	"iter"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"assay/app"
	"assay/eval"
	"assay/eval/receipt"
)

// UseCases is what this door calls. *app.App satisfies it.
type UseCases interface {
	Catalog(ctx context.Context, page eval.PageArgs) (eval.Page[eval.Suite], error)
	Results(ctx context.Context, f app.ResultFilter, page eval.PageArgs) (eval.Page[eval.Result], error)
	Leaderboard(ctx context.Context, q app.LeaderboardQuery, page eval.PageArgs) (eval.Page[eval.Standing], error)
	AdminSuites(ctx context.Context) ([]eval.Suite, error)
	PutSuite(ctx context.Context, in app.PutSuite) (app.SuiteChange, error)
	AddTask(ctx context.Context, idOrKey string, t app.TaskInput, position *int) (eval.Task, eval.Suite, error)
	RunSuite(ctx context.Context, idOrKey, idempotencyKey string) (eval.Run, error)
	DeleteSuite(ctx context.Context, idOrKey string) (eval.Suite, error)
	Log(ctx context.Context) (*eval.Log, error)
	Checkpoint(ctx context.Context) (*eval.Checkpoint, error)
	LogTile(ctx context.Context, t receipt.Tile) ([]byte, error)
	Inclusion(ctx context.Context, hash string) (eval.LogEntry, error)
	Consistency(ctx context.Context, from, to int64) ([]string, error)
	PublicReceipt(ctx context.Context, hash string) (app.PublicReceipt, error)
	ExportAudit(ctx context.Context, q app.AuditQuery) (iter.Seq2[eval.AuditEntry, error], error)
	ExportResults(ctx context.Context, runID string) ([]byte, error)
	SendTask(ctx context.Context, in app.SendTask) (eval.Work, error)
	SubmitResult(ctx context.Context, in app.SubmitResult) (eval.Work, error)
	RequestApproval(ctx context.Context, in app.RequestApproval) (eval.Approval, error)
	Works(ctx context.Context, f app.WorkFilter, page eval.PageArgs) (eval.Page[eval.Work], error)
	Work(ctx context.Context, id string) (*eval.Work, error)
	WorkRecords(ctx context.Context, works []eval.Work) ([]app.WorkRecord, error)
	RecordVerdict(ctx context.Context, in app.RecordVerdict) (*eval.WorkVerdict, eval.Work, error)
	Judged(ctx context.Context, pieceIDs []string) (map[string]app.Judged, error)
	AgentRecord(ctx context.Context, agent string) (app.AgentRecord, error)
	ExportScore(ctx context.Context, agent, class string, pool bool) ([]byte, error)
	LogRefusal(ctx context.Context, action, target string, cause error)
}

// Options is what the door is made of.
type Options struct {
	App       UseCases
	RequestID func(context.Context) string // names the request in errors and in the log
	Log       *slog.Logger
}

// Handler answers everything below /api/. What is not a route is a 404 in JSON.
func Handler(o Options) http.Handler {
	return &door{app: o.App, requestID: o.RequestID, log: o.Log}
}

type door struct {
	app       UseCases
	requestID func(context.Context) string
	log       *slog.Logger
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, allowed := match(r)
	if len(allowed) == 0 {
		d.fail(w, r, notFound())
		return
	}
	if allowed.public() {
		AllowAnyOrigin(w.Header())
	}
	switch {
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowed.methods())
		if allowed.public() {
			w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD")
			w.Header().Set("Access-Control-Max-Age", "86400")
		}
		w.WriteHeader(http.StatusNoContent)
	case found == nil:
		w.Header().Set("Allow", allowed.methods())
		d.fail(w, r, methodNotAllowed(r.Method, allowed.methods()))
	default:
		d.serve(w, r, found)
	}
}

// serve has whatever changes something logged: by the use case that it reaches, or here, when it is turned away before.
func (d *door) serve(w http.ResponseWriter, r *http.Request, m *matched) {
	ctx, begun := app.ExpectAct(r.Context())
	a, err := d.ask(w, r.WithContext(ctx), m)
	if err != nil && m.action != "" && !begun() {
		d.app.LogRefusal(ctx, m.action, m.path["id"], logged(err))
	}
	if err != nil {
		d.fail(w, r, err)
		return
	}
	if r.Method == http.MethodHead {
		a.stream = nil
	}
	if err := a.write(w); err != nil {
		d.log.ErrorContext(ctx, "answer broken off", "request_id", d.requestID(ctx), "path", r.URL.Path, "err", err)
		panic(http.ErrAbortHandler) // or it would be taken for a whole one
	}
}

// ask refuses callers without the permission before it looks at what they sent: a stranger learns nothing from how a body is judged.
func (d *door) ask(w http.ResponseWriter, r *http.Request, m *matched) (answer, error) {
	w.Header().Set("Cache-Control", "no-cache")
	if m.needs != "" {
		w.Header().Set("Cache-Control", "no-store")
		elsewhere := slices.Contains(anyWorkspace, m.needs) && app.Caller(r.Context()).Known()
		if err := app.Require(r.Context(), m.needs); err != nil && !elsewhere {
			return answer{}, err
		}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	return m.answer(d, &request{Request: r, path: m.path})
}

// AllowAnyOrigin lets pages anywhere read the public record. Credentials are not allowed across origins.
func AllowAnyOrigin(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", strings.Join([]string{"X-Request-Id", "Retry-After"}, ", "))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}
