-- Parent entities of an entity, from "records".
cast(
  multiIf(
    records.id_type = 'pool', [('pool', null, null)],
    records.parent != '', [(records.parent, null, 'pool')],
    []
  )
  as Array(Tuple(name String, path Nullable(String), idType Nullable(String)))
)
