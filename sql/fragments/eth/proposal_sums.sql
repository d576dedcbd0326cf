-- Proposals in a group of days: sums.
sum(performance.proposer_duty_count) as proposerDutiesCount,
sum(performance.proposed_count) as proposedCount,
sum(performance.proposed_empty_count) as executionProposedEmptyCount
