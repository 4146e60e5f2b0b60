package probe

// SecurityScheme is how a card says that callers show who they are.
type SecurityScheme struct {
	Name        string // in the card
	Type        string // as the card has it: apiKey, http, oauth2, openIdConnect, mutualTLS
	Description string // in words, such as "header X-API-Key"
	Supported   bool   // whether credentials of this kind can be set here

	In, Parameter string // of an apiKey: header, query or cookie, and its name
	TokenURL      string // of oauth2 with client credentials
}
