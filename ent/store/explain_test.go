package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
)

// explainer asks the database, of each statement before it is run, how it would be.
type explainer struct {
	*entsql.Driver
	db     *sql.DB
	prefix string
	plans  []string // statement and plan
}

func (e *explainer) explain(ctx context.Context, query string, args any) error {
	values, ok := args.([]any)
	if !ok {
		return fmt.Errorf("arguments of type %T", args)
	}
	rows, err := e.db.QueryContext(ctx, e.prefix+query, values...)
	if err != nil {
		return err
	}
	defer rows.Close()
	plan := []string{query}
	for rows.Next() {
		var id, parent, unused any
		var line string
		into := []any{&line}
		if strings.HasPrefix(e.prefix, "EXPLAIN QUERY") {
			into = []any{&id, &parent, &unused, &line}
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		plan = append(plan, line)
	}
	e.plans = append(e.plans, strings.Join(plan, "\n  "))
	return rows.Err()
}

func (e *explainer) Query(ctx context.Context, query string, args, v any) error {
	if err := e.explain(ctx, query, args); err != nil {
		return err
	}
	return e.Driver.Query(ctx, query, args, v)
}

func (e *explainer) Exec(ctx context.Context, query string, args, v any) error {
	if err := e.explain(ctx, query, args); err != nil {
		return err
	}
	return e.Driver.Exec(ctx, query, args, v)
}

func (e *explainer) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := e.explain(ctx, query, args); err != nil {
		return nil, err
	}
	return e.db.QueryContext(ctx, query, args...)
}

func (e *explainer) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := e.explain(ctx, query, args); err != nil {
		return nil, err
	}
	return e.db.ExecContext(ctx, query, args...)
}

// fullScan reports whether a plan reads a whole table: in SQLite SCAN without an index, in PostgreSQL, which is told to avoid it, Seq Scan.
func fullScan(plan string) bool {
	for line := range strings.Lines(plan) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "SCAN ") && !strings.Contains(line, "USING") && !strings.Contains(line, "CONSTANT ROW") || strings.Contains(line, "Seq Scan") {
			return true
		}
	}
	return false
}

// Whatever is done with work, verdicts, scores and receipts finds its rows by an index.
func TestNoFullScans(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { noFullScans(t, "sqlite:"+filepath.Join(t.TempDir(), "assay.db")) })
	t.Run("postgres", func(t *testing.T) {
		server := os.Getenv("ASSAY_TEST_POSTGRES")
		if server == "" {
			t.Skip("left out: PostgreSQL (set ASSAY_TEST_POSTGRES)")
		}
		noFullScans(t, emptyPostgres(t, server))
	})
}

