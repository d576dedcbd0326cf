-- Number of validators in a private set.
select toString(count()) as memberCount
from app_tag_validator final
where tag_id = {tagId:String} and removed_at is null
