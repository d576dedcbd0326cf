-- Of the lists of now: what is left of a longer one has a lower version than the network.
records.version >= {version:UInt64}
