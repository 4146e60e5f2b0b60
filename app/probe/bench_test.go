package probe

import (
	"context"
	"io"
	"net/http"
	"testing"

	"assay/eval"
)

// BenchmarkDo and BenchmarkBareClient fire the same request at the same agent: the difference is what a call of ours costs.
func BenchmarkDo(b *testing.B) {
	a := serve(b, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })
	p := newProber(b, func(c *Config) { c.HostConcurrency = 64 })
	call := Call{TaskType: eval.HTTPProbe, Endpoint: a.URL, Binding: eval.BindingHTTP, Input: "/"}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if o := p.Do(context.Background(), call); o.Observation.Error != eval.NoError {
				b.Error(o.Detail)
			}
		}
	})
}

func BenchmarkBareClient(b *testing.B) {
	for _, fresh := range []bool{true, false} {
		b.Run(map[bool]string{true: "fresh", false: "pooled"}[fresh], func(b *testing.B) {
			a := serve(b, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })
			transport := &http.Transport{DisableKeepAlives: fresh, MaxIdleConnsPerHost: 64}
			defer transport.CloseIdleConnections()
			client := &http.Client{Transport: transport}
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					res, err := client.Get(a.URL)
					if err != nil {
						b.Error(err)
						continue
					}
					_, _ = io.Copy(io.Discard, res.Body)
					res.Body.Close()
				}
			})
		})
	}
}

func BenchmarkMessage(b *testing.B) {
	a := serve(b, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"jsonrpc":"2.0","id":"1","result":{"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"4"}]}}}`)
	})
	p := newProber(b, func(c *Config) { c.HostConcurrency = 64 })
	call := Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Input: "2+2?"}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if o := p.Do(context.Background(), call); o.Observation.Error != eval.NoError {
				b.Error(o.Detail)
			}
		}
	})
}
