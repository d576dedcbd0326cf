-- What is explained.
{network:String} as network,
{account:String} as account,
{strategy:String} as strategy,
{token:Nullable(String)} as token,
{date:Date} as day
