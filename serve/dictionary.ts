/** The data dictionary with the operations of the API that read each table. */
import { type Dictionary, loadDictionary } from "../lib/sql/dictionary.ts";
import { answersOf, type Endpoint } from "./endpoint.ts";
import { endpoints as allEndpoints } from "./endpoints.ts";

/** Files that answer an endpoint: of every variant, also those that count and the cheaper ones. */
function filesOf(endpoint: Endpoint): string[] {
  if (endpoint.kind === "gone" || endpoint.kind === "custom") return [];
  const statements = answersOf(endpoint).flatMap((answer) => [
    answer,
    ...Object.values(answer.cheaper?.is ?? {}),
  ]);
  return statements.flatMap(({ sql, count }) =>
    [sql, count].flatMap((file) => (file === undefined ? [] : [`queries/${file}`])),
  );
}

export function servedDictionary(endpoints: readonly Endpoint[] = allEndpoints): Dictionary {
  return loadDictionary(
    Object.fromEntries(endpoints.map((endpoint) => [endpoint.operation, filesOf(endpoint)])),
  );
}
