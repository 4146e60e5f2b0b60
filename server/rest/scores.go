package rest

import (
	"net/http"
	"regexp"
)

// exportScore gives a score as a file with the receipts it was computed from, byte for byte what assay-verify reads.
func (d *door) exportScore(r *request) (answer, error) {
	r.only("pool")
	agent, class, pool := r.agent(), r.path["class"], r.flag("pool")
	if r.err != nil {
		return answer{}, r.err
	}
	text, err := d.app.ExportScore(r.Context(), agent, class, pool)
	name := "assay-score-" + fileUnsafe.ReplaceAllString(agent+"-"+class, "-") + ".json"
	return answer{status: http.StatusOK, contentType: "application/json", body: text, fileName: name}, err
}

// fileUnsafe is what not every file system takes in a name.
var fileUnsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// flag is a parameter that is 1 or 0; false when it is not there.
func (r *request) flag(name string) bool {
	given := r.parameter(name)
	if given != nil && *given != "0" && *given != "1" {
		r.refuse(bad("invalid", name, "%s must be 1 or 0", name))
	}
	return given != nil && *given == "1"
}
