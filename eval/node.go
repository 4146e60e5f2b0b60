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
