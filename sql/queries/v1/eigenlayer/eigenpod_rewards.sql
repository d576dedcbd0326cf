-- Rewards of the owner of one pod. A snapshot is published by the first root that covers it and is not disabled.
with
  covering_roots as (
    /* include fragments/eigenlayer/covering_roots.sql */
  ),
  earners as (
    select owner as account
    from raw_eigenlayer_pod final
    where network = {network:String} and pod = toFixedString(unhex(substring({account:String}, 3)), 20)
  ),
/* include fragments/eigenlayer/earned_rewards.sql */
