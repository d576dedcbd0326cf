-- What was earned of each snapshot, by the root that made it known.
told.earner as account,
told.token as token,
told.snapshot as snapshot,
told.cumulative - told.before as amount,
told.root_index as root_index,
covering.activated_at as activated_at,
covering.is_active as is_active,
toDate(covering.activated_at) as activated_on,
told.snapshot - 1 as eve
