/**
 * The form of a statement about a table, view or function for a cluster: `on cluster`, and the replicated form of a
 * MergeTree engine with the server's default path and replica name. Other statements are left as they are.
 */
export function toClusterStatement(text: string, cluster: string): string {
  const name = "`?[A-Za-z_][A-Za-z0-9_.]*`?";
  const target = new RegExp(
    "^((?:create(?:\\s+or\\s+replace)?|alter|drop|truncate)\\s+(?:table|view|function)\\s+" +
      `(?:if\\s+(?:not\\s+)?exists\\s+)?${name}(?:\\s*,\\s*${name})*)(?=[\\s(]|$)`,
    "i",
  );
  return text
    .replace(target, `$1 on cluster '${cluster}'`)
    .replace(/(\bengine\s*=\s*)(?!Replicated|Shared)(\w*MergeTree)\b/i, "$1Replicated$2");
}
