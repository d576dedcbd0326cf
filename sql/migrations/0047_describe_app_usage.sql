-- What keys use is counted by month; this table has what came before.
alter table app_usage
  comment column request_count 'Requests answered before they were counted by month',
  comment column compute_units 'Compute units consumed before they were counted by month',
  modify comment 'One row per API key that was used before app_usage_month: what it had used by then. Nothing writes it any more'
