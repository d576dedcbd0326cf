/**
 * SQL models: each is one bounded, re-runnable `insert … select` in sql/models. Their dependency graph follows from the
 * tables they read; models of one window run in its order with the parameters they name.
 */
import { FatalError } from "../../lib/errors.ts";
import { listSql, loadModel, type SqlModel } from "../../lib/sql/file.ts";
import { loadTable } from "../../lib/sql/table.ts";
import { quoteName } from "../../lib/store/names.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { metrics } from "./metrics.ts";
import { announcedBy } from "./tables.ts";

/** Tables come before their readers; otherwise the order stays. @throws FatalError `model_cycle` */
export function sortByReads<Item extends { table: string }>(
  items: readonly Item[],
  readsOf: (item: Item) => readonly string[],
): Item[] {
  const byTable = new Map(items.map((item) => [item.table, item]));
  const sorted = new Set<Item>();
  const visit = (item: Item, path: readonly string[]) => {
    if (path.includes(item.table)) {
      throw new FatalError(`Models read each other in a circle: ${[...path, item.table].join(" → ")}`, {
        code: "model_cycle",
      });
    }
    if (sorted.has(item)) return;
    for (const table of readsOf(item)) {
      const read = byTable.get(table);
      // A model may read its own table's older rows.
      if (read !== undefined && read !== item) visit(read, [...path, item.table]);
    }
    sorted.add(item);
  };
  for (const item of items) visit(item, []);
  return [...sorted];
}

let all: readonly SqlModel[] | undefined;

/**
 * The models of all families, in dependency order; tables that announce others come after them. Read once per process.
 */
export function sortedModels(): readonly SqlModel[] {
  all ??= sortByReads(
    listSql("models").map((path) => loadModel(path)),
    ({ table, reads }) => [...reads, ...announcedBy(loadTable(table))],
  );
  return all;
}

/** The models of a family by their `window`, in dependency order. */
export function loadModels(family: string): Map<string, SqlModel[]> {
  const byWindow = new Map<string, SqlModel[]>();
  for (const model of sortedModels()) {
    if (!model.path.startsWith(`models/${family}/`)) continue;
    const window = model.frontMatter.window ?? "";
    byWindow.set(window, [...(byWindow.get(window) ?? []), model]);
  }
  return byWindow;
}

function paramsOf(model: SqlModel, values: QueryParams): QueryParams {
  const params: QueryParams = {};
  for (const { name } of model.parameters) {
    const value = values[name];
    if (value === undefined)
      throw new FatalError(`${model.path}: no value for {${name}}`, { code: "model_parameter" });
    params[name] = value;
  }
  return params;
}

/** Runs models in order with those of `values` that each names. @throws FatalError when a value is missing */
export async function runModels(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams,
): Promise<void> {
  for (const model of models) {
    const stop = metrics.modelSeconds.startTimer({ table: model.table });
    await store.command(model.sql, paramsOf(model, values));
    stop();
  }
}

/** Keys in one statement. */
const deletedAtOnce = 10_000;

/**
 * Runs models over rows that they computed before from other facts: rows that no model writes any more are deleted,
 * each model's before the next one reads them.
 * @param rows the rows of their tables that the models write, as a condition on `values`
 */
export async function replaceRows(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams,
  rows: string,
): Promise<void> {
  for (const model of models) {
    await runModels(store, [model], values);
    const table = quoteName(model.table);
    const grain = model.grain.map(quoteName).join(", ");
    const select = model.sql.replace(/^insert\s+into\s+\S+/i, "");
    // Bytes of keys are not text that could be a parameter.
    const key = `hex(sipHash128(${grain}))`;
    // Deletions do not support CTEs, with which models may begin. Usually there is nothing to delete.
    const obsolete = await store.rows<{ key: string }>(
      `select ${key} as key from ${table} final
      where ${rows} and (${grain}) not in (select ${grain} from (${select}))`,
      values,
    );
    for (let start = 0; start < obsolete.length; start += deletedAtOnce)
      await store.command(`delete from ${table} where ${rows} and ${key} in {gone_keys:Array(String)}`, {
        ...values,
        gone_keys: obsolete.slice(start, start + deletedAtOnce).map((row) => row.key),
      });
  }
}
