package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// readers check a text of the format that they stand under.
var readers = map[string]func(text []byte, keys []string) (Report, error){
	ScoreFormat: func(text []byte, keys []string) (Report, error) {
		e, err := ReadScore(text)
		if err != nil {
			return Report{}, err
		}
		return Score(e, keys...), nil
	},
	ResultsFormat: func(text []byte, keys []string) (Report, error) {
		e, err := ReadResults(text)
		if err != nil {
			return Report{}, err
		}
		return Results(e, keys...), nil
	},
}

// Any checks an export of whatever kind its field format names. An error means that it cannot be read.
func Any(text []byte, keys ...string) (Report, error) {
	var e struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return Report{}, fmt.Errorf("it is no JSON that could be an export: %w", err)
	}
	read := readers[e.Format]
	if read == nil {
		return Report{}, fmt.Errorf("its format is %q; %s can be read", e.Format, strings.Join(slices.Sorted(maps.Keys(readers)), ", "))
	}
	return read(text, keys)
}
