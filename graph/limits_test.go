package graph

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// operation parses and validates, as the executor does before it asks the limiter.
func operation(t *testing.T, document string, variables map[string]any) *graphql.OperationContext {
	t.Helper()
	doc, errs := gqlparser.LoadQueryWithRules(schema(), document, rules.NewDefaultRules())
	if errs != nil {
		t.Fatalf("%s: %v", document, errs)
	}
	return &graphql.OperationContext{Doc: doc, Operation: doc.Operations[0], Variables: variables}
}

func TestWeigh(t *testing.T) {
	for _, c := range []struct {
		document  string
		variables map[string]any
		want      weight
	}{
		{`{viewer{admin}}`, nil, weight{complexity: 2, depth: 2, roots: 1}},
		{`{a:viewer{b:admin} viewer{admin __typename}}`, nil, weight{complexity: 5, depth: 2, roots: 2, aliases: 2}},
		{`{viewer @include(if:true) {... @skip(if:false) {admin}}}`, nil, weight{complexity: 2, depth: 2, roots: 1, directives: 2}},
		// a page is its size times what is below
		{`{suites(first:3){nodes{key}}}`, nil, weight{complexity: 1 + 3*2, depth: 3, roots: 1}},
		{`{suites(last:4){totalCount edges{cursor node{key}}}}`, nil, weight{complexity: 1 + 4*5, depth: 4, roots: 1}},
		{`{suites{nodes{key}}}`, nil, weight{complexity: 1 + 25*2, depth: 3, roots: 1}},
		{`{suites(first:null){nodes{key}}}`, nil, weight{complexity: 1 + 25*2, depth: 3, roots: 1}},
		{`{suites(first:1000){nodes{key}}}`, nil, weight{complexity: 1 + 100*2, depth: 3, roots: 1}},
		{`{suites(first:-1){nodes{key}}}`, nil, weight{complexity: 1, depth: 3, roots: 1}},
		{`query($n:Int){suites(first:$n){nodes{key}}}`, map[string]any{"n": int64(7)}, weight{complexity: 1 + 7*2, depth: 3, roots: 1}},
		{`query($n:Int){suites(first:$n){nodes{key}}}`, map[string]any{"n": json.Number("7")}, weight{complexity: 1 + 7*2, depth: 3, roots: 1}},
		{`query($n:Int){suites(first:$n){nodes{key}}}`, nil, weight{complexity: 1 + 25*2, depth: 3, roots: 1}},
		// the schema's default, a list without pages, a page in a page
		{`{agent(did:"d"){history{at}}}`, nil, weight{complexity: 1 + 10 + 20, depth: 3, roots: 1}},
		{`{suite(key:"k"){tasks{name}}}`, nil, weight{complexity: 1 + 1 + 10, depth: 3, roots: 1}},
		{`{runs(first:2){nodes{results(first:5){nodes{score}}}}}`, nil, weight{complexity: 1 + 2*(1+10+5*2), depth: 5, roots: 1}},
		{`{node(id:"a"){... on Run{id}}}`, nil, weight{complexity: 10 + 1, depth: 2, roots: 1}},
		{`{nodes(ids:["a","b","c"]){id}}`, nil, weight{complexity: 10 + 3, depth: 2, roots: 1}},
		{`query($i:[ID!]!){nodes(ids:$i){id}}`, map[string]any{"i": []any{"a", "b"}}, weight{complexity: 10 + 2, depth: 2, roots: 1}},
		// a trend has a point a day, or an hour
		{`{suite(key:"k"){trend{at}}}`, nil, weight{complexity: 1 + 1 + 30, depth: 3, roots: 1}},
		{`{suite(key:"k"){trend(days:2){at}}}`, nil, weight{complexity: 1 + 1 + 48, depth: 3, roots: 1}},
		{`{suite(key:"k"){trend(days:1000){at}}}`, nil, weight{complexity: 1 + 1 + 90, depth: 3, roots: 1}},
		{`{suite(key:"k"){trend(days:-5){at}}}`, nil, weight{complexity: 1 + 1 + 24, depth: 3, roots: 1}},
		{`query($n:Int){leaderboard(first:2){nodes{trend(days:$n){at}}}}`, map[string]any{"n": int64(7)}, weight{complexity: 1 + 2*(1+1+7), depth: 4, roots: 1}},
		// each history is a query of its own: of a stranger's 20,000 a hundred fit
		{`{agents(first:14){nodes{earned{classes{history(first:1){score}}}}}}`, nil, weight{complexity: 1 + 14*(1+1+1+7*(200+1)), depth: 6, roots: 1}},
		// what a stranger has worked out counts for each alias: two fit into their limit
		{`{a:scoreSample(input:{scorer:REGEX,expected:"x"}){score} b:scoreSample(input:{scorer:REGEX,expected:"y"}){score}}`, nil,
			weight{complexity: 2 * 8001, depth: 2, roots: 2, aliases: 2}},
		// a fragment counts wherever it is spread
		{`{...f @skip(if:false) a:viewer{admin}} fragment f on Query {...g ...g} fragment g on Query {viewer{admin}}`, nil,
			weight{complexity: 6, depth: 2, roots: 3, aliases: 1, directives: 1}},
	} {
		if got := weigh(operation(t, c.document, c.variables)); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.document, got, c.want)
		}
	}
}

