package verify

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// readers check a text of the format that they stand under.
var readers = map[string]func(text []byte, keys []string) (Report, error){
	ScoreFormat: func(text []byte, keys []string) (Report, error) { return CheckScore(text, keys...) },
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
	format, err := formatOf(text)
	if err != nil {
		return Report{}, err
	}
	read := readers[format]
	if read == nil {
		return Report{}, fmt.Errorf("its format is %q; %s can be read", format, strings.Join(slices.Sorted(maps.Keys(readers)), ", "))
	}
	return read(text, keys)
}

// formatOf reads the field format, as far as which the text must be canonical; empty: there is none. What is long in an export comes after it.
func formatOf(text []byte) (format string, err error) {
	s, found := scanner{text: text}, errors.New("found")
	err = s.object(func(key []byte) error {
		if string(key) != "format" {
			return s.value()
		}
		if err := stringPlace(&s, reflect.ValueOf(&format).Elem()); err != nil {
			return fmt.Errorf("its format: %w", err)
		}
		return found
	})
	if errors.Is(err, found) {
		err = nil
	}
	return format, err
}
