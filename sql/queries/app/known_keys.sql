-- Which of some API keys exist, revoked ones too.
select key_id as keyId
from app_api_key final
where key_id in {keyIds:Array(String)}
