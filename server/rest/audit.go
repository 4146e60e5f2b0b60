package rest

import (
	"io"
	"net/http"
	"strings"
	"time"

	"assay/app"
	"assay/app/auditfile"
	"assay/eval"
)

// audit streams the audit log as a file.
func (d *door) audit(r *request) (answer, error) {
	format, q := r.auditQuery()
	if r.err != nil {
		return answer{}, r.err
	}
	entries, err := d.app.ExportAudit(r.Context(), q)
	stream := func(w io.Writer) error { return auditfile.Write(w, format, entries) }
	return answer{status: http.StatusOK, contentType: format.MediaType(), fileName: "assay-audit." + string(format), stream: stream}, err
}

var auditParameters = []string{"format", "workspace", "actor", "action", "outcome", "search", "since", "until"}

// auditQuery binds what is asked for, once the caller may ask at all.
func (r *request) auditQuery() (auditfile.Format, app.AuditQuery) {
	q := app.AuditQuery{Workspace: r.text("workspace"), Actor: r.text("actor"), Action: r.text("action"), Outcome: eval.AuditOutcome(strings.ToUpper(r.text("outcome"))),
		Search: r.text("search"), Since: r.instant("since"), Until: r.instant("until")}
	r.only(auditParameters...)
	switch q.Outcome {
	case "", eval.AuditDone, eval.AuditRefused, eval.AuditInvalid, eval.AuditFailed:
	default:
		r.refuse(bad("invalid", "outcome", "outcome must be done, refused, invalid or failed"))
	}
	format := auditfile.JSONL
	if name := r.text("format"); name != "" {
		var err error
		if format, err = auditfile.ParseFormat("format", name); err != nil {
			r.refuse(bad("invalid", "format", "format must be csv or jsonl"))
		}
	}
	return format, q
}

// text is a parameter that is text; empty when it is not there.
func (r *request) text(name string) string {
	given := r.parameter(name)
	if given == nil {
		return ""
	}
	if !isText(*given) {
		r.refuse(bad("invalid", name, "%s must be UTF-8 text without NUL", name))
	}
	return *given
}

// instant is a parameter that is an instant; zero when it is not there.
func (r *request) instant(name string) time.Time {
	text := r.text(name)
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		r.refuse(bad("invalid", name, "%s must be an instant such as 2026-11-30T12:00:00Z", name))
	}
	return at
}
