-- Missed sync signatures in a group of days; null for a validator that was in no sync committee.
if(
  sum(performance.sync_signature_count + performance.sync_missed_count) = 0, null, sum(performance.sync_missed_count)
) as sumMissedSyncSignatures
