-- How long are the activation queue, the exit queue and the withdrawal delay?
select
  network,
  epoch,
  activating_count,
  round(activation_queue_minutes / 1440, 2) as days_to_activate,
  exiting_count,
  round(exit_queue_minutes / 1440, 2) as days_to_exit,
  round(sweep_minutes / 1440, 2) as days_of_a_sweep
from eth_network_queue
order by network asc
