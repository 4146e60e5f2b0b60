package rest

import (
	_ "embed" // the description travels in the binary
	"net/http"
)

//go:embed openapi.yaml
var openAPI []byte

// openAPI serves the description of this door.
func (d *door) openAPI(*request) (answer, error) {
	return answer{status: http.StatusOK, contentType: "application/yaml", body: openAPI}, nil
}
