-- The tiers are defined by the server; as rows they are answered like all other data.
select
  plan.name as name,
  plan.requestsPerSecond as requestsPerSecond,
  plan.requestsAtOnce as requestsAtOnce,
  plan.lifetimeRequests as lifetimeRequests,
  plan.lifetimeComputeUnits as lifetimeComputeUnits,
  plan.monthlyComputeUnits as monthlyComputeUnits,
  plan.privateTags as privateTags,
  plan.sql as sql,
  plan.selfReports as selfReports
from (
  select arrayJoin(JSONExtract({plans:String}, 'Array(Tuple(name String, requestsPerSecond Nullable(UInt64), '
    || 'requestsAtOnce Nullable(UInt64), lifetimeRequests Nullable(UInt64), lifetimeComputeUnits Nullable(UInt64), '
    || 'monthlyComputeUnits Nullable(UInt64), privateTags Nullable(UInt64), '
    || 'sql Tuple(seconds Nullable(UInt64), memoryMib Nullable(UInt64), rows Nullable(UInt64), '
    || 'resultRows Nullable(UInt64), resultMib Nullable(UInt64), '
    || 'statementKib Nullable(UInt64), statementTokens Nullable(UInt64)), selfReports Bool))')) as plan
)
