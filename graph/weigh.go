package graph

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"assay/eval"
)

// weight is what a part of an operation asks for.
type weight struct {
	// complexity is the number of fields in the largest answer: a field counts 1 and what is selected below it, a list that many
	// times its items. An item count is what `first` or `last` says (1–100, default 25), or for other lists what listSizes says.
	// Fields that cost a query or more of their own for each parent count dear instead of 1.
	complexity int
	depth      int
	aliases    int
	roots      int
	directives int
}

// ceiling is where sums stop, far above every limit and far from overflow.
const ceiling = math.MaxInt32

const (
	defaultPage = 25
	largestPage = 100
)

// listSizes says how many items a list without `first` is taken to have.
var listSizes = map[string]int{
	"Suite.tasks":                  10,
	"Run.tasks":                    10,
	"RunAgent.results":             10,
	"Run.skipped":                  5,
	"LiveRuns.runs":                10,
	"Evidence.exchanges":           2,
	"Exchange.requestHeaders":      10,
	"Exchange.responseHeaders":     20,
	"Verdict.matches":              3,
	"SuiteFile.suites":             5,
	"SuiteFile.problems":           5,
	"SuiteDraft.tasks":             10,
	"Agent.securitySchemes":        3,
	"CheckedAgent.securitySchemes": 3,
	"AgentRecent.errors":           5,
	"Latency.buckets":              10,
	"Overview.failing":             10,
	"Overview.due":                 10,
	"Activity.hours":               25,
	"Comparison.tasks":             100,
	"Viewer.sessions":              10,
	"Query.workspaces":             10,
	"Query.platformAdmins":         10,
	"Workspace.members":            50,
	"Workspace.invitations":        20,
	"Workspace.keys":               20,
	"Work.events":                  8,
	"Work.approvals":               2,
	"Work.verdicts":                4,
	"Approval.verdicts":            2,
	"EarnedRecord.classes":         7,
	"ScoreExplanation.sources":     10,
	"Receipt.texts":                4,
	"Log.keys":                     3,
	"Operations.jobs":              5,
	"Operations.nodes":             10,
	"Operations.slowAgents":        10,
	"Operations.settings":          40,
}

// dear fields count more than 1: they read more than their parent's row. Evidence holds a few MiB at most, and a body one, which as text
// may take six times that to write: so a stranger gets some 30 bodies of 4 results in one answer.
var dear = map[string]int{
	"Agent.history":     10,
	"Agent.results":     10,
	"Result.previous":   10,
	"Result.next":       10,
	"Suite.versions":    10,
	"Run.agents":        10,
	"Run.results":       10,
	"RunEvent.runAgent": 10,
	"Query.node":        10,
	"Query.nodes":       10,
	"Query.__schema":    1000,

	"Agent.recent":         200, // reads a thousand rows
	"Agent.standings":      500, // reads the boards of a page of suites
	"SuiteVersion.changes": 10,
	"Query.overview":       200,
	"Query.scoreSample":    8000, // a pattern or a file of the caller's own: a second at worst, see app.App.work
	"Query.readSuiteFile":  8000,
	"Query.compareRuns":    4000, // reads two runs whole
	"Query.compareAgents":  2000,

	"ClassScore.explanation":    1000, // reads all outcomes of an agent in a kind of work
	"ScoreExplanation.outcomes": 10,
	"ClassScore.history":        200, // each reads a page of its own: a hundred of them at most in an operation of a stranger
	"Work.verdicts":             5,
	"Approval.verdicts":         5,
	"Receipt.entry":             20,
	"Log.consistency":           20,
	"Log.newest":                10,
	"Log.checkpoints":           10,

	"Result.evidence":           4000,
	"Result.verdict":            1000, // reads the evidence, and scores it again
	"Evidence.body":             500,
	"Evidence.bodyText":         500,
	"Exchange.requestBody":      500,
	"Exchange.requestBodyText":  500,
	"Exchange.responseBody":     500,
	"Exchange.responseBodyText": 500,
}

// weigh adds an operation up. Each fragment is weighed once, however often it is spread: without that memory, thirty fragments that
// each spread the next one twice take a billion steps.
func weigh(op *graphql.OperationContext) weight {
	s := scale{variables: op.Variables, fragments: map[string]weight{}}
	w := s.selections(op.Operation.SelectionSet)
	w.directives = add(w.directives, len(op.Operation.Directives))
	return w
}

type scale struct {
	variables map[string]any
	fragments map[string]weight
	steps     int // selections looked at
}

