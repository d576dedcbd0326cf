-- Period of a `record` of a day.
toNullable(record.day) as day,
formatDateTime(record.from_at, '%Y-%m-%dT%H:%i:%SZ') as fromTimestamp,
formatDateTime(record.to_at, '%Y-%m-%dT%H:%i:%SZ') as toTimestamp,
record.from_slot as fromSlot,
record.to_slot as toSlot,
record.from_epoch as fromEpoch,
record.to_epoch as toEpoch,
