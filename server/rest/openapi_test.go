package rest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"assay/eval"
)

var parseSpec = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromData(openAPI) })

func loadSpec(t *testing.T) *openapi3.T {
	t.Helper()
	spec, err := parseSpec()
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func decode(t *testing.T, b []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%v in %q", err, b)
	}
}

func TestOpenAPIIsValid(t *testing.T) {
	if err := loadSpec(t).Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenAPIHasTheRoutesAndNoOthers(t *testing.T) {
	var routed, described []string
	for _, r := range routes {
		routed = append(routed, r.method+" "+r.pattern)
	}
	for path, item := range loadSpec(t).Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+path)
		}
	}
	slices.Sort(routed)
	slices.Sort(described)
	if diff := cmp.Diff(described, routed); diff != "" {
		t.Errorf("openapi.yaml and the routes differ (-described +routed)\n%s", diff)
	}
}

func TestOpenAPISaysWhatNeedsTheKey(t *testing.T) {
	spec := loadSpec(t)
	for _, r := range routes {
		op := spec.Paths.Value(r.pattern).GetOperation(r.method)
		if secured := op.Security != nil; secured == (r.needs == "") {
			t.Errorf("%s %s: public %v, but openapi.yaml has security %v", r.method, r.pattern, (r.needs == ""), op.Security)
		}
		for _, name := range pathParameters(r.pattern) {
			if op.Parameters.GetByInAndName("path", name) == nil {
				t.Errorf("%s %s: openapi.yaml does not describe {%s}", r.method, r.pattern, name)
			}
		}
	}
}

func pathParameters(pattern string) (names []string) {
	for s := range strings.SplitSeq(pattern, "/") {
		if name, ok := strings.CutPrefix(s, "{"); ok {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}

func TestOpenAPIErrorsAreTheClosedList(t *testing.T) {
	for _, v := range loadSpec(t).Components.Schemas["Result"].Value.Properties["error"].Value.Enum {
		if code, ok := v.(string); ok && code != string(eval.ErrInternal) && eval.ErrorCode(code).Fault() == eval.FaultExaminer {
			t.Errorf("openapi.yaml has the error code %q, which package eval does not know", code)
		}
	}
}

func TestOpenAPIIsServed(t *testing.T) {
	w := newCaller(t, &scripted{}, stranger).send(t, "GET /api/v1/openapi.yaml", "")
	if w.Code != http.StatusOK || w.Body.String() != string(openAPI) || w.Header().Get("Content-Type") != "application/yaml" {
		t.Errorf("%d %s", w.Code, w.Header())
	}
}
