-- Whether a day is one of the last N days up to a day.
-- day: Date. last_day: Nullable(Date), last day of the window; null: there is none. days: Nullable(UInt16), length of
-- the window; null: unlimited.
-- Returns UInt8, or null without a last day.
-- Example: vaIsInWindow(toDate('2026-01-02'), toDate('2026-01-08'), 7) = 1
create or replace function vaIsInWindow as (day, last_day, days) ->
  (day <= last_day and (days is null or day > last_day - ifNull(days, 0)))
