package main

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"assay/app"
)

// setting is one thing that can be set by an environment variable and by the flag of the same name; the flag wins. An empty variable
// counts as unset.
type setting struct {
	env     string
	initial string              // the value when neither is given, in the same spelling
	about   string              // one line for people
	set     func(string) error  // takes the value; its error says what would be right
	isTruth bool                // the flag alone means true
	secret  bool                // its value is shown to nobody
	show    func(string) string // the value as it may be shown; nil: as it is

	value string // what resolving found
}

// flag is the name of a setting's flag: ASSAY_TASK_TIMEOUT → task-timeout, EVALS_ENABLED → evals-enabled.
func (s setting) flag() string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(s.env, "ASSAY_")), "_", "-")
}

// spelling is a flag's value as it was typed.
type spelling struct{ value, kind string }

func (v *spelling) String() string     { return v.value }
func (v *spelling) Set(s string) error { v.value = s; return nil }
func (v *spelling) Type() string       { return v.kind }

// declare gives a command the flags of settings. The function it returns reads flags and environment, and fails on the first value
// that is not right.
func declare(cmd *cobra.Command, env func(string) string, settings []setting) (resolve func() error) {
	flags := cmd.Flags()
	flags.SortFlags = false
	for _, s := range settings {
		about := s.about
		if s.initial != "" {
			about += fmt.Sprintf(" (default %s)", s.initial)
		}
		f := flags.VarPF(&spelling{kind: s.env}, s.flag(), "", about)
		if s.isTruth {
			f.NoOptDefVal = "true"
		}
	}
	return func() error {
		for i, s := range settings {
			from, value := s.env, env(s.env)
			if flags.Changed(s.flag()) {
				from, value = "--"+s.flag(), flags.Lookup(s.flag()).Value.String()
			} else if value == "" {
				value = s.initial
			}
			if err := s.set(value); err != nil {
				return usage("%s: %w", from, err)
			}
			settings[i].value = value
		}
		return nil
	}
}

// shown gives resolved settings as they may be shown: of a secret, that it is set.
func shown(settings []setting) []app.Setting {
	all := make([]app.Setting, len(settings))
	for i, s := range settings {
		all[i] = app.Setting{Name: s.env, Value: s.value, About: s.about, Initial: s.value == s.initial}
		switch {
		case s.value == "":
		case s.secret:
			all[i].Value = "set"
		case s.show != nil:
			all[i].Value = s.show(s.value)
		}
	}
	return all
}

func text(to *string) func(string) error {
	return func(v string) error { *to = v; return nil }
}

func truth(to *bool) func(string) error {
	return func(v string) error {
		switch strings.ToLower(v) {
		case "true", "1", "on", "yes":
			*to = true
		case "false", "0", "off", "no":
			*to = false
		default:
			return fmt.Errorf("%q is neither true nor false", v)
		}
		return nil
	}
}

func duration(to *time.Duration, least time.Duration) func(string) error {
	return func(v string) error {
		d, err := time.ParseDuration(v)
		if err != nil {
			return fmt.Errorf("%q is no duration; write a number with its unit, such as 30s, 5m or 24h", v)
		}
		if d < least {
			return fmt.Errorf("%s is too short; %s is the least", v, least)
		}
		*to = d
		return nil
	}
}

func count(to *int, most int) func(string) error {
	return func(v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("%q is no whole number from 1 to %d", v, most)
		}
		*to = n
		return nil
	}
}

// prefixes reads addresses and ranges, with commas between them.
func prefixes(to *[]netip.Prefix) func(string) error {
	return func(v string) error {
		*to = nil
		for _, word := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }) {
			p, err := netip.ParsePrefix(word)
			if err != nil {
				a, errAddr := netip.ParseAddr(word)
				if errAddr != nil || a.Zone() != "" {
					return fmt.Errorf("%q is no address range; write CIDRs with commas between them, such as 10.0.0.0/8,fd00::/8", word)
				}
				p = netip.PrefixFrom(a, a.BitLen())
			}
			if p != p.Masked() {
				return fmt.Errorf("%q has bits set behind its prefix; write %s", word, p.Masked())
			}
			*to = append(*to, p)
		}
		return nil
	}
}

// words takes text that can stand in one line of a header or a log.
func words(to *string) func(string) error {
	return func(v string) error {
		if strings.ContainsFunc(v, unicode.IsControl) {
			return errors.New("it may not have control characters")
		}
		*to = v
		return nil
	}
}
