-- Period of a day's `reward`.
reward.day as day,
reward.epoch as epoch,
reward.from_block as fromBlockNumber,
reward.to_block as toBlockNumber,
reward.from_slot as fromSlotNumber,
reward.to_slot as toSlotNumber
