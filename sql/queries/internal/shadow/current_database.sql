-- The default database of statements.
select currentDatabase() as name
