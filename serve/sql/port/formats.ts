/** The engine's formats for answers, with their content types. Formats that need a schema, or use another protocol, are left out. */

const text = "text/plain; charset=UTF-8";
const json = "application/json; charset=UTF-8";
const ndjson = "application/x-ndjson; charset=UTF-8";
const csv = "text/csv; charset=UTF-8";
const tsv = "text/tab-separated-values; charset=UTF-8";
const bytes = "application/octet-stream";

const typeOf = new Map<string, string>();
const declare = (type: string, names: string) => {
  for (const name of names.split(" ")) typeOf.set(name, type);
};
declare(
  tsv,
  "TabSeparated TabSeparatedWithNames TabSeparatedWithNamesAndTypes TabSeparatedRaw TabSeparatedRawWithNames TabSeparatedRawWithNamesAndTypes TSV TSVWithNames TSVWithNamesAndTypes TSVRaw TSVRawWithNames TSVRawWithNamesAndTypes",
);
declare(csv, "CSV CSVWithNames CSVWithNamesAndTypes");
declare(
  json,
  "JSON JSONCompact JSONStrings JSONCompactStrings JSONColumns JSONColumnsWithMetadata JSONCompactColumns JSONObjectEachRow",
);
declare(
  ndjson,
  "JSONEachRow JSONLines JSONL NDJSON JSONStringsEachRow JSONCompactEachRow JSONCompactEachRowWithNames JSONCompactEachRowWithNamesAndTypes JSONCompactStringsEachRow JSONCompactStringsEachRowWithNames JSONCompactStringsEachRowWithNamesAndTypes JSONEachRowWithProgress JSONStringsEachRowWithProgress PrettyJSONEachRow PrettyJSONLines PrettyNDJSON",
);
declare(
  text,
  "Pretty PrettyCompact PrettyCompactMonoBlock PrettyMonoBlock PrettyNoEscapes PrettyCompactNoEscapes PrettySpace PrettySpaceNoEscapes Vertical Markdown MD TSKV Values SQLInsert Null LineAsString Raw",
);
declare("application/xml; charset=UTF-8", "XML");
declare(
  bytes,
  "Native RowBinary RowBinaryWithNames RowBinaryWithNamesAndTypes Parquet Arrow ArrowStream ORC Avro MsgPack BSONEachRow Npy RawBLOB Buffers",
);

export const defaultFormat = "TabSeparated";

/** @returns the content type; undefined where there is no such format here */
export const contentTypeOf = (format: string): string | undefined => typeOf.get(format);

export const formatNames = [...typeOf.keys()].sort();
