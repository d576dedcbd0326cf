-- What analysts see as system.settings: those that the port takes, and leaves out, may be changed, all others not.
-- Clients look here before they send a setting.
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
