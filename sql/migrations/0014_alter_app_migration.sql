-- Functions and views are carried out, and remembered, as tables are.
alter table app_migration
modify column kind Enum8('table' = 1, 'migration' = 2, 'function' = 3, 'view' = 4) comment 'Folder of sql/ in which the file lies, in the singular'
