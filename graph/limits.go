package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"

	"assay/app"
)

// limits bounds what one operation may ask for. They are checked before anything runs, in time that grows with the length of the
// operation and nothing else (see weigh), and whatever is over is TOO_COMPLEX.
type limits struct {
	tokens     int // of the document
	repeats    int // of one name in the document
	complexity int // see weigh
	depth      int // fields within fields
	aliases    int // the six below count what fragments repeat as often as it is repeated
	roots      int // fields of the root type
	mutations  int // the same, of a mutation: each is an entry of the audit log, refused or not
	directives int
}

const (
	maxBody      = 1 << 20 // bytes of a request
	maxTokens    = 2000    // with a credential; the parser stops there
	maxKeptQuery = 8 << 10 // bytes of a document that is worth keeping parsed
	keptQueries  = 500
)

// limitsOf gives a caller's limits: strangers have less.
func limitsOf(p app.Principal) limits {
	l := limits{tokens: 1000, repeats: 200, complexity: 20_000, depth: 16, aliases: 30, roots: 20, mutations: 2, directives: 40}
	if p.Known() {
		l.tokens, l.complexity, l.mutations = maxTokens, 100_000, l.roots
	}
	return l
}

// limiter is the gqlgen extension that holds operations to the limits.
type limiter struct{}

func (limiter) ExtensionName() string                   { return "Limiter" }
func (limiter) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters counts tokens, and how often one name comes: validation compares each field with every other of its name.
func (limiter) MutateOperationParameters(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	most := limitsOf(app.Caller(ctx))
	lex := lexer.New(&ast.Source{Input: params.Query})
	names := map[string]int{}
	for n := 0; ; n++ {
		token, err := lex.ReadToken()
		if err != nil || token.Kind == lexer.EOF {
			return nil // the parser says what is wrong
		}
		if n >= most.tokens {
			return refusal(codeTooComplex, "the document has more than %d tokens", most.tokens)
		}
		if token.Kind != lexer.Name {
			continue
		}
		if names[token.Value]++; names[token.Value] > most.repeats {
			return refusal(codeTooComplex, "the document has one name more than %d times", most.repeats)
		}
	}
}

// MutateOperationContext weighs the parsed and validated operation.
func (limiter) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	most := limitsOf(app.Caller(ctx))
	w := weigh(op)
	for _, c := range []struct {
		what    string
		n, most int
	}{
		{"levels of fields", w.depth, most.depth},
		{"root fields", w.roots, most.roots},
		{"aliases", w.aliases, most.aliases},
		{"directives", w.directives, most.directives},
	} {
		if c.n > c.most {
			return refusal(codeTooComplex, "the operation has %d %s, and at most %d are allowed", c.n, c.what, c.most)
		}
	}
	if op.Operation.Operation == ast.Mutation && w.roots > most.mutations {
		return refusal(codeTooComplex, "the operation has %d mutations, and at most %d are allowed without a credential", w.roots, most.mutations)
	}
	if w.complexity > most.complexity {
		return refusal(codeTooComplex, "the operation has a complexity of %d, and at most %d is allowed: ask for fewer items or fields",
			w.complexity, most.complexity)
	}
	return nil
}
