-- The first day of the period in which a date lies.
-- granularity: 'day', 'week' (from Monday), 'month', 'quarter' or 'year'; anything else is one period for all dates.
-- date: a Date. Returns a Date.
-- Example: vaPeriodStart('month', toDate('2026-02-14')) = toDate('2026-02-01')
create or replace function vaPeriodStart as (granularity, date) -> multiIf(
  granularity = 'day', date,
  granularity = 'week', toMonday(date),
  granularity = 'month', toStartOfMonth(date),
  granularity = 'quarter', toStartOfQuarter(date),
  granularity = 'year', toStartOfYear(date),
  toDate(0)
)
