-- The distance of the epoch of a reading from another epoch, for sorting: the smallest is the nearest, and of two
-- equally near readings the later one comes first.
-- epoch: of the reading. wanted: epoch for which a reading is needed. Returns a tuple to order by.
-- Example: vaSolanaNearness(toUInt32(6), toUInt32(5)) < vaSolanaNearness(toUInt32(4), toUInt32(5))
create or replace function vaSolanaNearness as (epoch, wanted) -> (abs(toInt64(epoch) - wanted), -toInt64(epoch))
