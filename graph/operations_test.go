package graph

import (
	"database/sql"
	"encoding/json"
	"strings"
	"testing"

	"assay/app"
)

func TestOperations(t *testing.T) {
	w := newWorld(t, 4)
	populate(t, w, 2, 1)
	w.rest()
	const document = `{operations {at version goVersion database schemaVersion databaseBytes
		scheduler {node enabled intervalMs nextDueAt overdue} jobs {kind waiting later held oldestAt}
		nodes {name version startedAt seenAt stoppedAt up streams calls parts}
		slowAgents {agent {did standing {rank}} meanMs p95Ms results} streams subscriptions
		evidence {retentionDays bodies oldestAt} settings {name value about initial}}}`
	var answer struct {
		Operations struct {
			Version, GoVersion, Database string
			SchemaVersion                int
			DatabaseBytes                int
			Scheduler                    struct {
				Node    *string
				Enabled bool
			}
			Jobs []struct {
				Kind     string
				Waiting  int
				OldestAt *string
			}
			Nodes      []struct{ Name string }
			SlowAgents []struct {
				Agent   struct{ DID string }
				Results int
			}
			Evidence struct {
				RetentionDays *float64
				Bodies        int
				OldestAt      *string
			}
			Settings []struct{ Name string }
		}
	}
	got := post(t, w.door, document, "Bearer admin")
	if got.Errors != nil {
		t.Fatalf("%+v", got.Errors)
	}
	if err := json.Unmarshal(got.Data, &answer); err != nil {
		t.Fatal(err)
	}
	o := answer.Operations
	if o.Version != "v1" || !strings.HasPrefix(o.GoVersion, "go1.") || !strings.HasPrefix(o.Database, "sqlite 3.") || o.SchemaVersion < 2 || o.DatabaseBytes == 0 {
		t.Errorf("%+v", o)
	}
	if o.Scheduler.Node != nil || !o.Scheduler.Enabled { // the runner rests
		t.Errorf("scheduler %+v", o.Scheduler)
	}
	if len(o.Jobs) != 6 || o.Jobs[5].Kind != "schedule" || o.Jobs[5].Waiting != 1 || o.Jobs[5].OldestAt != nil {
		t.Errorf("jobs %+v", o.Jobs)
	}
	if len(o.SlowAgents) != 2 || o.SlowAgents[0].Results != 4 || !strings.HasPrefix(o.SlowAgents[0].Agent.DID, "did:web:a") {
		t.Errorf("slow agents %+v", o.SlowAgents)
	}
	if o.Evidence.RetentionDays != nil || o.Evidence.Bodies != 8 || o.Evidence.OldestAt == nil {
		t.Errorf("evidence %+v", o.Evidence)
	}

	refused := post(t, w.door, `{operations {at}}`, "")
	if len(refused.Errors) != 1 || string(refused.Data) != `{"operations":null}` {
		t.Errorf("a stranger: %s %+v", refused.Data, refused.Errors)
	}
}

// Of a result whose evidence was removed, the hash stays and the verdict says so.
func TestClearedEvidence(t *testing.T) {
	w := newWorld(t, 1)
	host := newAgent(t)
	must(w.app.RegisterAgent(asAdmin(t), app.RegisterAgent{DID: "did:web:a.example", Endpoint: "http://" + host}))(t)
	tasks := []app.TaskInput{{Name: "a", Input: "/", Scorer: "status_ok", Weight: 1}, {Name: "b", Input: "/", Scorer: "status_ok", Weight: 1}}
	must(w.app.PutSuite(asAdmin(t), app.PutSuite{Key: "s", Tasks: &tasks, Enabled: app.Optional[bool]{Set: true, Value: true}}))(t)
	w.finish(t, must(w.app.RunSuite(asAdmin(t), "s", ""))(t).ID)
	w.rest()
	db, err := sql.Open("sqlite", w.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "DELETE FROM evidences WHERE id = (SELECT MIN(id) FROM evidences)"); err != nil {
		t.Fatal(err)
	}
	got := post(t, w.door, `{results(first: 2) {nodes {evidenceCleared evidenceHash evidence {bodyText} verdict {reason}}}}`, "")
	if got.Errors != nil {
		t.Fatalf("%+v", got.Errors)
	}
	var answer struct {
		Results struct {
			Nodes []struct {
				EvidenceCleared bool
				EvidenceHash    string
				Evidence        *struct{ BodyText string }
				Verdict         struct{ Reason string }
			}
		}
	}
	if err := json.Unmarshal(got.Data, &answer); err != nil {
		t.Fatal(err)
	}
	for i, r := range answer.Results.Nodes {
		oldest := i == len(answer.Results.Nodes)-1
		if r.EvidenceCleared != oldest || (r.Evidence == nil) != oldest || len(r.EvidenceHash) != 64 || strings.Contains(r.Verdict.Reason, "removed after its retention time") != oldest {
			t.Errorf("result %d: %+v", i, r)
		}
	}
	if len(answer.Results.Nodes) != 2 {
		t.Errorf("%d results", len(answer.Results.Nodes))
	}
}
