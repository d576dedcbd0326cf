-- Whether the self reports of an organization are taken.
insert into app_organization (organization_id, may_self_report, version)
select {organizationId:String}, {maySelfReport:UInt8}, toUnixTimestamp64Micro(now64(6, 'UTC'))
