package rest

import (
	"net/http"
	"strings"
	"testing"

	"assay/eval/fault"
)

// An export is given byte for byte: a line break behind it would be no part of what was sealed.
func TestExportResults(t *testing.T) {
	const text = `{"agents":[],"board":[],"definition":{},"format":"assay-results-export-1","log":null,"results":[],"run":{}}`
	uses := &scripted{export: []byte(text)}
	w := newCaller(t, uses, stranger).send(t, "GET /api/v1/runs/run_1/export", "")
	if w.Code != http.StatusOK || w.Body.String() != text || uses.asked != "run_1" {
		t.Errorf("%d %q, asked %v", w.Code, w.Body, uses.asked)
	}
	if got := w.Header().Get("Content-Disposition"); got != "attachment; filename=assay-results-run_1.json" {
		t.Errorf("Content-Disposition %q", got)
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%v", w.Header())
	}
}

func TestExportResultsRefused(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   string
	}{
		{fault.Missing("run", "run_1"), 404, "not_found"},
		{fault.New(fault.Conflict, "run_not_over", "x"), 409, "run_not_over"},
		{fault.New(fault.Conflict, "not_sealed", "x"), 409, "not_sealed"},
		{fault.New(fault.Conflict, "export_too_large", "x"), 409, "export_too_large"},
	} {
		w := newCaller(t, &scripted{err: c.err}, stranger).send(t, "GET /api/v1/runs/run_1/export", "")
		if w.Code != c.status || !strings.Contains(w.Body.String(), `"code":"`+c.code+`"`) || w.Header().Get("Content-Disposition") != "" {
			t.Errorf("%s: %d %s", c.code, w.Code, w.Body)
		}
	}
	uses := &scripted{}
	if w := newCaller(t, uses, stranger).send(t, "GET /api/v1/runs/run%00/export", ""); w.Code != 404 || uses.asked != nil {
		t.Errorf("%d %s, asked %v", w.Code, w.Body, uses.asked)
	}
}
