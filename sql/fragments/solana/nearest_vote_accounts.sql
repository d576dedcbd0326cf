-- The vote account of each identity by the state nearest to a period; the including statement may leave identities out.
select
  identity,
  argMin(vote_account, (abs(toInt64(epoch) - {to_epoch:UInt32}), -toInt64(version), vote_account)) as vote_account
from raw_solana_identity final
where network = {network:String}
