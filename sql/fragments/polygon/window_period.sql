-- A window as (first checkpoint, last, first day, last, checkpoints, days), and its end as (position, stake of all).
(
    select
      tuple(
        any(window.from_checkpoint),
        any(window.to_checkpoint),
        any(window.from_day),
        any(window.to_day),
        any(window.checkpoint_count),
        any(window.day_count)
      )
    from fct_polygon_window as window final
    where
      window.network = {network:String}
      and window.window_days = ifNull({windowDays:Nullable(UInt16)}, 0)
      and window.validator = 0
  ) as period,
  (
    select tuple(any(last.position), any(last.self_stake + last.delegated_stake))
    from fct_polygon_checkpoint as last final
    where last.network = {network:String} and last.checkpoint = period.2
  ) as ending
