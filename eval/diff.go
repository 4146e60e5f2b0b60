package eval

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Diff says in words what changed between two states of a suite, one entry a field or task: `interval 5 → 10`,
// `task home: weight 1 → 2`, `task home added`. Empty when nothing did. Tasks are the same when they have the same id, else the
// same name. Foreign text is quoted and shortened. Ids, version, times and counts are not compared.
func Diff(old, new Suite) []string {
	var changes []string
	changed := func(what string, from, to string) {
		if from != to {
			changes = append(changes, what+" "+from+" → "+to)
		}
	}
	changed("key", shown(old.Key), shown(new.Key))
	changed("name", shown(old.Name), shown(new.Name))
	changed("description", shown(old.Description), shown(new.Description))
	changed("task type", orNone(string(old.TaskType)), orNone(string(new.TaskType)))
	changed("interval", interval(old.IntervalMinutes), interval(new.IntervalMinutes))
	changed("reward", strconv.FormatInt(old.RewardAmount, 10), strconv.FormatInt(new.RewardAmount, 10))
	changed("reputation signal", onOff(old.ReputationSignal), onOff(new.ReputationSignal))
	changed("enabled", yesNo(old.Enabled), yesNo(new.Enabled))
	changes = append(changes, diffTargets(old.TargetDIDs, new.TargetDIDs)...)
	return append(changes, diffTasks(old.Tasks, new.Tasks)...)
}

func diffTargets(old, new []string) []string {
	var changes []string
	switch {
	case len(old) == 0 && len(new) > 0:
		return []string{fmt.Sprintf("targets all → %d named", len(new))}
	case len(old) > 0 && len(new) == 0:
		return []string{fmt.Sprintf("targets %d named → all", len(old))}
	}
	for _, did := range old {
		if !slices.Contains(new, did) {
			changes = append(changes, "target "+did+" removed")
		}
	}
	for _, did := range new {
		if !slices.Contains(old, did) {
			changes = append(changes, "target "+did+" added")
		}
	}
	return changes
}

func diffTasks(old, new []Task) []string {
	var changes []string
	was := pairTasks(old, new)
	for i, t := range old {
		if !slices.Contains(was, i) {
			changes = append(changes, "task "+taskName(t)+" removed")
		}
	}
	moved := outOfOrder(was)
	for i, t := range new {
		if was[i] < 0 {
			changes = append(changes, "task "+taskName(t)+" added")
			continue
		}
		changes = append(changes, diffTask(old[was[i]], t)...)
		if moved[i] {
			changes = append(changes, fmt.Sprintf("task %s moved from place %d to %d", taskName(t), was[i]+1, i+1))
		}
	}
	return changes
}

func diffTask(old, new Task) []string {
	var changes []string
	changed := func(what string, from, to string) {
		if from != to {
			changes = append(changes, "task "+taskName(old)+": "+what+" "+from+" → "+to)
		}
	}
	changed("name", taskName(old), taskName(new))
	changed("input", shown(old.Input), shown(new.Input))
	changed("scorer", shownWord(old.Scorer), shownWord(new.Scorer))
	changed("expected", shown(old.Expected), shown(new.Expected))
	changed("weight", number(old.Weight), number(new.Weight))
	return changes
}

// pairTasks gives for each new task the index of the old one that it is, or -1.
func pairTasks(old, new []Task) []int {
	was := make([]int, len(new))
	for i := range was {
		was[i] = -1
	}
	pair := func(same func(a, b Task) bool) {
		for i, t := range new {
			if was[i] >= 0 {
				continue
			}
			for j, o := range old {
				if same(o, t) && !slices.Contains(was, j) {
					was[i] = j
					break
				}
			}
		}
	}
	pair(func(a, b Task) bool { return a.ID != "" && a.ID == b.ID })
	pair(func(a, b Task) bool { return a.Name == b.Name && (a.ID == "" || b.ID == "" || a.ID == b.ID) })
	return was
}

// outOfOrder marks the fewest kept tasks whose moving explains the new order: all that are not in a longest rising sequence.
func outOfOrder(was []int) []bool {
	length := make([]int, len(was)) // of the longest rising sequence that ends here
	before := make([]int, len(was))
	best := -1
	for i, w := range was {
		before[i] = -1
		if w < 0 {
			continue
		}
		length[i] = 1
		for j := range i {
			if was[j] >= 0 && was[j] < w && length[j] >= length[i] {
				length[i], before[i] = length[j]+1, j
			}
		}
		if best < 0 || length[i] > length[best] {
			best = i
		}
	}
	moved := make([]bool, len(was))
	for i, w := range was {
		moved[i] = w >= 0
	}
	for i := best; i >= 0; i = before[i] {
		moved[i] = false
	}
	return moved
}

// shownLimit is how many bytes of a text a change shows.
const shownLimit = 60

func shown(s string) string {
	if len(s) <= shownLimit {
		return strconv.Quote(s)
	}
	cut := shownLimit
	for cut > shownLimit-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}

// shownWord shows a plain word as it is and anything else quoted.
func shownWord(s string) string {
	for _, r := range s {
		if r != '_' && r != '-' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return shown(s)
		}
	}
	if s == "" || len(s) > shownLimit {
		return shown(s)
	}
	return s
}

func taskName(t Task) string { return shownWord(t.Name) }

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func interval(minutes int) string {
	if minutes == 0 {
		return "by hand"
	}
	return strconv.Itoa(minutes)
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return shownWord(s)
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
