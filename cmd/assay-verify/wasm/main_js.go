//go:build js && wasm

// Command wasm is assay-verify for a browser: it leaves a global function
//
//	assayVerify(text: string, keys: string[]): string
//
// which checks an export of any kind, with these public keys of the log pinned, and gives the report as JSON, or {"error": "…"} when the
// export cannot be read. It runs until its page is gone.
package main

import (
	"encoding/json"
	"syscall/js"

	"assay/eval/verify"
)

func main() {
	js.Global().Set("assayVerify", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 2 || args[0].Type() != js.TypeString || !args[1].InstanceOf(js.Global().Get("Array")) {
			return refuse("assayVerify takes a text and a list of keys")
		}
		keys := make([]string, args[1].Length())
		for i := range keys {
			keys[i] = args[1].Index(i).String()
		}
		report, err := verify.Any([]byte(args[0].String()), keys...)
		if err != nil {
			return refuse(err.Error())
		}
		return encode(report)
	}))
	select {}
}

func refuse(why string) string { return encode(map[string]string{"error": why}) }

func encode(v any) string {
	text, _ := json.Marshal(v) // reports and words always encode
	return string(text)
}
