package app

import "assay/eval"

// Challenge is a challenge as it is given out.
type Challenge struct {
	eval.Challenge
	Line string // to publish or to sign
	URL  string // where to publish it; empty: the agent has no endpoint
}