// TestEveryListHasASize keeps a list of objects from being weighed as if it had one item.
func TestEveryListHasASize(t *testing.T) {
	unused := map[string]bool{}
	for place := range listSizes {
		unused[place] = true
	}
	for _, definition := range schema().Types {
		if definition.BuiltIn || definition.Kind != ast.Object || strings.HasSuffix(definition.Name, "Connection") {
			continue // a connection's items are counted by the field that gives the connection
		}
		for _, f := range definition.Fields {
			place := definition.Name + "." + f.Name
			delete(unused, place)
			item := schema().Types[f.Type.Name()]
			connection := strings.HasSuffix(item.Name, "Connection")
			list := f.Type.Elem != nil && !item.IsLeafType() && f.Name != "userErrors" && place != "Query.nodes"
			paged := f.Arguments.ForName("first") != nil || f.Arguments.ForName("days") != nil
			if (connection || list && listSizes[place] == 0) && !paged {
				t.Errorf("%s is a list: give it `first` or `days`, or an entry in listSizes", place)
			}
		}
	}
	for place := range unused {
		t.Errorf("listSizes has %s, and the schema does not", place)
	}
	for place := range dear {
		if object, field, _ := strings.Cut(place, "."); field != "__schema" && schema().Types[object].Fields.ForName(field) == nil {
			t.Errorf("dear has %s, and the schema does not", place)
		}
	}
}

// bomb is a document whose last fragment is spread 2ⁿ times.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString("{viewer{...a0}}")
	for i := range n {
		fmt.Fprintf(&b, "fragment a%d on Viewer{...a%d...a%d}", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "fragment a%d on Viewer{admin}", n)
	return b.String()
}

func TestFragmentBombIsWeighedOnce(t *testing.T) {
	document := bomb(30)
	if len(document) > 1300 {
		t.Fatalf("%d bytes", len(document))
	}
	op := operation(t, document, nil)
	s := scale{variables: op.Variables, fragments: map[string]weight{}}
	if w := s.selections(op.Operation.SelectionSet); w.complexity != 1<<30+1 {
		t.Errorf("complexity %d", w.complexity)
	}
	if want := 2 + 2*30 + 1; s.steps != want {
		t.Errorf("%d steps, want one for each of the %d selections written down", s.steps, want)
	}
}

