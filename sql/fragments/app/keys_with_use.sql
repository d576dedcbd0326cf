-- API keys of an organization, with the last day on which each was used.
app_api_key as api_key final
left join (
  select key_id, toNullable(max(day)) as last_day
  from app_usage_daily final
  where organization_id = {organizationId:String} and request_count > 0
  group by key_id
) as used on used.key_id = api_key.key_id
