-- Tables of this warehouse with the names of their columns.
select
  table,
  arraySort(groupArray(name)) as columns
from system.columns
where database = currentDatabase()
group by table
