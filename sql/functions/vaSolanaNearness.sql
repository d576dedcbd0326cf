-- How near what was read in an epoch is to another epoch: the least is the nearest, of equals the later one.
-- epoch: in which it was read. wanted: which it is to tell of. Returns a tuple to order by.
-- Example: vaSolanaNearness(toUInt32(6), toUInt32(5)) < vaSolanaNearness(toUInt32(4), toUInt32(5))
create or replace function vaSolanaNearness as (epoch, wanted) -> (abs(toInt64(epoch) - wanted), -toInt64(epoch))
