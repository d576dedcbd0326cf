-- Which validators did not propose a checkpoint in their turn?
select
  validator,
  sum(proposal_duty_count) as duties,
  sum(proposal_duty_count - proposed_count) as missed,
  max(if(proposal_duty_count > proposed_count, checkpoint, 0)) as last_missed
from polygon_validator_checkpoint
where network = 'mainnet'
group by validator
having missed > 0
order by missed desc, validator asc
