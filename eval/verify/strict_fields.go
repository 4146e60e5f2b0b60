package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// field is a field of a struct, as JSON names it.
type field struct {
	name  string
	index []int
	place place
}

func structPlace(t reflect.Type) place {
	fields := fieldsOf(t)
	slices.SortFunc(fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	return func(s *scanner, v reflect.Value) error {
		if s.next() != '{' {
			return s.refuseAs("an object")
		}
		got := 0
		err := s.object(func(key []byte) error {
			if got == len(fields) || string(key) != fields[got].name {
				return fieldError(fields, got, string(key))
			}
			f := fields[got]
			got++
			return f.place(s, v.FieldByIndex(f.index))
		})
		if err == nil && got < len(fields) {
			return fieldError(fields, got, "")
		}
		return err
	}
}

// fieldError says what is wrong where a key stands in place of a field, in the order of names.
func fieldError(fields []field, at int, key string) error {
	if at < len(fields) && (key == "" || slices.ContainsFunc(fields[at:], func(f field) bool { return f.name == key })) {
		return fmt.Errorf("the field %q is missing", fields[at].name)
	}
	return fmt.Errorf("there is no field %q", key)
}

// fieldsOf gives the fields that JSON shows of a struct: its own, and of those it embeds the ones that it does not have.
func fieldsOf(t reflect.Type) (fields []field) {
	var embedded []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			embedded = append(embedded, f)
		case name == "" || name == "-" || options != "" || !f.IsExported():
			panic("verify: the field " + t.String() + "." + f.Name + " is in no export")
		default:
			fields = append(fields, field{name, f.Index, placeOf(f.Type)})
		}
	}
	for _, e := range embedded {
		for _, f := range fieldsOf(e.Type) {
			if !slices.ContainsFunc(fields, func(own field) bool { return own.name == f.name }) {
				f.index = slices.Concat(e.Index, f.index)
				fields = append(fields, f)
			}
		}
	}
	return fields
}
