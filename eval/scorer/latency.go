package scorer

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"assay/eval"
)

// number is what a threshold looks like. Fifteen digits are exact in a float64 and more milliseconds than anyone waits.
var number = regexp.MustCompile(`^[0-9]{1,15}(\.[0-9]{1,15})?$`)

func scoreLatency(expected string, latencyMS int64) eval.Verdict {
	limit, err := threshold(expected)
	if err != nil {
		return malformed(err)
	}
	if float64(latencyMS) <= limit {
		return pass("The answer came after %d ms, at or under %s ms.", latencyMS, strings.TrimSpace(expected))
	}
	return fail("The answer came after %d ms, over %s ms.", latencyMS, strings.TrimSpace(expected))
}

// threshold reads a number of milliseconds, or says in words what is wrong with it.
func threshold(expected string) (float64, error) {
	s := strings.TrimSpace(strings.TrimPrefix(expected, bom))
	if s == "" {
		return 0, errors.New("the threshold is missing; it is a number of milliseconds, such as 250")
	}
	if !number.MatchString(s) {
		return 0, fmt.Errorf("the threshold %s is not a number of milliseconds, such as 250 or 0.5 (no sign, no exponent)", quote(s))
	}
	return strconv.ParseFloat(s, 64)
}
