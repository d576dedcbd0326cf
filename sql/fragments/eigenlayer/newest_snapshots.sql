-- The newest snapshot that one of `covering_roots` made known, and the newest one by a root that can be claimed from.
(
    select tuple(maxOrNull(last_snapshot), maxOrNullIf(last_snapshot, is_active))
    from covering_roots
  ) as newest
