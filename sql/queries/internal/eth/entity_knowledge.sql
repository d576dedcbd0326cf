-- Known facts of entities as a number that only grows: imports, and seconds since 2023 of the last self report.
select
  (select max(import_id) from raw_eth_entity_import where network = {network:String})
    + (
      select intDiv(greatest(max(version), 1700000000000000) - 1700000000000000, 1000000)
      from raw_eth_self_report
      where network = {network:String}
    ) as imports
