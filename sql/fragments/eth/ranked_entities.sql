-- A page of a list of entities.
records.network = {network:String}
and records.id_type = {idType:String}
and records.time_window = {window:String}
and records.list = {list:String}
and records.rank >= {from:UInt64}
and records.rank < {from:UInt64} + {size:UInt64}
