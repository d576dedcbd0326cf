-- Every function of the engine, with the properties checked in analysts' statements (serve/sql/check/functions.ts).
select
  name,
  alias_to as aliasTo,
  categories as category,
  is_aggregate = 1 as isAggregate,
  case_insensitive = 1 as isCaseInsensitive,
  origin = 'SQLUserDefined' as isOurs
from
  system.functions
