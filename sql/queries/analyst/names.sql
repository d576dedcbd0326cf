-- The warehouse's database, all other databases, and every table in it: those that are not public are hidden.
select
  currentDatabase() as database,
  (select groupArray(name) from system.databases) as databases,
  (select groupArray(name) from system.tables where database = currentDatabase()) as tables
