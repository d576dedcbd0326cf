/**
 * One interface for both warehouses: the embedded engine (chDB) or ClickHouse servers. lib/config.ts chooses between
 * them. Both kinds pass the same suite (lib/store/store.test.ts, isolation.test.ts).
 */

/** Values of one column without its validity: typed arrays for numbers, strings for text. */
export type ColumnValues =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array
  | readonly string[]
  /**
   * Decimal and (U)Int128/256: integers in the type's base unit (for Decimal(P, S): value times 10^S), or a Uint8Array with
   * the little-endian bytes of all of them.
   */
  | readonly bigint[]
  | ArrayValues
  | MapValues
  | NullableValues;

/** Array(T): row i holds values[offsets[i-1] .. offsets[i]). */
export type ArrayValues = { kind: "array"; offsets: BigUint64Array; values: ColumnValues };
/** Map(K, V): row i holds the pairs [offsets[i-1] .. offsets[i]) of keys and values. */
export type MapValues = {
  kind: "map";
  offsets: BigUint64Array;
  keys: ColumnValues;
  values: ColumnValues;
};
/**
 * The same value in every row, without memory for each: of a String, or of a type that a typed array holds (bigint where
 * that holds bigints).
 */
export type Repeated = { kind: "repeated"; value: string | number | bigint; rows: number };
/** Nullable(T): nulls[i] = 1 where row i is null; values[i] is then ignored. */
export type NullableValues = { kind: "nullable"; nulls: Uint8Array; values: ColumnValues };

/**
 * A column as ClickHouse's Native format carries it. `type` is the type sent (`UInt32`, `FixedString(48)`,
 * `Array(UInt32)`, …); the engine converts it to the table's column type on insert, so LowCardinality(String)
 * is sent as String. FixedString(N) may be given as one Uint8Array of N bytes a row, or as strings of at most N
 * bytes. Enum8 and Enum16 may be given as names or as numbers.
 */
export type Column = { name: string; type: string; values: ColumnValues | Repeated };

/** A columnar answer: every column has `rows` entries. An answer without rows has no columns. */
export type ColumnBlock = { rows: number; columns: Record<string, ColumnValues> };

/** Values bound to `{name:Type}` placeholders. null binds to Nullable(T). */
export type QueryParams = Record<
  string,
  string | number | bigint | boolean | null | readonly (string | number | bigint)[]
>;

/** Rows exactly as the engine wrote them, a JSON object each, and how many there are without the limit. */
export type Page = { rows: string[]; total: number };

/** Limits of one statement; 0: without limit. */
export type StatementBudget = {
  seconds: number;
  memoryMib: number;
  rows: number;
  /** For statements written by analysts: they can't change a setting either. They use only `text` and `bytes`. */
  foreign?: ForeignBudget;
};

/** 0: without limit. */
export type ForeignBudget = { resultRows: number; resultMib: number; threads: number };

/** An answer in the engine's bytes, and the amount of data read for it. */
export type Answered = { bytes: Buffer; readRows: number; readBytes: number };

export type StatementLimits = {
  budget?: StatementBudget;
  /** Aborted when the caller no longer waits for the answer: the engine then stops working on it. */
  signal?: AbortSignal;
};

export type StreamOptions = {
  /** A name of ClickHouse's, such as `Parquet` or `CSVWithNames`. */
  format: string;
  /** Aborted like the signal of `within`. */
  signal?: AbortSignal;
};

export type Store = {
  readonly kind: "embedded" | "server";
  /** Rows as JSONEachRow text exactly as the engine wrote them: no number passes through JavaScript. */
  text(sql: string, params?: QueryParams): Promise<string>;
  /**
   * Rows of a statement with a limit. The engine counts the total on the way, with its own setting
   * `exact_rows_before_limit = 1`; without that, the total is only a lower bound.
   */
  page(sql: string, params?: QueryParams): Promise<Page>;
  /** The answer in any of the engine's formats. */
  bytes(sql: string, format: string): Promise<Answered>;
  /** Parsed rows; 64-bit integers and decimals arrive as strings. For small answers. */
  rows<Row>(sql: string, params?: QueryParams): Promise<Row[]>;
  /** Rows as typed arrays, for bulk reads; lib/store/native/read.ts lists the types. */
  columns(sql: string, params?: QueryParams): Promise<ColumnBlock>;
  /**
   * The answer as the engine produces it, in any of its formats: the bytes are those of one document. The statement starts
   * when the first piece is read. A later error is thrown in place of the next piece, so no caller takes a partial answer
   * for a whole one. A slow reader holds the statement up and keeps its connection; a reader that leaves early ends it.
   * The statement can only read, and name neither a format nor a file of its own.
   */
  stream(sql: string, params: QueryParams | undefined, options: StreamOptions): AsyncIterable<Uint8Array>;
  /**
   * Writes one Native block. Resolves when the engine has acknowledged it.
   * @param chain whose rows they are, for the metrics (`forChain`)
   */
  insert(table: string, columns: readonly Column[], chain?: string): Promise<void>;
  /** Runs a statement without an answer: DDL, `insert … select`. `chain` as for `insert`. */
  command(sql: string, params?: QueryParams, chain?: string): Promise<void>;
  /** Names and types of a query's columns, without running it. */
  describe(sql: string, params?: QueryParams): Promise<{ name: string; type: string }[]>;
  ping(): Promise<void>;
  /**
   * The same warehouse with limits for its statements, which also end when the caller no longer waits for them.
   * They fail with codes of `isOverBudget`, or `cancelled` (lib/store/limits.ts). Limits add to existing ones.
   */
  within(limits: StatementLimits): Store;
  close(): Promise<void>;
};
