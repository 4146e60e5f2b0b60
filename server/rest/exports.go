package rest

import (
	"net/http"

	"assay/eval/fault"
)

// exportResults gives a run's results as a file, byte for byte what assay-verify reads.
func (d *door) exportResults(r *request) (answer, error) {
	id := r.path["id"]
	if !isText(id) {
		r.refuse(fault.Missing("run", id))
	}
	if r.err != nil {
		return answer{}, r.err
	}
	text, err := d.app.ExportResults(r.Context(), id)
	return answer{status: http.StatusOK, contentType: "application/json", body: text, fileName: "assay-results-" + id + ".json"}, err
}
