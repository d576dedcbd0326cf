.PHONY: install demo test check
# npm is the only tool besides Node that a user needs; node_modules/.install marks what the lock file asked for.
node_modules/.install: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

install: node_modules/.install

demo: install
	@node --import tsx cli/demo.ts

test: install
	npx vitest run --coverage

check: install
	npx biome check --error-on-warnings .
	npx tsc --noEmit
	npx knip
