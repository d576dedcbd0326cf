-- For statements that read few rows by key: planning takes longer than reading.
settings
  -- The older planner takes a third less time for sixty columns.
  enable_analyzer = 0,
  -- Otherwise it would take an alias for the column of the same name.
  prefer_column_name_to_alias = 1,
  -- For ten rows, threads and compiled code cost more than they save.
  output_format_parallel_formatting = 0,
  compile_expressions = 0,
  -- The number of rows without the limit is returned with the page.
  exact_rows_before_limit = 1
