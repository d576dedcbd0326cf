/**
 * Series for each alert, in the notation of promtool: `0+1x240` counts up by one a minute for four hours, `5x240` stays,
 * `_` is nothing.
 */
export type AlertCase = {
  fires: boolean;
  series: Record<string, string>;
  /** When it is looked at; default: after four hours. */
  hours?: number;
};

const p = "validator_analytics_";
const fires = (series: Record<string, string>): AlertCase => ({ fires: true, series });
const silent = (series: Record<string, string>): AlertCase => ({ fires: false, series });
/** Four hours of one value. */
const still = (value: number) => `${value}x240`;
/** Counted since the first minute, the last time ten minutes ago. */
const rising = "0+1x240";
const stages = { 'up{job="listen"}': still(1), 'up{job="transform"}': still(1), 'up{job="serve"}': still(1) };
const partition = '{group="g", topic="eth.block", partition="0"}';
const table = '{chain="eth", network="mainnet", topic="eth.block", table="raw_eth_block"}';
const written = '{chain="eth", network="mainnet", table="raw_eth_block", store="server"}';
const network = '{chain="eth", network="mainnet"}';
const listener = '{listener="eth/mainnet"}';
const verified = 'chain="eth", network="mainnet", kind="k"';
const missingPoints = `${p}verify_points_total{${verified}, result="missing"}`;
const comparedPoints = `${p}verify_points_total{${verified}, result="compared"}`;
const disk = '{disk="default"}';
/** Of an alert on rare events: one that fires on the first event of a series, and on any later one. */
const rare = (name: string): AlertCase[] => [
  fires({ [name]: "_x230 1x10" }),
  fires({ [name]: "1x230 2x10" }),
  silent({ [name]: still(1) }),
];

