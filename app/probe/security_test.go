package probe

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSecuritySchemes(t *testing.T) {
	const secured = `{"name":"a","url":"https://a.example","securitySchemes":`
	for _, c := range []struct {
		name, card string
		want       []SecurityScheme
	}{
		{"0.3", secured + `{
			"key": {"type":"apiKey","in":"header","name":"X-API-Key","description":"ask us"},
			"query": {"type":"apiKey","in":"query","name":"key"},
			"bearer": {"type":"http","scheme":"Bearer","bearerFormat":"JWT"},
			"basic": {"type":"http","scheme":"basic"},
			"login": {"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://login.example/token","scopes":{}}}},
			"code": {"type":"oauth2","flows":{"authorizationCode":{"authorizationUrl":"https://login.example","tokenUrl":"https://login.example/token","scopes":{}}}},
			"oidc": {"type":"openIdConnect","openIdConnectUrl":"https://login.example/.well-known/openid-configuration"},
			"mutual": {"type":"mutualTLS"}}}`,
			[]SecurityScheme{
				{Name: "basic", Type: "http", Description: "basic"},
				{Name: "bearer", Type: "http", Description: "Bearer JWT", Supported: true},
				{Name: "code", Type: "oauth2", Description: "no client credentials"},
				{Name: "key", Type: "apiKey", Description: "header X-API-Key (ask us)", Supported: true, In: "header", Parameter: "X-API-Key"},
				{Name: "login", Type: "oauth2", Description: "token from https://login.example/token", Supported: true, TokenURL: "https://login.example/token"},
				{Name: "mutual", Type: "mutualTLS"},
				{Name: "oidc", Type: "openIdConnect", Description: "https://login.example/.well-known/openid-configuration"},
				{Name: "query", Type: "apiKey", Description: "query parameter key", Supported: true, In: "query", Parameter: "key"},
			}},
		{"1.0", secured + `{
			"a": {"apiKeySecurityScheme":{"location":"cookie","name":"sid"}},
			"b": {"httpAuthSecurityScheme":{"scheme":"bearer"}},
			"c": {"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"https://login.example/token"}}}},
			"d": {"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://login.example"}},
			"e": {"mtlsSecurityScheme":{"description":"ours"}}}}`,
			[]SecurityScheme{
				{Name: "a", Type: "apiKey", Description: "cookie sid", Supported: true, In: "cookie", Parameter: "sid"},
				{Name: "b", Type: "http", Description: "bearer", Supported: true},
				{Name: "c", Type: "oauth2", Description: "token from https://login.example/token", Supported: true, TokenURL: "https://login.example/token"},
				{Name: "d", Type: "openIdConnect", Description: "https://login.example"},
				{Name: "e", Type: "mutualTLS", Description: "(ours)"},
			}},
		{"1.0 in snake case", `{"name":"a","security_schemes":{
			"a": {"api_key_security_scheme":{"location":"header","name":"X-Key"}},
			"c": {"oauth2_security_scheme":{"flows":{"client_credentials":{"token_url":"https://login.example/token"}}}},
			"e": {"mtls_security_scheme":{}}}}`,
			[]SecurityScheme{
				{Name: "a", Type: "apiKey", Description: "header X-Key", Supported: true, In: "header", Parameter: "X-Key"},
				{Name: "c", Type: "oauth2", Description: "token from https://login.example/token", Supported: true, TokenURL: "https://login.example/token"},
				{Name: "e", Type: "mutualTLS"},
			}},
		{"hostile", secured + `{"a\n": {"type":"apiKey","in":"header\u0000","name":"X\r\nY"}, "b": {"type":7}, "c": {}}}`,
			[]SecurityScheme{{Name: "a", Type: "apiKey", Description: "header X  Y", In: "header", Parameter: "X  Y", Supported: true}}},
		{"none", secured + `{}}`, nil},
		{"another form", secured + `[]}`, nil},
		{"one that is no object", secured + `{"a": 1}}`, nil},
		{"no card", ``, nil},
		{"no JSON", `<html>`, nil},
	} {
		if diff := cmp.Diff(c.want, SecuritySchemes([]byte(c.card))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestParseHeaderName(t *testing.T) {
	for _, good := range []string{"X-API-Key", "Authorization", "api_key", "Ocp-Apim-Subscription-Key"} {
		if why := ParseHeaderName(good); why != "" {
			t.Errorf("%s: %s", good, why)
		}
	}
	for _, bad := range []string{"", "Host", "host", "CONTENT-LENGTH", "Transfer-Encoding", "Connection", "Cookie", "Accept", "User-Agent", "A2A-Version",
		"Proxy-Authorization", "X Key", "X:Key", "X\r\nY", "Ü", "X-Forwarded-For"} {
		if ParseHeaderName(bad) == "" {
			t.Errorf("%q is taken", bad)
		}
	}
}
