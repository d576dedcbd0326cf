-- The part of a stake's reward that falls on a day from `day_begin` to `day_end`, in seconds since 1970, by its time on
-- it.
-- allow unknown-as-zero: a stake of unknown start leaves its days incomplete
greatest(ifNull(end_at - start_at, 0), 1) as duration,
-- Seconds from the start to the day's begin and end, within its time.
-- allow unknown-as-zero: a stake of unknown start leaves its days incomplete
toUInt256(least(day_begin - least(ifNull(start_at, day_begin), day_begin), duration)) as before,
-- allow unknown-as-zero: a stake of unknown start leaves its days incomplete
toUInt256(least(day_end - least(ifNull(start_at, day_end), day_end), duration)) as after,
-- allow unknown-as-zero: a stake of unknown reward leaves its days incomplete
intDiv(ifNull(own_navax, 0) * after, duration) - intDiv(ifNull(own_navax, 0) * before, duration) as own_part,
-- allow unknown-as-zero: a stake of unknown reward leaves its days incomplete
intDiv(ifNull(fee_navax, 0) * after, duration) - intDiv(ifNull(fee_navax, 0) * before, duration) as fee_part
