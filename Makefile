# Assay needs Go, Node and make; every target sets up what it needs.
#
#   make run       build, and start a demo registry on http://127.0.0.1:8080
#   make test      Go and console tests
#   make build     bin/assay and bin/assay-verify
#   make check     formatting, lint, types, generated code
#   make e2e       browser tests against the real binary (needs chromium)
#   make bench     measurements: ratios, and times of the console in the browser (needs chromium)
#   make generate  write the generated code anew
#   make clean     remove what was built; data/ stays

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: help build run test check bench generate e2e clean
.DEFAULT_GOAL := build

version := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
web_deps := web/node_modules/.package-lock.json
# The foreign agents, clients and identity provider that Go tests run. Installed here because packages are tested side by side.
# Browser tests sign in by the provider, too.
provider_deps := internal/foreign/oidc/node_modules/.package-lock.json
test_deps := internal/foreign/agent/node_modules/.package-lock.json $(provider_deps) graph/testdata/peers/node_modules/.package-lock.json
console := web/dist/index.html
# What is given away does not name folders of this machine. CI gives nothing away, and compiles once for its build, its checks and its generators.
trimpath := $(if $(CI),,-trimpath)
verifier := web/dist/verify.wasm
linter := bin/golangci-lint
unraced := -gcflags=modernc.org/sqlite/lib=-race=false -gcflags=modernc.org/libc=-race=false

help:
	@sed -n "/^#   make/s/^# *//p" Makefile

build: $(console) $(verifier)
	go build $(trimpath) -ldflags '-X main.version=$(version)' -o bin/assay ./cmd/assay
	go build $(trimpath) -o bin/assay-verify ./cmd/assay-verify

run: build
	bin/assay demo

# CI runs with the race detector and refuses to leave anything out. The memory of SQLite's engine, which is C in Go's words, is not watched: its
# own locks keep it, and watching it takes three times as long. Its driver is, and all that is ours.
test: $(web_deps) $(test_deps)
	cd web && npm test
	@if [ -z "$${ASSAY_TEST_POSTGRES:-}" ]; then echo 'left out: tests on PostgreSQL (set ASSAY_TEST_POSTGRES to postgres://USER@HOST/DATABASE)'; fi
	@if [ -z "$${CI:-}" ]; then echo 'left out: the race detector (set CI=true) and browser tests (make e2e)'; fi
	go tool gotestsum --format pkgname-and-test-fails --hide-summary=skipped --format-hide-empty-pkg -- $${CI:+-race $(unraced)} -timeout 20m ./...

check: $(web_deps) $(linter)
	@unformatted=$$(git ls-files -z --cached --others --exclude-standard '*.go' | xargs -0 gofmt -l); \
		if [ -n "$$unformatted" ]; then echo "not gofmt'ed: $$unformatted"; exit 1; fi
	$(linter) run --allow-parallel-runners
	.ci/fresh
	go test .
	cd web && npm run check

bench: build
	go run ./internal/bench
	cd web && npm run --silent speed

generate: $(web_deps)
	go generate ./ent/... ./graph/...
	cd web && npm run gen

e2e: build $(provider_deps)
	cd web && npm run e2e

clean:
	rm -rf bin $(dir $(web_deps) $(test_deps)) web/test-results web/playwright-report
	find web/dist -mindepth 1 ! -name .keep -delete

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --no-audit --no-fund
	touch $@

$(console): $(web_deps) $(shell find web/src web/public web/scripts web/index.html web/vite.config.ts web/tsconfig.json graph/schema -type f 2>/dev/null)
	cd web && npm run build
	touch $@

# After the console, whose build empties dist.
$(verifier): $(console) $(shell find eval cmd/assay-verify -name '*.go' ! -name '*_test.go') go.sum
	GOOS=js GOARCH=wasm go build -trimpath -ldflags '-s -w' -o $@ ./cmd/assay-verify/wasm
	install -m 644 "$$(go env GOROOT)/lib/wasm/wasm_exec.js" web/dist/
	cd web && node scripts/precompress.mjs verify.wasm wasm_exec.js
	touch $@

$(linter): tools/go.mod tools/go.sum
	go build -C tools -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	touch $@
