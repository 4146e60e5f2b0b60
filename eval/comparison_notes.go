package eval

import (
	"fmt"
	"slices"
	"strings"
)

// notesShown is how many notes of one kind a comparison has; the rest are counted.
const notesShown = 10

// runNotes says what keeps two runs from being quite alike. alike are the tasks that both define alike.
func runNotes(a, b MeasuredRun, alike map[string]int) []string {
	notes := []string{}
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	switch {
	case a.Run.ID == b.Run.ID:
		note("a and b are the same run.")
	case a.Run.SuiteID != b.Run.SuiteID:
		note("The runs are of different suites, a of %s and b of %s: nothing is paired.", shownWord(a.Run.SuiteKey), shownWord(b.Run.SuiteKey))
	case a.TaskType != b.TaskType:
		note("Tasks are delivered as %s in a and as %s in b: nothing is paired.", a.TaskType, b.TaskType)
	case a.Run.Version != b.Run.Version:
		note("a ran version %d of the suite, b version %d.", a.Run.Version, b.Run.Version)
	}
	for i, r := range []Run{a.Run, b.Run} {
		notes = append(notes, stateNotes(string(rune('a'+i)), r)...)
	}
	if a.Run.SuiteID == b.Run.SuiteID && a.TaskType == b.TaskType {
		notes = append(notes, taskNotes(a.Tasks, b.Tasks, alike)...)
	}
	if a.Run.SuiteID == b.Run.SuiteID {
		notes = append(notes, agentsOfRuns(a.Results, b.Results)...)
	}
	notes = append(notes, uncountedNote("a", a.Results)...)
	return append(notes, uncountedNote("b", b.Results)...)
}

func stateNotes(side string, r Run) (notes []string) {
	switch r.Status {
	case RunCompleted:
	case RunCancelled:
		notes = append(notes, side+" was cancelled: not every task was tried.")
	case RunFailed:
		notes = append(notes, side+" failed: the examiner could measure nothing.")
	default:
		notes = append(notes, fmt.Sprintf("%s is not over: it is %s, and more results will come.", side, strings.ToLower(string(r.Status))))
	}
	if r.Trial {
		notes = append(notes, side+" is a trial, outside the public record.")
	}
	return notes
}

func taskNotes(a, b []Task, alike map[string]int) []string {
	was, is := tasksByID(a), tasksByID(b)
	var changed, weighed, onlyA, onlyB []string
	for _, t := range b {
		old, ok := was[t.ID]
		switch _, same := alike[t.ID]; {
		case !ok:
			onlyB = append(onlyB, "Task "+taskName(t)+" is only in b.")
		case !same:
			changed = append(changed, fmt.Sprintf("Task %s is left out: in b it has another %s.", taskName(t), strings.Join(differing(old, t), " and another ")))
		case old.Weight != t.Weight:
			weighed = append(weighed, fmt.Sprintf("Task %s weighs %s in a and %s in b; here every pair counts alike.", taskName(t), number(old.Weight), number(t.Weight)))
		}
	}
	for _, t := range a {
		if _, ok := is[t.ID]; !ok {
			onlyA = append(onlyA, "Task "+taskName(t)+" is only in a.")
		}
	}
	return slices.Concat(few(changed, "tasks"), few(weighed, "tasks"), few(onlyA, "tasks"), few(onlyB, "tasks"))
}

// differing names what two tasks measure differently.
func differing(a, b Task) (fields []string) {
	if a.Scorer != b.Scorer {
		fields = append(fields, "scorer")
	}
	if a.Input != b.Input {
		fields = append(fields, "input")
	}
	if a.Expected != b.Expected {
		fields = append(fields, "expected text")
	}
	return fields
}

// agentsOfRuns says which agents only one run measured, and which were other ones than before.
func agentsOfRuns(a, b []Result) []string {
	was, is := fingerprints(a), fingerprints(b)
	var changed, onlyA, onlyB []string
	for did, f := range is {
		old, ok := was[did]
		switch {
		case !ok:
			onlyB = append(onlyB, did+" was measured only in b.")
		case old != f:
			changed = append(changed, did+" has another fingerprint in b: its card, protocol version or endpoint changed.")
		}
	}
	for did := range was {
		if _, ok := is[did]; !ok {
			onlyA = append(onlyA, did+" was measured only in a.")
		}
	}
	for _, list := range [][]string{changed, onlyA, onlyB} {
		slices.Sort(list)
	}
	return slices.Concat(few(changed, "agents"), few(onlyA, "agents"), few(onlyB, "agents"))
}

// fingerprints gives those of each agent's results with a score, by DID; of several (a card that changed in the middle) all.
func fingerprints(results []Result) map[string]string {
	seen := map[string][]string{}
	for _, r := range results {
		if r.Score != nil && !slices.Contains(seen[r.AgentDID], r.Fingerprint) {
			seen[r.AgentDID] = append(seen[r.AgentDID], r.Fingerprint)
		}
	}
	out := make(map[string]string, len(seen))
	for did, list := range seen {
		slices.Sort(list)
		out[did] = strings.Join(list, " ")
	}
	return out
}

func uncountedNote(side string, results []Result) []string {
	n := 0
	for _, r := range results {
		if r.Score == nil {
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 result of " + side + " has no score (cancelled, or the examiner's fault) and is left out."}
	}
	return []string{fmt.Sprintf("%d results of %s have no score (cancelled, or the examiner's fault) and are left out.", n, side)}
}

// agentNotes says what to know of the runs that two agents are compared on.
func agentNotes(a, b string, runs []MeasuredRun) []string {
	notes := []string{}
	if a == b {
		notes = append(notes, "a and b are the same agent.")
	}
	if len(runs) == 0 {
		notes = append(notes, "No recent run measured both.")
	}
	var cancelled []string
	var resultsA, resultsB []Result
	for _, m := range runs {
		if m.Run.Status == RunCancelled {
			cancelled = append(cancelled, "The run of "+shownWord(m.Run.SuiteKey)+" was cancelled: not every task was tried.")
		}
		for _, r := range m.Results {
			if r.AgentID == a {
				resultsA = append(resultsA, r)
			}
			if r.AgentID == b {
				resultsB = append(resultsB, r)
			}
		}
	}
	slices.Sort(cancelled)
	notes = append(notes, few(cancelled, "suites")...)
	notes = append(notes, uncountedNote("a", resultsA)...)
	return append(notes, uncountedNote("b", resultsB)...)
}

// few keeps a list of notes short.
func few(notes []string, things string) []string {
	if len(notes) <= notesShown {
		return notes
	}
	return append(notes[:notesShown:notesShown], fmt.Sprintf("The same is true of %d more %s.", len(notes)-notesShown, things))
}
