/** Settings sent by clients. None is ever set: settings that don't affect the answer are ignored, all others are refused. */

const patterns = [
  /^(?:input|output)_format_/,
  /^(?:http|network|send|receive|connect|tcp)_/,
  /^max_(?:threads|block_size|execution_time|memory_usage|result_rows|result_bytes|rows_to_read|bytes_to_read|query_size|insert_block_size|insert_threads|final_threads|compress_block_size|http_get_redirects)$/,
  /^(?:log|query)_/,
  /^(?:async_insert|insert|wait_for_async_insert)/,
  /^(?:use|enable)_(?:uncompressed_cache|query_cache|http_compression|skip_indexes)/,
];

const names = new Set(
  "add_http_cors_header allow_experimental_analyzer buffer_size cancel_http_readonly_queries_on_client_close client_protocol_version close_session compress database date_time_input_format decompress default_format enable_http_compression extremes framing hedged_connection_timeout_ms idle_connection_timeout load_balancing low_cardinality_allow_in_native_format merge_tree_max_rows_to_use_cache param password priority quota_key query query_id readonly replace_running_query result_overflow_mode role select_sequential_consistency session_check session_id session_timeout stacktrace timeout_overflow_mode user wait_end_of_query".split(
    " ",
  ),
);

/** The same in SQL, which lists these settings as changeable. */
export const harmlessSettings = {
  settingNames: [...names],
  settingPatterns: patterns.map(({ source }) => source),
};

/** Setting names are short, also made-up ones. */
export function isHarmlessSetting(name: string): boolean {
  return name.length <= 100 && (names.has(name) || patterns.some((pattern) => pattern.test(name)));
}
