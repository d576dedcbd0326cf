/** What is compared: figures that a node reports itself, and the same figures of the warehouse and the API. */
import type { HeightRange } from "../lib/heightRange.ts";
import type { QueryParams } from "../lib/store/store.ts";

/** One figure of one subject. Integers are decimal text in the unit that `item` names (`source_reward_gwei`). */
export type Figure = {
  /** Whose figure it is: a validator's index, an address, a pool; empty for the whole chain. */
  subject: string;
  item: string;
  value: string;
};

/** Figures of a node, or why it returned none: pruned, not supported, not yet final. Only facts that are optional are missing. */
export type NodeFigures = { figures: Figure[] } | { missing: string };

/** A figure of the warehouse, with the UTC day (YYYY-MM-DD) in whose explanation it appears, where there is one. */
export type OwnFigure = Figure & { date?: string | null };

/** Where the API returns a figure. */
export type ApiFigure = {
  /** Path with query: `/v0/eth/blocks/123`. */
  path: string;
  /** The figure in the response, in the unit of the kind; undefined if it isn't there. */
  pick(body: unknown): string | undefined;
};

export type ReadContext = {
  signal: AbortSignal;
  /** Name and version of the nodes, as `Verification` reports them. */
  software: readonly string[];
  /**
   * Rows of a statement of sql/queries/internal, for what to request: which subjects have figures. Parameters: `network`,
   * `point`, and `values`.
   */
  rows<Row>(sql: string, values?: QueryParams): Promise<Row[]>;
};

/** One kind of figure, such as rewards of attestations. */
export type Kind = {
  /** A label of metrics and a name in reports: `attestation_rewards`. */
  name: string;
  /** Its name in sentences: `rewards of attestations`. */
  title: string;
  /** The call of the node, as its documentation writes it. */
  source: string;
  /** What its points count; default: the chain's heights. */
  unit?: string;
  /** The points of a range of heights at which the node reports these figures; default: every height. */
  pointsOf?(range: HeightRange, signal: AbortSignal): Promise<number[]>;
  /** @throws SourceError when nodes fail; it ends the comparison of this point only */
  read(point: number, context: ReadContext): Promise<NodeFigures>;
  own: {
    /**
     * A statement of sql/queries/internal: columns `subject`, `item`, `value` (text), and `date` where explanations exist.
     * Parameters: `network`, `point`, and those of `values`. It returns the figures that the node should report, and no
     * others: a row on one side alone is a difference.
     */
    sql: string;
    /** Further parameters, such as the subjects of a sample. */
    values?(point: number, figures: readonly Figure[]): QueryParams;
  };
  /** Path of the explanation of a subject's day in the API. */
  explain?(figure: Figure, date: string): string;
  /** For some figures of each point, the API's value is compared, too. */
  api?(figure: Figure, point: number): ApiFigure | undefined;
};

/** What can be compared on an open connection. */
export type Verification = {
  /** Name and version of each node, as it reports them: `Geth/v1.17.10-stable`. Nodes that report none are left out. */
  software(signal: AbortSignal): Promise<string[]>;
  kinds: readonly Kind[];
};
