-- Identity to which a network is pinned.
select toString(genesis_validators_root) as root
from dim_eth_network final
where network = {network:String}
