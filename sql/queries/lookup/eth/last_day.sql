-- Number of the latest day with records, read from the parts' minima and maxima regardless of the size of the table.
select max(performance.day) as lastDay
from fct_eth_validator_performance_daily as performance
where performance.network = {network:String} and performance.day_type = {dayType:String}
