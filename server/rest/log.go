package rest

import (
	"net/http"
	"strconv"

	"assay/app"
	"assay/eval"
)

// logRow is the log as it stands.
type logRow struct {
	Origin     string      `json:"origin"`
	Size       int64       `json:"size"`
	Root       string      `json:"root"`
	Waiting    int64       `json:"waiting"`
	Checkpoint *string     `json:"checkpoint"`
	Keys       []logKeyRow `json:"keys"` // newest first
}

type logKeyRow struct {
	Key       string  `json:"key"`
	CreatedAt string  `json:"created_at"`
	RetiredAt *string `json:"retired_at"`
}

// anchorRow shows that a receipt is in the log, as `log` of an export does (eval/verify).
type anchorRow struct {
	Origin     string   `json:"origin"`
	Checkpoint string   `json:"checkpoint"`
	Keys       []string `json:"keys"`
	Index      int64    `json:"index"`
	Proof      []string `json:"proof"`
}

type inclusionRow struct {
	Hash string `json:"hash"`
	anchorRow
}

type consistencyRow struct {
	From  int64    `json:"from"`
	To    int64    `json:"to"`
	Proof []string `json:"proof"`
}

// receiptRow is what everybody may see of a receipt.
type receiptRow struct {
	Hash    string     `json:"hash"`
	Kind    string     `json:"kind"`
	At      string     `json:"at"`
	Cleared bool       `json:"cleared"`
	Log     *anchorRow `json:"log"`
}

func (d *door) readLog(r *request) (answer, error) {
	log, err := d.app.Log(r.Context())
	if err != nil {
		return answer{}, err
	}
	if log == nil {
		return answer{}, app.ErrNoLog
	}
	return respond(http.StatusOK, newLogRow(*log)), nil
}

func (d *door) inclusion(r *request) (answer, error) {
	r.only("hash")
	hash := r.required("hash")
	if r.err != nil {
		return answer{}, r.err
	}
	entry, err := d.app.Inclusion(r.Context(), hash)
	return respond(http.StatusOK, inclusionRow{hash, newAnchorRow(entry)}), err
}

func (d *door) consistency(r *request) (answer, error) {
	r.only("from", "to")
	from, to := r.size("from"), r.size("to")
	if r.err != nil {
		return answer{}, r.err
	}
	proof, err := d.app.Consistency(r.Context(), from, to)
	return respond(http.StatusOK, consistencyRow{from, to, proof}), err
}

func (d *door) receipt(r *request) (answer, error) {
	found, err := d.app.PublicReceipt(r.Context(), r.path["hash"])
	return respond(http.StatusOK, newReceiptRow(found)), err
}

// required is a parameter of the query that must be there.
func (r *request) required(name string) string {
	given := r.parameter(name)
	if given == nil {
		r.refuse(bad("invalid", name, "give %s", name))
		return ""
	}
	return *given
}

// size is a size of the log.
func (r *request) size(name string) int64 {
	n, err := strconv.ParseInt(r.required(name), 10, 64)
	if err != nil {
		r.refuse(bad("invalid", name, "%s must be a whole number", name))
	}
	return n
}

func newLogRow(l eval.Log) logRow {
	row := logRow{Origin: l.Origin, Size: l.Size, Root: l.Root, Waiting: l.Waiting, Keys: rows(l.Keys, newLogKeyRow)}
	if l.Checkpoint != nil {
		row.Checkpoint = &l.Checkpoint.Text
	}
	return row
}

func newLogKeyRow(k eval.LogKey) logKeyRow {
	row := logKeyRow{Key: k.Key, CreatedAt: instant(k.CreatedAt)}
	if !k.RetiredAt.IsZero() {
		row.RetiredAt = new(instant(k.RetiredAt))
	}
	return row
}

func newAnchorRow(e eval.LogEntry) anchorRow {
	return anchorRow{e.Origin, e.Checkpoint.Text, e.Keys, e.Index, e.Proof}
}

func newReceiptRow(r app.PublicReceipt) receiptRow {
	row := receiptRow{Hash: r.Hash, Kind: string(r.Kind), At: instant(r.At), Cleared: r.Cleared}
	if r.Entry != nil {
		row.Log = new(newAnchorRow(*r.Entry))
	}
	return row
}
