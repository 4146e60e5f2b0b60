package eval

// Verdict is a scorer's decision and why.
type Verdict struct {
	Score   float64 // in [0, 1]
	Passed  bool
	Reason  string      // one sentence
	Matches []ByteRange // ranges of the body that decided, in order
}

// ByteRange is bytes Start..End-1 of a body.
type ByteRange struct {
	Start, End int
}
