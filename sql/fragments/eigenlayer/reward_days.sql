-- Earnings of each snapshot, by the root that published it.
earned.earner as account,
earned.token as token,
earned.snapshot as snapshot,
earned.cumulative - earned.before as amount,
earned.root_index as root_index,
covering.activated_at as activated_at,
covering.is_active as is_active,
toDate(covering.activated_at) as activated_on,
earned.snapshot - 1 as eve
