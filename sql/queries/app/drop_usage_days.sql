-- Drops what was used on days before one; months go on having it.
alter table app_usage_daily delete where day < {before:Date}
