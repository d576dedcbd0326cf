-- The last day of the period in which a date lies.
-- granularity: 'day', 'week' (to Sunday), 'month', 'quarter' or 'year'; anything else is one period for all dates.
-- date: a Date. Returns a Date.
-- Example: vaPeriodEnd('quarter', toDate('2026-02-14')) = toDate('2026-03-31')
create or replace function vaPeriodEnd as (granularity, date) -> multiIf(
  granularity = 'day', date,
  granularity = 'week', toMonday(date) + 6,
  granularity = 'month', toLastDayOfMonth(date),
  granularity = 'quarter', addQuarters(toStartOfQuarter(date), 1) - 1,
  granularity = 'year', addYears(toStartOfYear(date), 1) - 1,
  toDate('2149-06-06')
)
