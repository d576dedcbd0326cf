-- Period of a `record` of an interval: all slots of the interval, even if some are unknown.
cast(null as Nullable(Date)) as day,
formatDateTime(record.from_at, '%Y-%m-%dT%H:%i:%SZ') as fromTimestamp,
formatDateTime(record.to_at, '%Y-%m-%dT%H:%i:%SZ') as toTimestamp,
record.interval_slot as fromSlot,
record.interval_slot + 2999 as toSlot,
record.from_epoch as fromEpoch,
record.to_epoch as toEpoch,