func noFullScans(t *testing.T, url string) {
	s, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	e := &explainer{db: s.writeDB, prefix: "EXPLAIN QUERY PLAN ", Driver: entsql.OpenDB(dialect.SQLite, s.writeDB)}
	if s.postgres {
		if e.db, err = sql.Open("postgres", url+"&enable_seqscan=off"); err != nil {
			t.Fatal(err)
		}
		defer e.db.Close()
		e.prefix, e.Driver = "EXPLAIN ", entsql.OpenDB(dialect.Postgres, e.db)
	}
	tx := &Tx{conn: conn{db: entdb.NewClient(entdb.Driver(e)), postgres: s.postgres}, verdicts: newVerdictCache()}
	ctx, now := t.Context(), time.Now()
	w := &eval.Work{ID: "wrk_1", WorkspaceID: "wsp_1", FromAgentID: "agt_1", ToAgentID: "agt_2", Class: classscore.Code, Status: eval.WorkSent}
	hash := receipt.Hash{1}
	voice := classscore.Voice{Kind: classscore.Person, ID: "usr_1"}
	filter := WorkFilter{WorkspaceID: "wsp_1", AgentID: "agt_1", Class: classscore.Code, Statuses: []eval.WorkStatus{eval.WorkSent}}
	document := &classscore.Document{}
	if err := e.explain(ctx, "SELECT id FROM scores WHERE state = 'new'", []any{}); err != nil || !fullScan(e.plans[0]) {
		t.Fatalf("a full scan is not seen: %v, %v", e.plans, err)
	}
	for _, c := range []struct {
		what string
		do   func() error
	}{
		{"add work", func() error { return tx.AddWork(ctx, *w) }},
		{"lock work", func() error { _, err := tx.LockWork(ctx, w.ID); return err }},
		{"save work", func() error { return tx.SaveWork(ctx, w, eval.WorkEvent{Kind: eval.WorkWasSent, At: now}) }},
		{"works", func() error {
			_, err := tx.Works(ctx, WorkFilter{WorkspaceID: "wsp_1"}, eval.PageArgs{First: new(10)})
			return err
		}},
		{"works, filtered", func() error { _, err := tx.Works(ctx, filter, eval.PageArgs{First: new(10)}); return err }},
		{"works of an agent", func() error {
			_, err := tx.Works(ctx, WorkFilter{AgentID: "agt_1"}, eval.PageArgs{First: new(10)})
			return err
		}},
		{"events", func() error { _, err := tx.WorkEvents(ctx, []string{w.ID}); return err }},
		{"clear events", func() error { return tx.ClearEventDetails(ctx, w.ID) }},
		{"overdue", func() error { _, err := tx.Overdue(ctx, now, 10); return err }},
		{"due deliveries", func() error { _, err := tx.DueDeliveries(ctx, now, 10); return err }},
		{"add approval", func() error {
			return tx.AddApproval(ctx, eval.Approval{ID: "apr_1", WorkID: w.ID, WorkspaceID: "wsp_1", State: eval.ApprovalPending})
		}},
		{"approvals", func() error {
			_, err := tx.Approvals(ctx, "wsp_1", eval.ApprovalPending, eval.PageArgs{First: new(10)})
			return err
		}},
		{"all approvals", func() error { _, err := tx.Approvals(ctx, "wsp_1", "", eval.PageArgs{First: new(10)}); return err }},
		{"approvals of work", func() error { _, err := tx.ApprovalsOf(ctx, []string{w.ID}); return err }},
		{"lapse", func() error { return tx.LapseApprovals(ctx, w.ID) }},
		{"add verdict", func() error {
			_, err := tx.AddVerdict(ctx, eval.WorkVerdict{ID: "vdt_1", WorkspaceID: "wsp_1", Class: classscore.Code, PieceID: w.ID, WorkID: w.ID, Voice: voice, At: now})
			return err
		}},
		{"verdicts on", func() error { _, err := tx.VerdictsOn(ctx, []string{w.ID}); return err }},
		{"verdict", func() error { _, err := tx.VerdictByID(ctx, "vdt_1"); return err }},
		{"standing verdicts", func() error { _, err := tx.StandingVerdicts(ctx, "wsp_1", classscore.Code); return err }},
		{"verdicts by number", func() error { _, err := tx.VerdictsBySeq(ctx, []int64{1, 2}); return err }},
		{"clear comments", func() error { return tx.ClearComments(ctx, w.ID) }},
		{"put score", func() error {
			return tx.PutScore(ctx, eval.ClassScore{ID: "scr_1", WorkspaceID: "wsp_1", AgentID: "agt_1", Class: classscore.Code, Receipt: hash, Document: document}, ScoreInputs{})
		}},
		{"forget score", func() error { return tx.ForgetScore(ctx, "scr_1") }},
		{"current scores", func() error { _, err := tx.CurrentScores(ctx, []string{"agt_1", "agt_2"}); return err }},
		{"current score", func() error { _, err := tx.CurrentScore(ctx, "agt_1", classscore.Code); return err }},
		{"score of a receipt", func() error { _, err := tx.ScoreOfReceipt(ctx, "agt_1", hash); return err }},
		{"history", func() error { _, err := tx.ScoreHistory(ctx, "wsp_1", "agt_1", classscore.Code, 10); return err }},
		{"latest score", func() error { _, err := tx.LatestScoreID(ctx, "agt_1", classscore.Code); return err }},
		{"inputs", func() error { _, err := tx.ScoreInputs(ctx, "scr_1"); return err }},
		{"agents", func() error { _, err := tx.AgentFacts(ctx, []string{"agt_1"}); return err }},
		{"established", func() error { _, err := tx.Established(ctx, "wsp_1"); return err }},
		{"repeated call", func() error { _, err := tx.RepeatedCall(ctx, "x"); return err }},
		{"seal", func() error {
			_, err := tx.Seal(ctx, NewReceipt{Kind: receipt.OutcomeRecorded, At: now, WorkspaceID: "wsp_1", Subject: w.ID, WorkID: w.ID, Facts: struct{}{}, Texts: map[string]string{"a": "b"}})
			return err
		}},
		{"receipts by hash", func() error { _, err := tx.ReceiptsByHash(ctx, []receipt.Hash{hash}); return err }},
		{"receipts of work", func() error { _, err := tx.ReceiptsOfWork(ctx, w.ID); return err }},
		{"clear texts", func() error {
			all, err := tx.ReceiptsOfWork(ctx, w.ID)
			if err == nil {
				_, err = tx.ClearTexts(ctx, all)
			}
			return err
		}},
	} {
		e.plans = nil
		if err := c.do(); err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if len(e.plans) == 0 {
			t.Errorf("%s: nothing was explained", c.what)
		}
		if i := slices.IndexFunc(e.plans, fullScan); i >= 0 {
			t.Errorf("%s reads a whole table:\n%s", c.what, e.plans[i])
		}
	}
}

// emptyPostgres makes an empty database, dropped when the test ends. Package dbtest cannot be used within this one.
func emptyPostgres(t *testing.T, server string) string {
	admin, err := sql.Open("postgres", server)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("assay_explain_%d", os.Getpid())
	if _, err := admin.ExecContext(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.ExecContext(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		_ = admin.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	q := u.Query()
	q.Set("application_name", "explain")
	u.RawQuery = q.Encode()
	return u.String()
}
