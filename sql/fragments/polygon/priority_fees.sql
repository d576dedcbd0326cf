-- Priority fees by validator and day, from the priority fee file: for each day its newest edition.
select paid.validator as validator, paid.day as day, paid.amount as amount, paid.version as version
    from dim_polygon_priority_fee as paid final
    where
      paid.network = {network:String}
      and (paid.day, paid.version) in (
        select day, max(version)
        from dim_polygon_priority_fee
        where network = {network:String}
        group by day
      )
