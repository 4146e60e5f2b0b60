package eval

import "time"

// Node is one process that serves this registry.
type Node struct {
	Name      string
	Version   string
	StartedAt time.Time
	SeenAt    time.Time // it writes this every few seconds
	StoppedAt time.Time // zero: it did not stop in good order
	Streams   int64     // websockets and event streams it serves
	Calls     int64     // calls to agents in flight
	Parts     int64     // parts of runs it works on
}

// upFor is how long a node is taken to be up after it was last seen: it misses two of three times before it is not.
const upFor = 15 * time.Second

// Up reports whether the node was seen in the last 15 seconds and has not stopped since.
func (n Node) Up(now time.Time) bool { return n.StoppedAt.IsZero() && now.Sub(n.SeenAt) < upFor }
