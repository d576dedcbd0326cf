/* ---
height: none
fed_by: ingest
keep: forever
--- */
create table if not exists app_verification (
  chain LowCardinality(String) comment 'Chain, as in paths of the API',
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  kind LowCardinality(String) comment 'Kind of figure, such as attestation_rewards',
  point UInt64 comment 'Height, or the period that the kind counts (epoch, era, day since 1970)',
  unit LowCardinality(String) comment 'What points count, such as epoch',
  title LowCardinality(String) comment 'Kind in words',
  source LowCardinality(String) comment 'Call of the node',
  compared_count UInt64 comment 'Figures compared',
  differing_count UInt64 comment 'Figures that differ without an explanation',
  node_error_count UInt64 comment 'Figures that differ because of a known error of the node software',
  missing String comment 'Why nothing was compared; empty if figures were compared',
  differences String comment 'JSON array of the first 100 differences: subject, item, against (warehouse or API), node, own, explain, nodeError' codec(ZSTD(1)),
  software Array(String) comment 'Name and version of the nodes, as they report them',
  verified_at DateTime('UTC') comment 'Time of the comparison',
  version UInt64 comment 'Time of the comparison in milliseconds since 1970: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (chain, network, kind, point)
comment 'One row per kind of figure and point that was compared with what nodes report'
