package rest

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/receipt"
)

// keeper is a scripted app with a log.
type keeper struct {
	scripted
	log     *eval.Log
	entry   eval.LogEntry
	proof   []string
	receipt app.PublicReceipt
}

func (l *keeper) Log(context.Context) (*eval.Log, error) { return l.log, l.err }

func (l *keeper) Inclusion(_ context.Context, hash string) (eval.LogEntry, error) {
	l.asked = hash
	return l.entry, l.err
}

func (l *keeper) Consistency(_ context.Context, from, to int64) ([]string, error) {
	l.asked = [2]int64{from, to}
	return l.proof, l.err
}

func (l *keeper) PublicReceipt(_ context.Context, hash string) (app.PublicReceipt, error) {
	l.asked = hash
	return l.receipt, l.err
}

func (s *scripted) Log(context.Context) (*eval.Log, error)                      { return nil, s.err }
func (s *scripted) Checkpoint(context.Context) (*eval.Checkpoint, error)        { return nil, s.err }
func (s *scripted) LogTile(context.Context, receipt.Tile) ([]byte, error)       { return nil, s.err }
func (s *scripted) Consistency(context.Context, int64, int64) ([]string, error) { return nil, s.err }

func (s *scripted) Inclusion(context.Context, string) (eval.LogEntry, error) {
	return eval.LogEntry{}, s.err
}

func (s *scripted) PublicReceipt(context.Context, string) (app.PublicReceipt, error) {
	return app.PublicReceipt{}, s.err
}

var (
	someHash = strings.Repeat("0a", 32)
	at       = time.Date(2026, 12, 1, 9, 14, 5, 250e6, time.UTC)
)

func TestLogAnswers(t *testing.T) {
	entry := eval.LogEntry{Origin: "x/log", Keys: []string{"x/log+2+B", "x/log+1+A"}, Index: 3, Proof: []string{someHash}, Checkpoint: eval.Checkpoint{Size: 4, Text: "x/log\n4\n"}}
	anchor := `"origin":"x/log","checkpoint":"x/log\n4\n","keys":["x/log+2+B","x/log+1+A"],"index":3,"proof":["` + someHash + `"]`
	full := &keeper{
		log: &eval.Log{Origin: "x/log", Size: 4, Root: someHash, Waiting: 2, Checkpoint: &entry.Checkpoint, Keys: []eval.LogKey{
			{Key: "x/log+2+B", CreatedAt: at}, {Key: "x/log+1+A", CreatedAt: at.Add(-time.Hour), RetiredAt: at}}},
		entry: entry, proof: []string{}, receipt: app.PublicReceipt{Hash: someHash, Kind: receipt.SuiteVersion, At: at, Cleared: true, Entry: &entry},
	}
	waiting := &keeper{receipt: app.PublicReceipt{Hash: someHash, Kind: receipt.RunCompleted, At: at}}
	for _, c := range []struct {
		uses  *keeper
		path  string
		body  string
		asked any
	}{
		{full, "/api/v1/log", `{"origin":"x/log","size":4,"root":"` + someHash + `","waiting":2,"checkpoint":"x/log\n4\n","keys":[` +
			`{"key":"x/log+2+B","created_at":"2026-12-01T09:14:05.25+00:00","retired_at":null},` +
			`{"key":"x/log+1+A","created_at":"2026-12-01T08:14:05.25+00:00","retired_at":"2026-12-01T09:14:05.25+00:00"}]}`, nil},
		{full, "/api/v1/log/inclusion?hash=" + someHash, `{"hash":"` + someHash + `",` + anchor + `}`, someHash},
		{full, "/api/v1/log/consistency?from=3&to=4", `{"from":3,"to":4,"proof":[]}`, [2]int64{3, 4}},
		{full, "/api/v1/receipts/" + someHash, `{"hash":"` + someHash + `","kind":"suite.version","at":"2026-12-01T09:14:05.25+00:00","cleared":true,"log":{` + anchor + `}}`, someHash},
		{waiting, "/api/v1/receipts/" + someHash, `{"hash":"` + someHash + `","kind":"run.completed","at":"2026-12-01T09:14:05.25+00:00","cleared":false,"log":null}`, someHash},
	} {
		c.uses.asked = nil
		w := newCaller(t, c.uses, stranger).send(t, "GET "+c.path, "")
		if diff := cmp.Diff(c.body+"\n", w.Body.String()); diff != "" || w.Code != http.StatusOK {
			t.Errorf("%s: %d (-want +got)\n%s", c.path, w.Code, diff)
		}
		if c.asked != nil && c.uses.asked != c.asked {
			t.Errorf("%s: asked %v", c.path, c.uses.asked)
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", c.path, w.Header())
		}
	}
}

func TestLogRefusals(t *testing.T) {
	for path, status := range map[string]int{
		"/api/v1/log":                                           http.StatusNotFound,
		"/api/v1/log/inclusion":                                 http.StatusBadRequest,
		"/api/v1/log/inclusion?hash=a&hash=b":                   http.StatusBadRequest,
		"/api/v1/log/inclusion?hash=a&size=3":                   http.StatusBadRequest,
		"/api/v1/log/consistency?from=1":                        http.StatusBadRequest,
		"/api/v1/log/consistency?from=1&to=x":                   http.StatusBadRequest,
		"/api/v1/log/consistency?from=1&to=9999999999999999999": http.StatusBadRequest,
		"/api/v1/log/":                                          http.StatusNotFound,
		"/api/v1/receipts/":                                     http.StatusNotFound,
	} {
		uses := &keeper{}
		if w := newCaller(t, uses, stranger).send(t, "GET "+path, ""); w.Code != status || uses.asked != nil {
			t.Errorf("%s: %d %s, asked %v", path, w.Code, w.Body, uses.asked)
		}
	}
	for err, status := range map[*fault.Error]int{fault.Missing("receipt", someHash): http.StatusNotFound, fault.Bad("hash", "no"): http.StatusUnprocessableEntity} {
		uses := &keeper{scripted: scripted{err: err}}
		for _, path := range []string{"/api/v1/receipts/" + someHash, "/api/v1/log/inclusion?hash=" + someHash} {
			if w := newCaller(t, uses, stranger).send(t, "GET "+path, ""); w.Code != status {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
	}
}
