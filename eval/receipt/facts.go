package receipt

// SuiteFacts are the facts of suite.version.
type SuiteFacts struct {
	Suite      string `json:"suite"` // id
	Key        string `json:"key"`
	Version    int    `json:"version"`    // from 1
	Definition string `json:"definition"` // SHA-256 of the definition in canonical JSON: the version's digest
	Tasks      int    `json:"tasks"`      // how many
}
