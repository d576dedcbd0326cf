-- True if a period gets no further day: the records include its last day, or the last requested day.
-- last_day, last_date: number and date of the last day in the period that has a record; period_end: see vaPeriodEnd.
-- day_max, date_max: the requested upper bounds, Nullable. newest_day: the latest day with any record.
-- Returns a truth value.
-- Example: vaIsPeriodOver(9, toDate('2026-01-30'), toDate('2026-01-31'), null, toDate('2026-01-30'), 9)
create or replace function vaIsPeriodOver as (last_day, last_date, period_end, day_max, date_max, newest_day) ->
  ifNull(last_day + (period_end - last_date) <= newest_day, false)
  or ifNull(day_max <= newest_day, false)
  or ifNull(last_day + (date_max - last_date) <= newest_day, false)
