-- Drops usage of days before a date; usage by month keeps it.
alter table app_usage_daily delete where day < {before:Date}
