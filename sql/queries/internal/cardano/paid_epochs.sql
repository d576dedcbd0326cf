-- Number of epochs of a range with known rewards, and when the last of them was read.
select count() as epochs, max(paid.read_at) as read_at
from int_cardano_epoch as paid final
where paid.network = {network:String} and paid.epoch between {from:Int64} and {to:Int64} and paid.is_paid = 1
