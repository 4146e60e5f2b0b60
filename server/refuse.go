package server

import (
	"encoding/json"
	"net/http"
	"strings"

	"assay/server/rest"
)

// refuse answers for the layers in front of the doors, in the shape of the door the caller knocked at. code is one of docs/api.md,
// in lower case; GraphQL's is the same word in upper case.
func refuse(w http.ResponseWriter, r *http.Request, status int, code, message string) {
	id := RequestID(r.Context())
	switch {
	case isREST(r):
		rest.Refuse(w, id, status, code, message)
	case isGraphQL(r):
		refuseGraphQL(w, r, id, status, code, message)
	default:
		http.Error(w, message+" (request "+id+")", status)
	}
}

func refuseGraphQL(w http.ResponseWriter, r *http.Request, id string, status int, code, message string) {
	type extensions struct {
		Code      string `json:"code"`
		RequestID string `json:"requestId"`
	}
	type graphQLError struct {
		Message    string     `json:"message"`
		Extensions extensions `json:"extensions"`
	}
	media := "application/json"
	if strings.Contains(r.Header.Get("Accept"), "application/graphql-response+json") {
		media = "application/graphql-response+json"
	}
	w.Header().Set("Content-Type", media+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	errs := map[string][]graphQLError{"errors": {{message, extensions{strings.ToUpper(code), id}}}}
	_ = json.NewEncoder(w).Encode(errs) // a reader that went away is no news
}
