-- Organizations have names, also those of which nothing was said about self reports.
alter table app_organization
  add column if not exists name String comment 'Name that it goes by; empty: its identifier, or the name of its own key' after organization_id,
  modify column may_self_report Nullable(UInt8) comment '1: its reports of own validators are taken, 0: refused; null: as its tier says'
