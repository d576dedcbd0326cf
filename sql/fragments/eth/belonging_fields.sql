-- Entities of a validator by the mapping of the last complete chain day, from "belongings".
nullIf(arrayFirst(one -> one.1 = 'pool', belongings.entities).2, '') as pool,
nullIf(arrayFirst(one -> one.1 = 'dvtNetwork', belongings.entities).2, '') as dvtNetwork,
arrayFilter(one -> one.1 = 'nodeOperator', belongings.entities).2 as nodeOperators,
arrayFilter(one -> one.1 = 'depositAddress', belongings.entities).2 as depositAddresses,
arrayFilter(one -> one.1 = 'dvtOperator', belongings.entities).2 as dvtOperators
