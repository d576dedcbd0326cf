-- Fields of an API key that its organization may see: never the key or its hash.
api_key.key_id as id,
api_key.name as name,
nullIf(api_key.member, '') as member,
toString(api_key.tier) as tier,
arrayMap(scope -> toString(scope), api_key.scopes) as scopes,
multiIf(
  isNotNull(api_key.revoked_at), 'revoked',
  -- allow unknown-as-zero: a key without an end does not expire
  ifNull(api_key.expires_at <= now64(3, 'UTC'), 0), 'expired',
  'valid'
) as status,
nullIf(api_key.created_by, '') as createdBy,
formatDateTime(api_key.created_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as createdAt,
formatDateTime(api_key.expires_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as expiresAt,
formatDateTime(api_key.revoked_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as revokedAt,
nullIf(api_key.replaced_by, '') as replacedBy,
used.last_day as lastUsedDate
