-- Epochs and withdrawal address of a `validator`.
validator.activation_epoch as activationEpoch,
validator.activation_eligibility_epoch as activationEligibilityEpoch,
validator.exit_epoch as exitEpoch,
validator.withdrawable_epoch as withdrawableEpoch,
validator.withdrawal_address as withdrawalAddress
