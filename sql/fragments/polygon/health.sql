(
    select max(checkpoint) from fct_polygon_checkpoint where network = {network:String}
  ) as newest,
  shares as (
    select
      duty.validator as validator,
      intDiv(newest - duty.checkpoint, {healthCheckpoints:UInt32}) as age,
      sum(duty.is_signed) / count() as share,
      max(duty.checkpoint) = newest - age * {healthCheckpoints:UInt32} as is_active
    from fct_polygon_validator_checkpoint as duty final
    where
      duty.network = {network:String}
      and duty.checkpoint <= newest
      and duty.checkpoint + 3 * {healthCheckpoints:UInt32} > newest
    group by duty.validator, age
  ),
  health as (
    select
      judged.validator as validator,
      max(judged.age = 0 and judged.is_active) as is_active,
      sumIf(bitShiftLeft(1, judged.age), judged.is_below) as is_below
    from (
      select
        validator,
        age,
        is_active,
        share < 0.98 * quantileExactInclusiveIf(0.5)(share, is_active) over (partition by age) as is_below
      from shares
    ) as judged
    group by judged.validator
  )
