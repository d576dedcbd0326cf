-- What is left in a validator without a duty earns nothing: it is in no yield.
alter table fct_polygon_window
  comment column delegator_yield 'Sum over days of what delegations with stake at every checkpoint, to validators with a duty at each, got for each wei of their mean stake, times 1e18, each rounded down; null without such'
