-- Versions and facts from which the newest windows of a network were computed.
select toString(version) as version, toString(facts_checksum) as facts_checksum
from int_eth_window final
where network = {network:String}
