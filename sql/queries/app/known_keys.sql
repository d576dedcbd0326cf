-- Which of some API keys exist, including revoked ones.
select key_id as keyId
from app_api_key final
where key_id in {keyIds:Array(String)}
