/** Sources of the numbers' formulas. */
export const spec = (file: string) => `consensus-specs, ${file}`;
export const duties = spec("phase0/validator.md, Attesting");
export const flags = spec("altair/beacon-chain.md, get_attestation_participation_flag_indices");
export const deltas = spec("altair/beacon-chain.md, get_flag_index_deltas; phase0: get_attestation_deltas");
export const leak = spec("altair/beacon-chain.md, get_inactivity_penalty_deltas");
export const sync = spec("altair/beacon-chain.md, process_sync_aggregate");
export const proposals = spec("phase0/validator.md, Block proposal");
export const proposerRewards = spec(
  "altair/beacon-chain.md, process_attestation and process_sync_aggregate; phase0: slash_validator",
);
export const slashing = spec(
  "phase0/beacon-chain.md, slash_validator and process_slashings, by the fork in force",
);
export const fees = "EIP-1559: (effectiveGasPrice − baseFeePerGas) · gasUsed";
export const rating = "The rating version that the day names (rating_version; dim_eth_rating_version)";
export const balance = spec("phase0/beacon-chain.md, state transition: what moves state.balances");

export type Listed = readonly [name: string, column: string, formula: string, source: string];
