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
  -- allow unknown-as-zero: documented: over subjects of which it is known
  sum(subjects.rewards) as rewards,
  -- allow unknown-as-zero: documented: over subjects of which it is known
  sum(subjects.penalties) as penalties,
  vaMeanOfMany(subjects.effectiveness) as effectiveness,
  -- allow unknown-as-zero: documented: over subjects of which it is known
  sum(subjects.missed_duties) as missedDuties,
  sum(subjects.proposals) as proposals,
  max(subjects.days) as days,
  max(subjects.last_day) as lastDay
from subjects
