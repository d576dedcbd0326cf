-- A page of delegators of a CometBFT network.
with subjects as (
  /* include fragments/cosmos/subjects_delegator.sql */
)
/* include fragments/subjects_page.sql */
