-- Validators of the set that were active in the last epoch of the record (methodology: time, rule 4).
arrayCount(
  life -> life.1 <= max(performance.end_epoch) and max(performance.end_epoch) < life.2
    and max(performance.start_epoch) <= life.3,
  lives
) as validatorCount
