-- A range of days of a delegation, in the form of records.
vaEigenlayerAddress(record.staker) as delegator,
if(pod.is_known = 1, vaEigenlayerAddress(pod.pod), null) as eigenpod,
cast((null, vaEigenlayerAddress(record.operator)), 'Tuple(name Nullable(String), address String)') as operator,
record.from_day as fromDate,
if(record.to_day < record.last_day, record.to_day, null) as toDate
