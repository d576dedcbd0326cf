-- Period of a `record` of an interval: its slots are those of the interval, even where not all of them are known.
cast(null as Nullable(Date)) as day,
formatDateTime(record.from_at, '%Y-%m-%dT%H:%i:%SZ') as fromTimestamp,
formatDateTime(record.to_at, '%Y-%m-%dT%H:%i:%SZ') as toTimestamp,
record.interval_slot as fromSlot,
record.interval_slot + 2999 as toSlot,
record.from_epoch as fromEpoch,
record.to_epoch as toEpoch,
