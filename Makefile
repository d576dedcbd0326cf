.PHONY: install client explorer demo test test-nightly test-long test-package test-demo test-node24 test-kafka test-chaos audit sbom image-digests check lint types unused sql words migration screenshots
# npm is the only tool besides Node that a user needs; node_modules/.install is newer than the lock file once its packages are installed.
node_modules/.install: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

bin := node_modules/.bin
cache := node_modules/.cache

# The command line's bundle knows its own sources; `node cli/bin.mjs` writes it, too, when one has changed.
install: node_modules/.install client/dist/.built explorer/dist/.built
	@node cli/checkout.mjs

# The client is built from the API's declarations (its types) and its own source.
client_sources := client/build.ts client/package.json client/tsconfig.json $(shell find client/src schemas serve -name '*.ts' ! -name '*.test.ts')
client/dist/.built: node_modules/.install $(client_sources)
	@node --import tsx client/build.ts
	@touch $@

client: client/dist/.built

# The explorer is built from its own source and the client.
explorer_sources := explorer/vite.config.ts explorer/index.html explorer/tsconfig.json $(shell find explorer/src -type f ! -name '*.test.ts')
explorer/dist/.built: client/dist/.built $(explorer_sources)
	@$(bin)/vite build explorer
	@touch $@

explorer: explorer/dist/.built

demo: install
	@node cli/checkout.mjs demo

# COVERAGE=1 counts the lines that were executed, and fails below 90 %; it takes longer.
vitest := $(bin)/vitest
counting := node --import tsx test/support/coverage.ts
ifdef COVERAGE
test: vitest := $(counting) chains cli ingest lib schemas serve transform verify --without lib/bus/kafka --
test-kafka: vitest := $(counting) lib/bus/kafka --
endif

# Everything that needs neither Java nor many minutes: one case of each kind.
test: install
	$(vitest) run --project fast

# Every long suite, a command each, for hours: goes on after failures and where it was stopped; logs are in .nightly/.
# FRESH=1 begins anew, SUITE=name runs one; `node --import tsx test/nightly/index.ts --list` names them.
test-nightly: install
	@node --import tsx test/nightly/index.ts $(if $(FRESH),--fresh) $(if $(SUITE),--suite $(SUITE))

# The larger and further cases of the same kinds, all at once.
test-long: install
	NIGHT=1 $(bin)/vitest run --project long

# What users install, the tarball of `npm pack`, outside of the project; and the original service's Python SDK.
test-package: install
	$(bin)/vitest run --project long test/package.long.test.ts test/sdk.long.test.ts

# `make demo`, and the explorer in Chromium.
test-demo: install
	$(bin)/vitest run --project long test/demoStill.long.test.ts test/explorerCompare.long.test.ts

# A part of the suite on the Node that the image has, whose binary npm brings.
test-node24: install
	npx --yes --package node@24.21.0 -- node node_modules/vitest/vitest.mjs run --project fast \
	  cli/process lib/bus/bus lib/bus/value lib/errors lib/store test/cosmosNodes

# On a real Kafka: needs Java 17 and Maven.
test-kafka: install
	$(vitest) run --project kafka

# The selection of `npm run chaos` with small numbers; needs Java 17 and Maven, and takes minutes.
test-chaos: install
	$(bin)/vitest run --project chaos

# What is known against the packages that run. A report: what is found tomorrow isn't a fault of today's change.
audit: install
	-npm audit --omit=dev

# The bill of materials, as CycloneDX; the package holds it, too.
sbom: install
	node --import tsx cli/thirdParty.ts > sbom.cdx.json

# Pins the images of others to what their tags are now, in the files that name them; needs Docker with buildx.
image-digests: install
	node --import tsx cli/imageDigests.ts

# At once, each with its cache: seconds.
check: install
	@$(MAKE) --no-print-directory --keep-going -j lint types unused sql words

lint:
	$(bin)/biome check --error-on-warnings .

types:
	$(bin)/tsc --noEmit --incremental --tsBuildInfoFile $(cache)/types.tsbuildinfo
	$(bin)/tsc -p explorer --incremental --tsBuildInfoFile $(cache)/explorer.tsbuildinfo

unused:
	$(bin)/knip --cache

# By the engine itself, in an empty warehouse; nothing is kept.
sql:
	@node --import tsx test/sqlCheck/index.ts

# Spelling, and words that say too little: cspell.json; the project's own words are in words.txt.
words:
	$(bin)/cspell --no-progress --no-summary --cache --cache-location $(cache)/cspell

# Writes a migration for tables whose comments changed, and sql/tables.lock; NAME=alter_<table> starts one for other changes.
migration: install
	@NAME=$(NAME) node --import tsx cli/newMigration.ts

# Pictures of the explorer for docs/images, from a demo; needs Chromium.
screenshots: install
	@node --import tsx test/support/explorer/screenshots.ts
