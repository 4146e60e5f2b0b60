package app

import (
	"assay/app/probe"
	"assay/eval"
)

// CheckedAgent is an agent as it would be registered.
type CheckedAgent struct {
	DID, Name       string
	CardURL         string // empty: no card was fetched
	Endpoint        string // empty: the card names no interface that we speak
	Binding         eval.Binding
	ProtocolVersion string
	Fingerprint     string
	SecuritySchemes []probe.SecurityScheme
	Registered      bool   // an agent of this DID is registered already
	Reachable       bool   // the endpoint took a connection
	ConnectMS       *int64 // nil: it took none
	Problem         string // why it could not be reached; empty: it could, or was not tried
}
