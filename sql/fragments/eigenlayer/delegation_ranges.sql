-- From the first day of a run to the one before the next run's.
staker,
operator,
min(day) as from_day,
max(next_day) - 1 as to_day,
any(last_day) as last_day
