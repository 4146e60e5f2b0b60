package rest

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// Validate holds an answer against openapi.yaml.
func Validate(t *testing.T, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	(&caller{spec: loadSpec(t)}).validate(t, r, w)
}
