-- For statements that find few rows by the key: planning them takes longer than reading.
settings
  -- The older planner takes a third less for sixty columns.
  enable_analyzer = 0,
  -- It would take an alias for the column of the same name.
  prefer_column_name_to_alias = 1,
  -- For ten rows, a thread and compiled code cost more than they spare.
  output_format_parallel_formatting = 0,
  compile_expressions = 0,
  -- The number of rows without the limit comes with the page.
  exact_rows_before_limit = 1
