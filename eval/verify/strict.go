package verify

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"sync"
)

// strict reads canonical JSON into a value that must have a place for each field and get each. It goes over the text once, and takes exactly
// what encoding/json would write of the value in canonical form. Raw parts of the value are parts of the text; what was in the value before is
// overwritten, or kept where it says the same, maps too, so that reading many of a kind into one value is cheap.
func strict(text []byte, into any) error {
	v := reflect.ValueOf(into).Elem()
	s := scanner{text: text}
	if err := placeOf(v.Type())(&s, v); err != nil {
		return err
	}
	return s.end()
}

// place reads a value of its type.
type place func(s *scanner, v reflect.Value) error

var places sync.Map // place by reflect.Type

// placeOf gives the place for a type, made when it is first asked for. It panics for a type that exports do not have.
func placeOf(t reflect.Type) place {
	if p, ok := places.Load(t); ok {
		return p.(place)
	}
	p := makePlace(t)
	places.Store(t, p)
	return p
}

func makePlace(t reflect.Type) place {
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return rawPlace
	case t == reflect.TypeFor[[]byte]():
		return bytesPlace
	case t == reflect.TypeFor[map[string]string]():
		return mapPlace[string]
	case t == reflect.TypeFor[map[string]Text]():
		return mapPlace[Text]
	}
	switch t.Kind() {
	case reflect.String:
		return stringPlace
	case reflect.Bool:
		return boolPlace
	case reflect.Int, reflect.Int64:
		return intPlace
	case reflect.Float64:
		return floatPlace
	case reflect.Pointer:
		return pointerPlace(t)
	case reflect.Slice:
		return slicePlace(t)
	case reflect.Array:
		return arrayPlace(t)
	case reflect.Struct:
		return structPlace(t)
	default:
		panic("verify: no export has a " + t.String())
	}
}

// refuseAs says that another kind of value is needed, unless what is there is not canonical.
func (s *scanner) refuseAs(what string) error {
	at := s.at
	if err := s.value(); err != nil {
		return err
	}
	return fmt.Errorf("%.40s, from byte %d on, is not %s", s.text[at:s.at], at, what)
}

// rawPlace keeps a part of the text, which is canonical as the text is.
func rawPlace(s *scanner, v reflect.Value) error {
	start := s.at
	if err := s.value(); err != nil {
		return err
	}
	v.SetBytes(s.text[start:s.at:s.at])
	return nil
}

func bytesPlace(s *scanner, v reflect.Value) error {
	if s.word("null") {
		v.SetBytes(nil)
		return nil
	}
	if s.next() != '"' {
		return s.refuseAs("base64")
	}
	start := s.at
	inside, _, err := s.quoted()
	if err != nil {
		return err
	}
	b := make([]byte, base64.StdEncoding.DecodedLen(len(inside)))
	n, err := base64.StdEncoding.Strict().Decode(b, inside)
	if err != nil { // line breaks, which Decode would skip, are escaped in a string, and there is no \ in base64
		s.at = start
		return s.refuseAs("base64")
	}
	v.SetBytes(b[:n])
	return nil
}

func stringPlace(s *scanner, v reflect.Value) error {
	if s.next() != '"' {
		return s.refuseAs("a string")
	}
	inside, escaped, err := s.quoted()
	if err != nil {
		return err
	}
	if escaped {
		v.SetString(string(unescaped(inside)))
	} else if v.String() != string(inside) {
		v.SetString(string(inside))
	}
	return nil
}

func boolPlace(s *scanner, v reflect.Value) error {
	is := s.word("true")
	if !is && !s.word("false") {
		return s.refuseAs("true or false")
	}
	v.SetBool(is)
	return nil
}

func intPlace(s *scanner, v reflect.Value) error {
	start := s.at
	if c := s.next(); c == '-' || '0' <= c && c <= '9' {
		digits, err := s.number()
		if err != nil {
			return err
		}
		if n, err := strconv.ParseInt(string(digits), 10, v.Type().Bits()); err == nil {
			v.SetInt(n)
			return nil
		}
		s.at = start
	}
	return s.refuseAs("a whole number")
}

func floatPlace(s *scanner, v reflect.Value) error {
	if c := s.next(); c != '-' && (c < '0' || c > '9') {
		return s.refuseAs("a number")
	}
	digits, err := s.number()
	if err != nil {
		return err
	}
	f, err := strconv.ParseFloat(string(digits), 64)
	v.SetFloat(f)
	return err
}

func pointerPlace(t reflect.Type) place {
	to := placeOf(t.Elem())
	return func(s *scanner, v reflect.Value) error {
		if s.word("null") {
			v.SetZero()
			return nil
		}
		v.Set(reflect.New(t.Elem()))
		return to(s, v.Elem())
	}
}

func slicePlace(t reflect.Type) place {
	of := placeOf(t.Elem())
	return func(s *scanner, v reflect.Value) error {
		if s.word("null") {
			v.SetZero()
			return nil
		}
		if s.next() != '[' {
			return s.refuseAs("a list")
		}
		v.Set(reflect.MakeSlice(t, 0, 0))
		return s.array(func() error {
			n := v.Len()
			if n == v.Cap() {
				v.Grow(n + 4)
			}
			v.SetLen(n + 1)
			return of(s, v.Index(n))
		})
	}
}

func arrayPlace(t reflect.Type) place {
	of := placeOf(t.Elem())
	return func(s *scanner, v reflect.Value) error {
		start, n := s.at, 0
		needed := fmt.Sprintf("a list of %d", t.Len())
		if s.next() != '[' {
			return s.refuseAs(needed)
		}
		err := s.array(func() error {
			if n++; n > t.Len() {
				return s.value()
			}
			return of(s, v.Index(n-1))
		})
		if err == nil && n != t.Len() {
			s.at = start
			return s.refuseAs(needed)
		}
		return err
	}
}

func mapPlace[V any](s *scanner, v reflect.Value) error {
	m := v.Addr().Interface().(*map[string]V)
	if s.word("null") {
		*m = nil
		return nil
	}
	if s.next() != '{' {
		return s.refuseAs("an object")
	}
	if *m == nil {
		*m = map[string]V{}
	}
	clear(*m)
	of := placeOf(v.Type().Elem())
	return s.object(func(key []byte) error {
		var value V
		if err := of(s, reflect.ValueOf(&value).Elem()); err != nil {
			return err
		}
		(*m)[string(unescaped(key))] = value
		return nil
	})
}
