-- The CTE `subjects` in one row.
select
  {kind:String} as kind,
  {token:String} as token,
  count() as subjects,
  arraySort(
    CAST(
      arrayZip(
        tupleElement(sumMap([ifNull(subjects.status, '')], [toUInt64(subjects.status is not null)]), 1),
        tupleElement(sumMap([ifNull(subjects.status, '')], [toUInt64(subjects.status is not null)]), 2)
      ),
      'Array(Tuple(status String, subjects UInt64))'
    )
  ) as statuses,
  if(count(subjects.stake) = 0 and count() > 0, null, toNullable(countIf(subjects.stake > 0))) as stakedSubjects,
  sum(subjects.stake) as stake,
  countIf(subjects.stake is null) as unknownStake,
  sum(subjects.rewards) as rewards,
  countIf(subjects.rewards is null) as unknownRewards,
  sum(subjects.penalties) as penalties,
  countIf(subjects.penalties is null) as unknownPenalties,
  vaMeanOfMany(subjects.effectiveness) as effectiveness,
  sum(subjects.missed_duties) as missedDuties,
  countIf(subjects.missed_duties is null) as unknownMissedDuties,
  sum(subjects.proposals) as proposals,
  countIf(subjects.proposals is null) as unknownProposals,
  max(subjects.days) as days,
  max(subjects.last_day) as lastDay
from subjects
