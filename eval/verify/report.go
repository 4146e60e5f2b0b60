// Package verify checks exports offline: what anyone can recompute from the bytes they hold, with nothing but eval. The same code runs in
// assay-verify, in the registry, and as WebAssembly in the console.
package verify

// Report is what a check found. It holds when each of its checks does.
type Report struct {
	OK       bool    `json:"ok"`
	Anchored bool    `json:"anchored"` // a checkpoint signed by a key that was pinned has the receipt
	Checks   []Check `json:"checks"`
	Cleared  int     `json:"cleared"` // outcomes whose texts were cleared, so that only their hashes can be checked
	Removed  int     `json:"removed"` // results whose evidence was removed: unless an error decided, their scores cannot be computed again
}

// Check is one question and its answer.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Code   string `json:"code"`   // of what does not hold; empty when it does
	Detail string `json:"detail"` // one sentence
}

func (r *Report) add(name string, p *problem, detail string) {
	c := Check{Name: name, OK: p == nil, Detail: detail}
	if p != nil {
		c.Code, c.Detail = p.code, p.detail
	}
	r.Checks = append(r.Checks, c)
	r.OK = r.OK && c.OK
}

// problem is why a check does not hold.
type problem struct{ code, detail string }
