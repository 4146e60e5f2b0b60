package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"assay/app/suitefile"
	"assay/cmd/assay/internal/client"
)

// When the registry refuses one suite of a file, its reasons are shown at their lines and nothing of the file is applied.
func TestApplyIsAllOrNothing(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Variables struct {
				Input struct {
					Key    string
					DryRun bool
				}
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		if !body.Variables.Input.DryRun {
			t.Errorf("suite %s was stored", body.Variables.Input.Key)
		}
		if body.Variables.Input.Key == "good" {
			fmt.Fprint(w, `{"data":{"putSuite":{"suite":{"version":1},"created":true,"changes":[],"userErrors":[]}}}`)
			return
		}
		fmt.Fprint(w, `{"data":{"putSuite":{"suite":null,"created":false,"changes":[],"userErrors":[
			{"code":"INVALID","message":"this agent is no target","field":"targetDids.1"},
			{"code":"INVALID","message":"it is too heavy","field":"tasks.0.weight"}]}}}`)
	}))
	defer srv.Close()
	docs, err := suitefile.Parse("f.yaml", []byte(`key: good
---
key: bad
target_dids: [did:web:a, did:web:b]
tasks:
  - name: t
    scorer: status_ok
    weight: 7
`))
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	err = applySuites(t.Context(), client.New(srv.URL, ""), docs, false, func(string, client.SuiteChange) error { said++; return nil })
	code, message := exitCode(err)
	if want := "f.yaml:4:26: this agent is no target\nf.yaml:8:13: it is too heavy"; code != exitFails || message != want || said != 0 {
		t.Errorf("exit %d, %d suites reported: %s", code, said, message)
	}
}
