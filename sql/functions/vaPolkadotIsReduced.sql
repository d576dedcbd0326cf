-- Whether Polkadot's runtime reduced both numbers of a quotient before dividing, as it did up to runtime 9381
-- (substrate's pull request 13660 of March 2023 ended it; Polkadot and Kusama have it from 9420).
-- source: the chain that paid the era, 'asset_hub' or 'relay'. spec_version: the runtime that ended it. Returns UInt8.
-- Example: vaPolkadotIsReduced('relay', 9370) and not vaPolkadotIsReduced('relay', 9420)
create or replace function vaPolkadotIsReduced as (source, spec_version) -> (
  toString(source) = 'relay' and spec_version < 9420
)
