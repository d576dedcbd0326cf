-- Rewards earned by one account itself: a delegator or an operator. A snapshot is published by the first root that
-- covers it and is not disabled.
with
  covering_roots as (
    /* include fragments/eigenlayer/covering_roots.sql */
  ),
  earners as (
    select toFixedString(unhex(substring({account:String}, 3)), 20) as account
  ),
/* include fragments/eigenlayer/earned_rewards.sql */
