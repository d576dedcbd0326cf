-- Whether Polkadot's runtime rounds a share of an amount down, as it does since Asset Hub 2.3.0; before, it rounds to
-- the nearest.
-- source: the chain that paid the era, 'asset_hub' or 'relay'. spec_version: the runtime that ended it. Returns UInt8.
-- Example: vaPolkadotIsFloored('asset_hub', 2003000) and not vaPolkadotIsFloored('asset_hub', 2002001)
create or replace function vaPolkadotIsFloored as (source, spec_version) -> (
  toString(source) = 'asset_hub' and spec_version >= 2003000
)
