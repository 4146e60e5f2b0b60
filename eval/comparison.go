package eval

// ComparisonVerdict says whether a paired difference is sure.
type ComparisonVerdict string

// The verdicts.
const (
	BBetter ComparisonVerdict = "B_BETTER" // the interval of b − a lies above 0
	ABetter ComparisonVerdict = "A_BETTER" // it lies below 0
	NotSure ComparisonVerdict = "NOT_SURE" // it holds 0
	NoPairs ComparisonVerdict = "NO_PAIRS" // there is no pair, or only one
)

// Comparison is a paired comparison of two sides. Differences are b − a.
type Comparison struct {
	A, B          ComparisonSide
	Pairs         int
	Difference    *float64 // mean of the paired differences; nil: no pair
	Low, High     *float64 // 95 % interval of it; nil: fewer than two pairs
	Verdict       ComparisonVerdict
	Lost          int // a passed, b did not
	Won           int // b passed, a did not
	BothPassed    int
	NeitherPassed int
	Notes         []string // what keeps the sides from being quite alike
	Tasks         []PairedTask
}

// ComparisonSide is one side of a comparison.
type ComparisonSide struct {
	RunID     string   // empty: several runs
	AgentID   string   // empty: runs are compared
	MeanScore *float64 // over the pairs
	Unpaired  int      // results without a partner
}

// PairedTask is one task on both sides.
type PairedTask struct {
	Task       Task
	SuiteID    string
	AgentID    string // empty: agents are compared
	Position   int
	A, B       Result
	Difference float64
}
