-- The warehouse's database, the others beside it, and every table in it: what isn't public among them is hidden.
select
  currentDatabase() as database,
  (select groupArray(name) from system.databases) as databases,
  (select groupArray(name) from system.tables where database = currentDatabase()) as tables
