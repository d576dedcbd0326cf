-- Live tables whose new rows a view forwards to the shadow; the views are named forward_<table>.
select substring(name, 9) as name
from system.tables
where
  database = {database:String}
  and startsWith(name, 'forward_')
