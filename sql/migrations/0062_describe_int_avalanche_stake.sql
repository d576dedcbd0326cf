-- Before Cortina a delegation's fee was paid when the delegation ended.
alter table int_avalanche_stake
  comment column paid_fee_navax 'Paid to the validator at its end, nAVAX: fees of delegations to it; of a delegation to one that started before Cortina its own fee'
