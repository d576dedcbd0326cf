-- How StakeManager's epochs, which duties go by, count beside checkpoints: (epoch, checkpoint) of each that is known,
-- ascending. Where no node had the epoch of one, it is as far from it as when the contract was read last.
ifNull(
  (select any(epoch_offset) from raw_polygon_rule final where network = {network:String}), 0
) as epoch_offset,
(
  select arraySort(groupArray((ifNull(toInt64(epoch), checkpoint + epoch_offset), toInt64(checkpoint))))
  from raw_polygon_checkpoint final
  where network = {network:String}
) as duty_epochs,
-- The first checkpoint of an epoch or behind it.
(
  epoch -> toUInt64(greatest(
    multiIf(
      empty(duty_epochs), epoch - epoch_offset,
      epoch < duty_epochs[1].1, epoch - (duty_epochs[1].1 - duty_epochs[1].2),
      epoch > duty_epochs[-1].1, epoch - (duty_epochs[-1].1 - duty_epochs[-1].2),
      arrayFirst(one -> one.1 >= epoch, duty_epochs).2
    ),
    0
  ))
) as checkpoint_of
