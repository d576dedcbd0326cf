/**
 * Which functions a statement of an analyst may call.
 *
 * The engine has some 1,800 of them, and a few read other data than tables: chDB's `file('/etc/passwd')` does so even on
 * a read-only connection. A list of refused names would be out of date with the engine's next version, and a list of
 * allowed names would have a thousand entries. So the engine's own categories decide. Categories of pure functions of
 * their arguments are allowed, functions of the mixed one ("Other") by name. A function without a category, or with an
 * unknown one, is refused. An alias is treated as its target.
 */
import { basename } from "node:path";
import { listSql, loadSql } from "../../../lib/sql/file.ts";
import type { Store } from "../../../lib/store/store.ts";

const pureCategories = new Set([
  "Arithmetic",
  "Arrays",
  "Bit",
  "Bitmap",
  "Comparison",
  "Conditional",
  "Dates and Times",
  "Decimal",
  "Distance",
  "Encoding",
  "Encryption",
  "Financial",
  "Geo",
  "Hash",
  "IP Address",
  "JSON",
  "Logical",
  "Map",
  "Mathematical",
  "Null",
  "Nullable",
  "NumericIndexedVector",
  "Random Number",
  "Rounding",
  "String",
  "String Replacement",
  "String Search",
  "String Splitting",
  "Time Window",
  "Tuple",
  "Type Conversion",
  "URL",
  "UUID",
]);

/** Functions allowed from mixed categories; the last ones are needed by drivers. */
const allowedNames = new Set([
  ..."_CAST caseWithExpression caseWithoutExpression seriesOutliersDetectTukey".split(" "),
  ..."bar byteSize countDigits digits finalizeAggregation identity ignore indexHint initializeAggregation".split(
    " ",
  ),
  ..."formatReadableDecimalSize formatReadableQuantity formatReadableSize formatReadableTimeDelta".split(" "),
  ..."parseReadableSize parseReadableSizeOrNull parseReadableSizeOrZero parseTimeDelta".split(" "),
  ..."isConstant isDecimalOverflow lowCardinalityIndices lowCardinalityKeys materialize".split(" "),
  ..."minSampleSizeContinuous minSampleSizeConversion neighbor rowNumberInAllBlocks rowNumberInBlock".split(
    " ",
  ),
  ..."runningAccumulate runningDifference runningDifferenceStartingWithFirstValue throwIf toColumnTypeName".split(
    " ",
  ),
  ..."toTypeName transform variantElement variantType visibleWidth getSubcolumn blockNumber".split(" "),
  ..."defaultValueOfArgumentType defaultValueOfTypeName formatQuery formatQuerySingleLine".split(" "),
  ..."version currentDatabase currentUser currentSchemas revision timezone serverTimezone".split(" "),
]);

/**
 * Calls of constants are evaluated while a statement is parsed, each call as a whole, and no time limit ends it. So
 * functions slower than linear in their arguments are refused in any category (measured: `editDistance` of two texts of
 * 64 KiB takes 8 s, `timeSeriesRange` is unbounded). Functions with large results are ended by the memory limit.
 */
const refusedNames = new Set([
  ..."editDistance editDistanceUTF8 damerauLevenshteinDistance jaroSimilarity jaroWinklerSimilarity".split(
    " ",
  ),
  ..."arrayLevenshteinDistance arrayLevenshteinDistanceWeighted arraySimilarity arrayShingles".split(" "),
  ..."h3kRing h3HexRing h3Line seriesDecomposeSTL timeSeriesRange timeSeriesFromGrid timeSeriesCopyTags".split(
    " ",
  ),
]);

/** Functions that the parser creates from the language itself, missing from the list. */
const ofTheLanguage = new Set(["exists", "grouping", "lambda", "untuple"]);

type FunctionRow = {
  name: string;
  aliasTo: string;
  category: string;
  isAggregate: boolean;
  isCaseInsensitive: boolean;
  isOurs: boolean;
};

/** Suffixes of an aggregate's name, longest first: `sumIf`, `uniqStateOrNull`. */
const combinators =
  /(?:SimpleState|OrDefault|Distinct|Resample|ForEach|ArgMax|ArgMin|OrNull|Tuple|Merge|State|Array|Null|Map|If)$/;

export type IsAllowedFunction = (name: string) => boolean;

/** @returns a predicate: whether a function of this name may be called */
export async function loadFunctions(store: Pick<Store, "text">): Promise<IsAllowedFunction> {
  const text = await store.text(loadSql("queries/analyst/functions.sql").text);
  const rows = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as FunctionRow);
  const byName = new Map(rows.map((row) => [row.name, row]));
  const byLowerName = new Map(
    rows.filter(({ isCaseInsensitive }) => isCaseInsensitive).map((row) => [row.name.toLowerCase(), row]),
  );
  const own = new Set(listSql("functions").map((path) => basename(path, ".sql")));
  const find = (name: string) => byName.get(name) ?? byLowerName.get(name.toLowerCase());

  function isAllowedRow({ name, aliasTo, category, isAggregate, isOurs }: FunctionRow): boolean {
    if (isOurs) return own.has(name);
    if (isAggregate) return true;
    if (refusedNames.has(name) || refusedNames.has(aliasTo)) return false;
    const target = aliasTo === "" ? undefined : find(aliasTo);
    if (target !== undefined) return allowedNames.has(target.name) || pureCategories.has(target.category);
    return allowedNames.has(name) || pureCategories.has(category);
  }

  return (name) => {
    if (ofTheLanguage.has(name)) return true;
    for (let bare = name; ; bare = bare.replace(combinators, "")) {
      const row = find(bare);
      // A combinator makes an aggregate of an aggregate, and of nothing else.
      if (row !== undefined) return isAllowedRow(row) && (bare === name || row.isAggregate);
      if (!combinators.test(bare)) return false;
    }
  };
}
