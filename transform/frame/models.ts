/**
 * SQL models: each is one bounded, re-runnable `insert … select` in sql/models. The graph follows from what they
 * read; models of one window run in that order with the parameters they name.
 */
import { FatalError } from "../../lib/errors.ts";
import { listSql, loadModel, type SqlModel } from "../../lib/sql/file.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { metrics } from "./metrics.ts";

/** Models in dependency order: what is read comes before its readers. @throws FatalError on a cycle. */
export function sortModels(models: readonly SqlModel[]): SqlModel[] {
  const byTable = new Map(models.map((model) => [model.table, model]));
  const sorted = new Set<SqlModel>();
  const visit = (model: SqlModel, path: readonly string[]) => {
    if (path.includes(model.table)) {
      throw new FatalError(`Models read each other in a circle: ${[...path, model.table].join(" → ")}`, {
        code: "model_cycle",
      });
    }
    for (const table of model.reads) {
      const read = byTable.get(table);
      // A model may read its own table's older rows.
      if (read !== undefined && read !== model) visit(read, [...path, model.table]);
    }
    sorted.add(model);
  };
  for (const model of models) visit(model, []);
  return [...sorted];
}

/** The models of a chain by their `window`, in dependency order. */
export function loadModels(chain: string): Map<string, SqlModel[]> {
  const byWindow = new Map<string, SqlModel[]>();
  for (const model of sortModels(listSql(`models/${chain}`).map((path) => loadModel(path)))) {
    const window = model.frontMatter.window ?? "";
    byWindow.set(window, [...(byWindow.get(window) ?? []), model]);
  }
  return byWindow;
}

/** Runs models in order with those of `values` that each names. @throws FatalError when a value is missing. */
export async function runModels(
  store: Store,
  models: readonly SqlModel[],
  values: QueryParams,
): Promise<void> {
  for (const model of models) {
    const params: QueryParams = {};
    for (const { name } of model.parameters) {
      const value = values[name];
      if (value === undefined)
        throw new FatalError(`${model.path}: no value for {${name}}`, { code: "model_parameter" });
      params[name] = value;
    }
    const stop = metrics.modelSeconds.startTimer({ table: model.table });
    await store.command(model.sql, params);
    stop();
  }
}