func (s *scale) selections(set ast.SelectionSet) (sum weight) {
	for _, selection := range set {
		s.steps++
		var w weight
		switch selection := selection.(type) {
		case *ast.Field:
			w = s.field(selection)
		case *ast.InlineFragment:
			w = s.selections(selection.SelectionSet)
			w.directives = add(w.directives, len(selection.Directives))
		case *ast.FragmentSpread:
			w = s.fragment(selection.Definition)
			w.directives = add(w.directives, len(selection.Directives))
		}
		sum.complexity = add(sum.complexity, w.complexity)
		sum.depth = max(sum.depth, w.depth)
		sum.aliases = add(sum.aliases, w.aliases)
		sum.roots = add(sum.roots, w.roots)
		sum.directives = add(sum.directives, w.directives)
	}
	return sum
}

// fragment relies on validation: every spread has a definition, and none leads back to itself.
func (s *scale) fragment(f *ast.FragmentDefinition) weight {
	w, known := s.fragments[f.Name]
	if !known {
		w = s.selections(f.SelectionSet)
		w.directives = add(w.directives, len(f.Directives))
		s.fragments[f.Name] = w
	}
	return w
}

func (s *scale) field(f *ast.Field) weight {
	below := s.selections(f.SelectionSet)
	own := 1
	if n, ok := dear[place(f)]; ok {
		own = n
	}
	w := weight{
		complexity: add(own, multiply(s.items(f), below.complexity)),
		depth:      below.depth + 1,
		aliases:    below.aliases,
		roots:      1,
		directives: add(below.directives, len(f.Directives)),
	}
	if f.Alias != f.Name {
		w.aliases = add(w.aliases, 1)
	}
	return w
}

// items is how often what is selected below a field can be answered.
func (s *scale) items(f *ast.Field) int {
	switch {
	case f.Definition == nil: // __typename
		return 1
	case place(f) == "Query.nodes":
		return s.length(f.Arguments.ForName("ids"))
	case f.Definition.Arguments.ForName("first") != nil:
		return max(s.page(f, "first"), s.page(f, "last"))
	case f.Definition.Arguments.ForName("days") != nil:
		return points(s.days(f))
	case f.Definition.Type.Elem != nil:
		return max(1, listSizes[place(f)])
	}
	return 1
}

// page reads `first` or `last`: what is given, else the schema's default, else defaultPage. Too large a number is for the use case
// to refuse.
func (s *scale) page(f *ast.Field, name string) int {
	definition := f.Definition.Arguments.ForName(name)
	argument := f.Arguments.ForName(name)
	switch {
	case argument != nil:
		return clamp(s.value(argument.Value))
	case definition != nil && definition.DefaultValue != nil:
		return clamp(s.value(definition.DefaultValue))
	case name == "first" && f.Arguments.ForName("last") == nil:
		return defaultPage
	}
	return 0
}

// days reads `days`: what is given, else the schema's default, within bounds.
func (s *scale) days(f *ast.Field) int {
	given := f.Definition.Arguments.ForName("days").DefaultValue
	if argument := f.Arguments.ForName("days"); argument != nil {
		given = argument.Value
	}
	return min(max(clamp(s.value(given)), 1), eval.MaxTrendDays)
}

// points is how many a trend of so many days can have: see eval.TrendSpan.
func points(days int) int {
	if days <= eval.HourlyDays {
		return 24 * days
	}
	return days
}

func (s *scale) value(v *ast.Value) any {
	if v.Kind == ast.Variable {
		return s.variables[v.Raw]
	}
	return v.Raw
}

func (s *scale) length(a *ast.Argument) int {
	if a == nil {
		return 0
	}
	if ids, ok := s.value(a.Value).([]any); ok {
		return len(ids)
	}
	return max(1, len(a.Value.Children))
}

// clamp gives a page size within bounds; for what is no number, the default.
func clamp(v any) int {
	n := int64(defaultPage)
	switch v := v.(type) {
	case int:
		n = int64(v)
	case int64:
		n = v
	case json.Number:
		n, _ = v.Int64()
	case string:
		if parsed, err := strconv.ParseInt(v, 10, 64); err == nil {
			n = parsed
		}
	}
	return int(min(max(n, 0), largestPage))
}

func place(f *ast.Field) string {
	if f.ObjectDefinition == nil {
		return f.Name
	}
	return f.ObjectDefinition.Name + "." + f.Name
}

func add(a, b int) int { return min(a+b, ceiling) }

func multiply(a, b int) int {
	if b > 0 && a > ceiling/b {
		return ceiling
	}
	return a * b
}
