-- The entity by which a validator is classified: its pool, else its first operator by name, else its deposit address,
-- else its withdrawal address, else itself.
-- entities: array of (type, name) of the validator. validator_index: its index. Returns a tuple (type, name).
-- Example: vaEthClassEntity([('nodeOperator', 'A'), ('pool', 'B')], 7) = ('pool', 'B')
create or replace function vaEthClassEntity as (entities, validator_index) ->
  arrayConcat(
    arrayFlatten(arrayMap(
      kind -> arrayFilter(one -> one.1 = kind, entities),
      ['pool', 'nodeOperator', 'depositAddress', 'withdrawalAddress']
    )),
    [('validator', toString(validator_index))]
  )[1]
