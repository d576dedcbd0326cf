-- Totals over stake authorities of Solana.
with subjects as (
  /* include fragments/solana/subjects_stake_authority.sql */
)
/* include fragments/subjects_summary.sql */
