-- Current lists only: leftover rows of a longer earlier list have a lower version than the network.
records.version >= {version:UInt64}
