package rest

import (
	"net/http"
	"strings"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

// workRow is a task that one agent handed to another.
type workRow struct {
	ID        string        `json:"id"`
	Workspace string        `json:"workspace"`
	From      string        `json:"from"`
	To        string        `json:"to"`
	WorkClass string        `json:"work_class"`
	Title     string        `json:"title"`
	Brief     *string       `json:"brief"`  // null: it was cleared
	Result    *string       `json:"result"` // null: nothing yet, or it was cleared
	Cleared   bool          `json:"cleared"`
	Status    string        `json:"status"`
	Delivery  string        `json:"delivery"`
	Deadline  *string       `json:"deadline"`
	SentAt    string        `json:"sent_at"`
	EndedAt   *string       `json:"ended_at"`
	Approvals []approvalRow `json:"approvals"`
	Outcome   *outcomeRow   `json:"outcome"`
}

// approvalRow is a call that waits, or waited, for a person.
type approvalRow struct {
	ID        string  `json:"id"`
	Task      string  `json:"task"`
	Call      *string `json:"call"` // null: it was cleared
	State     string  `json:"state"`
	AskedAt   string  `json:"asked_at"`
	DecidedAt *string `json:"decided_at"`
}

func (d *door) sendTask(r *request) (answer, error) {
	var in app.SendTask
	var mutation string
	r.object(fields{
		"from":               value(&in.From),
		"to":                 value(&in.To),
		"work_class":         value(&in.WorkClass),
		"title":              value(&in.Title),
		"brief":              value(&in.Brief),
		"deadline":           moment(&in.Deadline),
		"delivery":           word(&in.Delivery, eval.Deliveries...),
		"client_mutation_id": value(&mutation),
	})
	in.IdempotencyKey = r.idempotencyKey(mutation)
	if r.err != nil {
		return answer{}, r.err
	}
	w, err := d.app.SendTask(r.Context(), in)
	return d.task(r, http.StatusCreated, w, err)
}

func (d *door) submitResult(r *request) (answer, error) {
	in, mutation := app.SubmitResult{WorkID: r.id("work")}, ""
	r.object(fields{
		"result":             value(&in.Result),
		"failed":             value(&in.Failed),
		"client_mutation_id": value(&mutation),
	})
	in.IdempotencyKey = r.idempotencyKey(mutation)
	if r.err != nil {
		return answer{}, r.err
	}
	w, err := d.app.SubmitResult(r.Context(), in)
	return d.task(r, http.StatusOK, w, err)
}

func (d *door) requestApproval(r *request) (answer, error) {
	in, mutation := app.RequestApproval{WorkID: r.id("work")}, ""
	r.object(fields{"call": value(&in.Call), "client_mutation_id": value(&mutation)})
	in.IdempotencyKey = r.idempotencyKey(mutation)
	if r.err != nil {
		return answer{}, r.err
	}
	p, err := d.app.RequestApproval(r.Context(), in)
	return respond(http.StatusCreated, newApprovalRow(p)), err
}

func (d *door) tasks(r *request) (answer, error) {
	r.only("workspace", "agent", "status", "limit")
	f, limit := app.WorkFilter{Workspace: r.text("workspace"), Agent: r.text("agent")}, r.limit(20)
	if s := r.workStatus("status"); s != "" {
		f.Statuses = []eval.WorkStatus{s}
	}
	if r.err != nil {
		return answer{}, r.err
	}
	page, err := d.app.Works(r.Context(), f, eval.PageArgs{First: &limit})
	if err != nil {
		return answer{}, err
	}
	records, err := d.app.WorkRecords(r.Context(), page.Items)
	return respond(http.StatusOK, rows(records, newWorkRow)), err
}

func (d *door) readTask(r *request) (answer, error) {
	id := r.id("work")
	if r.err != nil {
		return answer{}, r.err
	}
	w, err := d.app.Work(r.Context(), id)
	if err == nil && w == nil {
		err = fault.Missing("work", id)
	}
	if err != nil {
		return answer{}, err
	}
	return d.task(r, http.StatusOK, *w, nil)
}

// task answers with work as it stands.
func (d *door) task(r *request, status int, w eval.Work, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	records, err := d.app.WorkRecords(r.Context(), []eval.Work{w})
	if err != nil {
		return answer{}, err
	}
	return respond(status, newWorkRow(records[0])), nil
}

// workStatus is a parameter that is a state of work; empty when it is not there.
func (r *request) workStatus(name string) eval.WorkStatus {
	given := r.text(name)
	for _, s := range eval.WorkStatuses {
		if lower(s) == given {
			return s
		}
	}
	if r.parameter(name) != nil {
		r.refuse(bad("invalid", name, "%s must be one of %s", name, lowerList(eval.WorkStatuses)))
	}
	return ""
}

// lower is a word as REST has it.
func lower[T ~string](word T) string { return strings.ToLower(string(word)) }

func lowerList[T ~string](words []T) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = lower(w)
	}
	return strings.Join(all, ", ")
}

func newWorkRow(w app.WorkRecord) workRow {
	row := workRow{ID: w.ID, Workspace: w.Workspace, From: w.From, To: w.To, WorkClass: string(w.Class), Title: w.Title, Cleared: !w.ClearedAt.IsZero(),
		Status: lower(w.Status), Delivery: lower(w.Delivery), Deadline: millisUnlessZero(w.Deadline), SentAt: millis(w.SentAt),
		EndedAt: millisUnlessZero(w.EndedAt), Approvals: rows(w.Approvals, newApprovalRow), Outcome: newOutcomeRow(w.Outcome)}
	row.Brief, row.Result = w.ShownBrief(), w.ShownResult()
	return row
}

func newApprovalRow(p eval.Approval) approvalRow {
	return approvalRow{ID: p.ID, Task: p.WorkID, Call: p.ShownCall(), State: lower(p.State), AskedAt: millis(p.AskedAt),
		DecidedAt: millisUnlessZero(p.DecidedAt)}
}
