-- The newest snapshot published by one of `covering_roots`, and the newest one of a root that can be claimed.
(
    select tuple(maxOrNull(last_snapshot), maxOrNullIf(last_snapshot, is_active))
    from covering_roots
  ) as newest
