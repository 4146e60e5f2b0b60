package graph_test

// logRows are the routes about the log of receipts.
func logRows() map[string]probe {
	logged := func(path string) func(*accessWorld) string {
		return func(w *accessWorld) string {
			w.t.Helper()
			suite := w.newSuite()
			if err := w.App.SequenceReceipts(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
			about, err := w.Store.ReceiptsAbout(w.t.Context(), suite.ID)
			if err != nil || len(about) == 0 {
				w.t.Fatalf("receipts about %s: %v, %v", suite.Key, about, err)
			}
			return path + about[0].Hash.String()
		}
	}
	some := func(path string) func(*accessWorld) string {
		return func(w *accessWorld) string { _ = logged("")(w); return path }
	}
	return map[string]probe{
		"GET /api/v1/log":             rest("GET", some("/api/v1/log"), fixed("")),
		"GET /api/v1/log/inclusion":   rest("GET", logged("/api/v1/log/inclusion?hash="), fixed("")),
		"GET /api/v1/log/consistency": rest("GET", some("/api/v1/log/consistency?from=1&to=1"), fixed("")),
		"GET /api/v1/receipts/{hash}": rest("GET", logged("/api/v1/receipts/"), fixed("")),
	}
}
