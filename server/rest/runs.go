package rest

import "net/http"

// runAccepted names the run that was started.
type runAccepted struct {
	RunID string `json:"run_id"`
}

func (d *door) runSuite(r *request) (answer, error) {
	var mutation string
	r.optionalObject(fields{"client_mutation_id": value(&mutation)})
	suite, key := r.suite(), r.idempotencyKey(mutation)
	if r.err != nil {
		return answer{}, r.err
	}
	run, err := d.app.RunSuite(r.Context(), suite, key)
	return respond(http.StatusAccepted, runAccepted{run.ID}), err
}
