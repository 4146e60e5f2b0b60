// Package relay turns pages into Relay connections: edges, nodes, page info, and a total that is counted only when it is asked for.
package relay

import (
	"context"

	"assay/app"
	"assay/eval"
)

// Node is anything with an id that `node` can find again. The eval nouns know nothing of GraphQL, hence no methods.
type Node any

// PageInfo says where a page stands in its connection.
type PageInfo struct {
	HasNextPage     bool
	HasPreviousPage bool
	StartCursor     *string
	EndCursor       *string
}

// Edge is one item of a page and the cursor that stands at it.
type Edge[T any] struct {
	Cursor string
	Node   T
}

// Connection is a page in Relay's form.
type Connection[T any] struct {
	Edges    []Edge[T]
	Nodes    []T
	PageInfo PageInfo

	total func(context.Context) (int, error)
}

// TotalCount counts the whole list. It is a query of its own, so it runs only when the field is selected.
func (c *Connection[T]) TotalCount(ctx context.Context) (int, error) { return c.total(ctx) }

// Connect gives a page its Relay form.
func Connect[T any](page eval.Page[T]) *Connection[T] {
	c := &Connection[T]{
		Edges:    make([]Edge[T], len(page.Items)),
		Nodes:    page.Items,
		PageInfo: PageInfo{HasNextPage: page.HasNext, HasPreviousPage: page.HasPrevious},
		total:    page.Total,
	}
	if c.Nodes == nil {
		c.Nodes = []T{}
	}
	for i, item := range page.Items {
		c.Edges[i] = Edge[T]{Cursor: page.Cursors[i], Node: item}
	}
	if n := len(page.Cursors); n > 0 {
		c.PageInfo.StartCursor, c.PageInfo.EndCursor = &page.Cursors[0], &page.Cursors[n-1]
	}
	return c
}

// Args binds the four paging arguments; one left out is zero. The use case judges them.
func Args(first *int, after *string, last *int, before *string) eval.PageArgs {
	return eval.PageArgs{First: first, After: or(after), Last: last, Before: or(before)}
}

func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

type (
	// AgentConnection is a page of agents.
	AgentConnection = Connection[eval.Agent]
	// AgentEdge is an agent in a page.
	AgentEdge = Edge[eval.Agent]
	// SuiteConnection is a page of suites.
	SuiteConnection = Connection[eval.Suite]
	// SuiteEdge is a suite in a page.
	SuiteEdge = Edge[eval.Suite]
	// RunConnection is a page of runs.
	RunConnection = Connection[eval.Run]
	// RunEdge is a run in a page.
	RunEdge = Edge[eval.Run]
	// RunAgentConnection is a page of agents' parts of a run.
	RunAgentConnection = Connection[eval.RunAgent]
	// RunAgentEdge is an agent's part in a page.
	RunAgentEdge = Edge[eval.RunAgent]
	// ResultConnection is a page of results.
	ResultConnection = Connection[eval.Result]
	// ResultEdge is a result in a page.
	ResultEdge = Edge[eval.Result]
	// AuditConnection is a page of the audit log.
	AuditConnection = Connection[eval.AuditEntry]
	// AuditEdge is an entry of the audit log in a page.
	AuditEdge = Edge[eval.AuditEntry]
	// LeaderboardConnection is a page of standings.
	LeaderboardConnection = Connection[eval.Standing]
	// LeaderboardEdge is a standing in a page.
	LeaderboardEdge = Edge[eval.Standing]
	// WorkConnection is a page of work.
	WorkConnection = Connection[eval.Work]
	// WorkEdge is work in a page.
	WorkEdge = Edge[eval.Work]
	// ApprovalConnection is a page of approvals.
	ApprovalConnection = Connection[eval.Approval]
	// ApprovalEdge is an approval in a page.
	ApprovalEdge = Edge[eval.Approval]
	// CountedOutcomeConnection is a page of outcomes in a score.
	CountedOutcomeConnection = Connection[app.CountedOutcome]
	// CountedOutcomeEdge is an outcome in a page.
	CountedOutcomeEdge = Edge[app.CountedOutcome]
)