func TestLimits(t *testing.T) {
	door := newFake().door(Options{})
	repeat := func(n int, text string) string { // with the number in place of #
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	tokens := func(n int) string { return `{nodes(ids:[` + repeat(n-12, `"" `) + `]){id}}` }
	deep := func(n int) string { // n levels of fields
		return `{node(id:"nothing"){...on Run` + strings.Repeat("{suite{lastRun", (n-2)/2) + "{id" + strings.Repeat("}}", (n-2)/2) + "}}}"
	}
	ofResults := func(first int, fields string) string {
		return fmt.Sprintf(`{node(id:"nothing"){...on Run{results(first:%d){nodes{%s}}}}}`, first, fields)
	}
	for _, c := range []struct {
		what       string
		allowed    string
		tooMuch    string
		credential string
	}{
		{"tokens", tokens(1000), tokens(1001), ""},
		{"tokens", tokens(2000), tokens(2001), "Bearer admin"},
		{"one name", "{viewer{" + repeat(200, "admin ") + "}}", "{viewer{" + repeat(201, "admin ") + "}}", "Bearer admin"},
		{"levels of fields", deep(16), deep(18), ""},
		{"aliases", "{" + repeat(15, "a#:viewer{b:admin}") + "}", "{" + repeat(15, "a#:viewer{b:admin}") + "viewer{b:admin}}", ""},
		{"root fields", "{" + repeat(20, "a#:viewer{admin}") + "}", "{" + repeat(21, "a#:viewer{admin}") + "}", ""},
		{"mutations", "mutation{" + repeat(2, "a#:cancelRun(input:{runId:\"INVALID\"}){userErrors{code}}") + "}", "mutation{" + repeat(3, "a#:cancelRun(input:{runId:\"INVALID\"}){userErrors{code}}") + "}", ""},
		{"root fields", "mutation{" + repeat(20, "a#:cancelRun(input:{runId:\"INVALID\"}){userErrors{code}}") + "}", "mutation{" + repeat(21, "a#:cancelRun(input:{runId:\"INVALID\"}){userErrors{code}}") + "}", "Bearer admin"},
		{"directives", "{" + repeat(10, "viewer@skip(if:false){"+repeat(3, "admin@skip(if:false)")+"}") + "}",
			"{" + repeat(10, "viewer@skip(if:false){"+repeat(4, "admin@skip(if:false)")+"}") + "}", ""},
		{"complexity", ofResults(100, "run{results(first:93){nodes{id}}}"), ofResults(100, "run{results(first:95){nodes{id}}}"), ""},
		{"complexity", ofResults(4, "evidence{body}"), ofResults(5, "evidence{body}"), ""},
		{"complexity", ofResults(19, "verdict{reason}"), ofResults(20, "verdict{reason}"), ""},
		{"complexity", ofResults(1, "evidence{body}"), ofResults(100, "evidence{body bodyText exchanges{responseBody}}"), "Bearer admin"},
		{"complexity", ofResults(1, "evidence{"+repeat(20, "a#:bodyText ")+"}"), ofResults(2, "evidence{"+repeat(20, "a#:bodyText ")+"}"), ""},
		{"complexity", "{viewer{admin}}", bomb(30), ""},
		{"complexity", "{viewer{admin}}", bomb(30), "Bearer admin"},
	} {
		if got := post(t, door, c.allowed, c.credential); got.Errors != nil {
			t.Errorf("%s, at the limit: %+v", c.what, got.Errors)
		}
		got := post(t, door, c.tooMuch, c.credential)
		if len(got.Errors) != 1 || got.Errors[0].Extensions["code"] != codeTooComplex || !strings.Contains(got.Errors[0].Message, c.what) {
			t.Errorf("%s, over the limit: %+v", c.what, got)
		}
	}
}

func TestIntrospectionIsAllowed(t *testing.T) {
	got := post(t, newFake().door(Options{}), introspectionQuery, "")
	if got.Errors != nil || len(got.Data) < 10_000 {
		t.Errorf("errors %v, %d bytes", got.Errors, len(got.Data))
	}
	if diff := cmp.Diff([]any{"include", "skip", "deprecated", "specifiedBy", "oneOf"}, directiveNames(t, got.Data),
		cmp.Transformer("set", func(names []any) map[any]bool {
			set := map[any]bool{}
			for _, n := range names {
				set[n] = true
			}
			return set
		})); diff != "" {
		t.Errorf("directives (-want +got): %s", diff)
	}
}

func directiveNames(t *testing.T, data json.RawMessage) (names []any) {
	t.Helper()
	var answer struct {
		Schema struct {
			Directives []struct{ Name string }
		} `json:"__schema"`
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatal(err)
	}
	for _, d := range answer.Schema.Directives {
		names = append(names, d.Name)
	}
	return names
}

type answer struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions map[string]any
	}
}

func post(t *testing.T, door http.Handler, document, credential string) answer {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": document})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", credential)
	w := httptest.NewRecorder()
	door.ServeHTTP(w, r)
	var a answer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	return a
}

// introspectionQuery is what graphql-js 16 asks (getIntrospectionQuery, all options on).
const introspectionQuery = `query IntrospectionQuery { __schema { description queryType { name kind } mutationType { name kind }
subscriptionType { name kind } types { ...FullType } directives { name description isRepeatable locations
args(includeDeprecated: true) { ...InputValue } } } }
fragment FullType on __Type { kind name description specifiedByURL isOneOf
fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated
deprecationReason } inputFields(includeDeprecated: true) { ...InputValue } interfaces { ...TypeRef }
enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }`
