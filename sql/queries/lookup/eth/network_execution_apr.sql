-- Mean rate of execution rewards of the network's validators in a time window, in percent.
select mean_execution_percentage as networkExecutionPercentage
from fct_eth_network_window final
where network = {network:String} and time_window = {window:String}
