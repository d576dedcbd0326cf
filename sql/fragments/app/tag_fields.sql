-- Fields of a private set, as in the API.
tag.tag_id as id,
tag.name as name,
toString(tag.network) as network,
tag.organization_id as organizationId,
tag.created_by as createdBy,
formatDateTime(tag.created_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as createdAt,
formatDateTime(tag.updated_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as updatedAt
