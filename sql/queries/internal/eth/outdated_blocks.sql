-- Epochs whose blocks are computed from fewer facts than are known: proposals, and facts of execution nodes and relays.
select proposals.epoch as epoch
from (
  select epoch, count() as slots, max(bitAnd(version, {version_revision:UInt64} - 1)) as known
  from fct_eth_proposal_slot final
  where network = {network:String}
  group by epoch
) as proposals
left join (
  select
    epoch,
    count() as slots,
    max(bitAnd(version, {version_revision:UInt64} - 1) - execution_fact_count) as known,
    min(execution_fact_count) as facts
  from fct_eth_block final
  where network = {network:String}
  group by epoch
) as blocks on blocks.epoch = proposals.epoch
left join (
  select epoch, count() + count(sanctioned_count) as facts
  from raw_eth_execution_block final
  where network = {network:String}
  group by epoch
) as receipts on receipts.epoch = proposals.epoch
left join (
  select epoch, count() + sum(payload_count) as facts
  from raw_eth_relay_epoch final
  where network = {network:String}
  group by epoch
) as relays on relays.epoch = proposals.epoch
where
  blocks.slots < proposals.slots
  or blocks.known < proposals.known
  or blocks.facts < 1 + receipts.facts + relays.facts
order by epoch
