package server

import (
	"log/slog"
	"net/http"

	"assay/app"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/server/rest"
)

// logDoor serves the log of receipts to its watchers (C2SP tlog-tiles), without a credential and to pages of any origin.
type logDoor struct {
	app rest.UseCases
	log *slog.Logger
}

// checkpoint is the newest signed state.
func (d logDoor) checkpoint(w http.ResponseWriter, r *http.Request) {
	rest.AllowAnyOrigin(w.Header())
	c, err := d.app.Checkpoint(r.Context())
	if err == nil && c == nil {
		err = app.ErrNoLog
	}
	if err != nil {
		d.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write([]byte(c.Text)) // a reader that went away is no news
}

// tile is a tile of hashes or of entries. What it holds never changes, partial ones too: a longer one has another path.
func (d logDoor) tile(w http.ResponseWriter, r *http.Request) {
	rest.AllowAnyOrigin(w.Header())
	tile, err := receipt.ParseTilePath(r.PathValue("path"))
	if err != nil {
		d.fail(w, r, fault.New(fault.NotFound, "not_found", "%v", err))
		return
	}
	data, err := d.app.LogTile(r.Context(), tile)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(data)
}

func (d logDoor) fail(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	if f := fault.As(err); f != nil && f.Kind == fault.NotFound {
		refuse(w, r, http.StatusNotFound, "not_found", f.Message)
		return
	}
	if r.Context().Err() == nil {
		d.log.ErrorContext(r.Context(), "request failed", "request_id", RequestID(r.Context()), "method", r.Method, "path", r.URL.Path, "err", err)
	}
	refuse(w, r, http.StatusInternalServerError, "internal", "something went wrong here; the log has it under this request id")
}