export const alertCases: Record<string, AlertCase[]> = {
  ProcessDown: [
    fires({ 'up{job="serve", instance="a"}': still(0) }),
    silent({ 'up{job="serve", instance="a"}': still(1) }),
  ],
  CrashLoop: [
    fires({ [`${p}process_start_time_seconds{job="serve", instance="a"}`]: rising }),
    fires({ 'up{job="transform", instance="a"}': "1 1 0 1 1 0 ".repeat(41).trim() }),
    silent({ [`${p}process_start_time_seconds{job="serve", instance="a"}`]: still(5), ...stages }),
  ],
  ProcessMissing: [
    fires({ 'up{job="transform", instance="a"}': still(1), 'up{job="transform", instance="b"}': "1x200" }),
    silent({ 'up{job="transform", instance="a"}': still(1), 'up{job="transform", instance="b"}': "1x30" }),
    silent(stages),
  ],
  PartAway: [
    fires({ [`${p}process_outage_seconds{part="bus"}`]: still(400) }),
    silent({ [`${p}process_outage_seconds{part="bus"}`]: still(200) }),
  ],
  StageMissing: [fires({ 'up{job="listen"}': still(1), 'up{job="serve"}': still(1) }), silent(stages)],
  TopicWithoutWorkers: [
    fires({ [`${p}bus_produced_messages_total{topic="eth.block"}`]: rising }),
    silent({
      [`${p}bus_produced_messages_total{topic="eth.block"}`]: rising,
      [`${p}bus_consumed_messages_total{topic="eth.block"}`]: rising,
    }),
    silent({ [`${p}bus_produced_messages_total{topic="eth.block.dead-letter"}`]: rising }),
  ],
  PartitionWithoutWorker: [
    fires({ [`${p}bus_partition_held${partition}`]: still(0) }),
    silent({ [`${p}bus_partition_held${partition}`]: still(1) }),
  ],
  PartitionStuck: [
    fires({
      [`${p}bus_lag_messages${partition}`]: still(5),
      [`${p}bus_committed_offset${partition}`]: still(7),
    }),
    silent({
      [`${p}bus_lag_messages${partition}`]: still(5),
      [`${p}bus_committed_offset${partition}`]: rising,
    }),
    silent({
      [`${p}bus_lag_messages${partition}`]: still(0),
      [`${p}bus_committed_offset${partition}`]: still(7),
    }),
  ],
  UnreadRunsOut: [
    fires({ [`${p}bus_unread_seconds_left{group="g", topic="eth.block"}`]: still(86_400) }),
    silent({ [`${p}bus_unread_seconds_left{group="g", topic="eth.block"}`]: still(500_000) }),
  ],
  MessagesDeletedUnread: [
    fires({ [`${p}bus_deleted_unread_messages${partition}`]: still(3) }),
    silent({ [`${p}bus_deleted_unread_messages${partition}`]: still(0) }),
  ],
  LogReplaced: rare(`${p}bus_replaced_logs_total{group="g", topic="eth.block"}`),
  LagGrows: [
    fires({ [`${p}bus_lag_messages${partition}`]: rising }),
    silent({ [`${p}bus_lag_messages${partition}`]: still(100) }),
  ],
  DeadLetters: [
    fires({ [`${p}serve_open_dead_letters{topic="eth.block"}`]: still(1) }),
    silent({ [`${p}serve_open_dead_letters{topic="eth.block"}`]: "1x200 _x40" }),
  ],
  BrokerRetries: [
    fires({ [`${p}bus_retries_total{operation="publish"}`]: rising }),
    silent({ [`${p}bus_retries_total{operation="publish"}`]: still(9) }),
  ],
  TableFlat: [
    fires({
      [`${p}transform_table_expected${table}`]: still(1),
      [`${p}transform_network_messages_total{chain="eth", network="mainnet", topic="eth.block"}`]: rising,
      [`${p}store_written_rows_total${written}`]: still(4),
    }),
    silent({
      [`${p}transform_table_expected${table}`]: still(1),
      [`${p}transform_network_messages_total{chain="eth", network="mainnet", topic="eth.block"}`]: rising,
      [`${p}store_written_rows_total${written}`]: rising,
    }),
  ],
  ComputedHeightStands: [
    fires({
      [`${p}ingest_cursor_height${listener}`]: rising,
      [`${p}transform_computed_height${network}`]: still(3),
    }),
    silent({
      [`${p}ingest_cursor_height${listener}`]: rising,
      [`${p}transform_computed_height${network}`]: rising,
    }),
  ],
  RefusedEpochs: rare(`${p}transform_refused_epochs_total{chain="eth", network="mainnet", code="x"}`),
  BatchRetries: [
    fires({ [`${p}transform_retries_total{group="g"}`]: rising }),
    silent({ [`${p}transform_retries_total{group="g"}`]: still(3) }),
  ],
  WarehouseErrors: [
    fires({ [`${p}store_errors_total{store="server", operation="rows", code="x"}`]: rising }),
    silent({ [`${p}store_errors_total{store="server", operation="rows", code="x"}`]: still(3) }),
  ],
  DiskFills: [
    fires({
      [`${p}store_disk_free_bytes${disk}`]: still(10),
      [`${p}store_disk_total_bytes${disk}`]: still(100),
    }),
    fires({
      [`${p}store_disk_free_bytes${disk}`]: "1000-1x240",
      [`${p}store_disk_total_bytes${disk}`]: still(1_000),
    }),
    silent({
      [`${p}store_disk_free_bytes${disk}`]: still(50),
      [`${p}store_disk_total_bytes${disk}`]: still(100),
    }),
  ],
  DiskLastsNoFortnight: [
    silent({ [`${p}store_disk_days_left${disk}`]: still(30) }),
    { ...fires({ [`${p}store_disk_days_left${disk}`]: "3x420" }), hours: 7 },
  ],
  BackupOld: [
    fires({ [`${p}backup_last_good_timestamp_seconds`]: still(-300_000) }),
    silent({ [`${p}backup_last_good_timestamp_seconds`]: still(0) }),
  ],
  BackupUntried: [
    fires({ [`${p}backup_last_verified_timestamp_seconds`]: still(-3_000_000) }),
    silent({ [`${p}backup_last_verified_timestamp_seconds`]: still(0) }),
  ],
  DiskFull: [
    fires({
      [`${p}store_disk_free_bytes${disk}`]: still(4),
      [`${p}store_disk_total_bytes${disk}`]: still(100),
    }),
    silent({
      [`${p}store_disk_free_bytes${disk}`]: still(6),
      [`${p}store_disk_total_bytes${disk}`]: still(100),
    }),
  ],
  ListenerStuck: [
    fires({
      [`${p}ingest_final_height${listener}`]: still(9),
      [`${p}ingest_cursor_height${listener}`]: still(5),
    }),
    silent({
      [`${p}ingest_final_height${listener}`]: still(9),
      [`${p}ingest_cursor_height${listener}`]: still(9),
    }),
    silent({
      [`${p}ingest_final_height${listener}`]: still(900),
      [`${p}ingest_cursor_height${listener}`]: rising,
    }),
  ],
  ListenerBehind: [
    fires({
      [`${p}ingest_final_height${listener}`]: "500+1x240",
      [`${p}ingest_cursor_height${listener}`]: rising,
      [`${p}ingest_height_seconds${listener}`]: still(12),
    }),
    silent({
      [`${p}ingest_final_height${listener}`]: "500+1x240",
      [`${p}ingest_cursor_height${listener}`]: "0+2x240",
      [`${p}ingest_height_seconds${listener}`]: still(12),
    }),
  ],
  NodeStands: [
    fires({
      [`${p}ingest_head_changed_timestamp_seconds${listener}`]: still(0),
      [`${p}ingest_height_seconds${listener}`]: still(12),
    }),
    silent({
      [`${p}ingest_head_changed_timestamp_seconds${listener}`]: "0+60x240",
      [`${p}ingest_height_seconds${listener}`]: still(12),
    }),
  ],
  NodeFails: [
    fires({
      [`${p}ingest_requests_total{node="n", outcome="timeout"}`]: rising,
      [`${p}ingest_requests_total{node="n", outcome="ok"}`]: rising,
    }),
    silent({
      [`${p}ingest_requests_total{node="n", outcome="pruned"}`]: rising,
      [`${p}ingest_requests_total{node="n", outcome="ok"}`]: rising,
    }),
  ],
  RewardChecksDisagree: rare(`${p}ingest_checks_total{listener="eth/mainnet", check="c", outcome="failed"}`),
  UnknownTypes: rare(`${p}ingest_unknown_types_total${network}`),
  FactsDisagree: rare(`${p}transform_differences_total{chain="eth", network="mainnet", check="c"}`),
  ResidualsUnexplained: [
    fires({ [`${p}transform_unexplained_residuals{chain="eth", network="mainnet", check="c"}`]: still(1) }),
    silent({ [`${p}transform_unexplained_residuals{chain="eth", network="mainnet", check="c"}`]: still(0) }),
    silent({
      [`${p}transform_unexplained_residuals{chain="eigenlayer", network="mainnet", check="negative_shares"}`]:
        still(1),
    }),
  ],
  VerificationDiffers: rare(`${p}verify_figures_total{${verified}, result="differing"}`),
  VerificationMissing: [
    fires({ [missingPoints]: rising, [comparedPoints]: still(3) }),
    silent({ [missingPoints]: rising, [comparedPoints]: rising }),
    silent({ [missingPoints]: still(3), [comparedPoints]: still(3) }),
  ],
  NegativeShares: [
    fires({
      [`${p}transform_unexplained_residuals{chain="eigenlayer", network="mainnet", check="negative_shares"}`]:
        still(1),
    }),
    silent({
      [`${p}transform_unexplained_residuals{chain="eigenlayer", network="mainnet", check="negative_shares"}`]:
        still(0),
    }),
    silent({
      [`${p}transform_unexplained_residuals{chain="eigenlayer", network="mainnet", check="shares"}`]:
        still(1),
    }),
  ],
  GapsStay: [
    fires({ [`${p}ingest_gap_heights${listener}`]: still(2) }),
    silent({ [`${p}ingest_gap_heights${listener}`]: "2x150 0x90" }),
  ],
  BusLostMessages: rare(`${p}ingest_refills_total${listener}`),
  DataOld: [
    fires({
      [`${p}serve_complete_until_timestamp_seconds${network}`]: still(-400_000),
      [`${p}ingest_height_seconds${listener}`]: still(384),
    }),
    fires({ [`${p}serve_complete_until_timestamp_seconds${network}`]: still(-1_800_000) }),
    silent({
      [`${p}serve_complete_until_timestamp_seconds${network}`]: still(-100_000),
      [`${p}ingest_height_seconds${listener}`]: still(384),
    }),
    silent({
      [`${p}serve_complete_until_timestamp_seconds{chain="cardano", network="mainnet"}`]: still(-1_000_000),
      [`${p}ingest_height_seconds{listener="cardano/mainnet"}`]: still(432_000),
    }),
  ],
  ApiErrors: [
    fires({
      [`${p}serve_requests_total{operation="o", status="500"}`]: rising,
      [`${p}serve_requests_total{operation="o", status="200"}`]: rising,
    }),
    silent({
      [`${p}serve_requests_total{operation="o", status="404"}`]: rising,
      [`${p}serve_requests_total{operation="o", status="200"}`]: rising,
    }),
  ],
  ApiSlow: [
    fires({
      [`${p}serve_request_duration_seconds_bucket{operation="o", le="2.5"}`]: still(0),
      [`${p}serve_request_duration_seconds_bucket{operation="o", le="5"}`]: rising,
      [`${p}serve_request_duration_seconds_bucket{operation="o", le="+Inf"}`]: rising,
    }),
    silent({
      [`${p}serve_request_duration_seconds_bucket{operation="o", le="2.5"}`]: rising,
      [`${p}serve_request_duration_seconds_bucket{operation="o", le="5"}`]: rising,
      [`${p}serve_request_duration_seconds_bucket{operation="o", le="+Inf"}`]: rising,
    }),
  ],
  ApiRefusesRequests: [
    fires({ [`${p}serve_limited_total{operation="o", reason="overloaded"}`]: "0+60x240" }),
    silent({ [`${p}serve_limited_total{operation="o", reason="cancelled"}`]: "0+60x240" }),
  ],
  ApiRefusesConnections: [
    fires({ [`${p}serve_refused_connections_total`]: "0+120x240" }),
    silent({ [`${p}serve_refused_connections_total`]: "0+6x240" }),
  ],
};
