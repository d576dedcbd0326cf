/** Lists of entities, page by page, and their expected contents. */
import { expect } from "vitest";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ModelWindow } from "./ethModelWindows.ts";

type Row = Record<string, number | string>;

/** Names in the order of a list of seven days, in pages of three; the server counts as many. */
export async function listedEntities(
  { store, network }: { store: Store; network: string },
  idType: string,
  list: string,
): Promise<unknown[]> {
  const made = loadSql("queries/lookup/eth/entity_list_version.sql").text;
  const [now] = await store.rows<{ version: string }>(made, { network });
  const values = { network, idType, list, window: "7d", version: now?.version ?? "0" };
  const names: unknown[] = [];
  const { text } = loadSql("queries/v0/eth/operators.sql");
  for (let from = 0; names.length === from; from += 3) {
    const page = await store.rows<Row>(text, { ...values, from, size: 3, sortOrder: "asc" });
    names.push(...page.map(({ id }) => id));
  }
  const [count] = await store.rows<Row>(loadSql("queries/lookup/eth/entity_list_size.sql").text, values);
  expect(Number(count?.total), `${idType} ${list}`).toBe(names.length);
  return names;
}

/** Those of a type with active validators, the most stake first, then by name. */
export function listOfWindow(
  windows: ReadonlyMap<string, ModelWindow>,
  idType: string,
  isOf: (entity: string) => boolean = () => true,
): string[] {
  return [...windows]
    .flatMap(([name, { validators, stake }]) => {
      const entity = name.slice(idType.length + 1);
      return name.startsWith(`${idType}/`) && validators > 0 && isOf(entity) ? [{ entity, stake }] : [];
    })
    .sort((a, b) => b.stake - a.stake || (a.entity < b.entity ? -1 : 1))
    .map(({ entity }) => entity);
}

export async function expectLists(
  warehouse: { store: Store; network: string },
  windows: ReadonlyMap<string, ModelWindow>,
): Promise<void> {
  const listed = (idType: string, list: string) => listedEntities(warehouse, idType, list);
  for (const idType of ["pool", "poolShare", "nodeOperator", "depositAddress", "withdrawalAddress"]) {
    const expected = listOfWindow(windows, idType);
    expect(expected.length).toBeGreaterThan(0);
    expect(await listed(idType, "all")).toEqual(expected);
  }
  const of = (isOf: (entity: string) => boolean) => listOfWindow(windows, "poolShare", isOf);
  const below = of((entity) => entity.endsWith(' - Pool "One"') || entity === "Operator A - Module");
  expect(await listed("poolShare", 'of Pool "One"')).toEqual(below);
  const own = of((entity) => entity.startsWith("Operator A - "));
  expect(await listed("poolShare", "of Operator A")).toEqual(own);
  expect(await listed("poolShare", "of No Pool")).toEqual([]);
}
