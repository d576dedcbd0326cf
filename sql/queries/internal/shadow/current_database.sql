-- The database that statements without one are about.
select currentDatabase() as name
