-- system.settings as analysts see it: settings that the port accepts or ignores may be changed, all others not. Clients
-- look here before they send a setting.
select
  * replace (
    toUInt8(
      not (
        name in {settingNames:Array(String)}
        or arrayExists(pattern -> match(name, pattern), {settingPatterns:Array(String)})
      )
    ) as readonly
  )
from
  system.settings
