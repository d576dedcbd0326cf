-- Comparisons with the nodes of a network, one row per kind of figure.
select
  one.kind as kind,
  argMax(one.title, one.version) as title,
  argMax(one.source, one.version) as source,
  argMax(one.unit, one.version) as unit,
  toUInt32(countIf(one.missing = '')) as points,
  if(points = 0, null, minIf(one.point, one.missing = '')) as firstPoint,
  if(points = 0, null, maxIf(one.point, one.missing = '')) as lastPoint,
  sum(one.compared_count) as compared,
  sum(one.differing_count) as differing,
  sum(one.node_error_count) as nodeErrors,
  toUInt32(countIf(one.missing != '')) as missingPoints,
  if(missingPoints = 0, null, argMaxIf(one.missing, one.version, one.missing != '')) as missingReason,
  argMax(one.software, one.version) as software,
  formatDateTime(max(one.verified_at), '%Y-%m-%dT%H:%i:%SZ', 'UTC') as verifiedAt
from app_verification as one final
where one.chain = {chain:String} and one.network = {network:String}
group by one.kind
order by kind
