-- Figures of a network that differ from those of its nodes, newest comparison first.
with
  'Array(Tuple(subject String, item String, against String, node Nullable(String), own Nullable(String),
    explain Nullable(String), nodeError Nullable(String)))' as difference_type
select
  one.kind as kind,
  one.title as title,
  one.unit as unit,
  one.point as point,
  difference.subject as subject,
  difference.item as item,
  difference.against as against,
  difference.node as node,
  difference.own as own,
  difference.explain as explain,
  difference.nodeError as nodeError,
  formatDateTime(one.verified_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as verifiedAt
from app_verification as one final
array join JSONExtract(one.differences, difference_type) as difference
where one.chain = {chain:String} and one.network = {network:String}
order by one.version desc, one.kind asc, one.point desc, difference asc
limit {limit:UInt32}
