/** Compares the figures of both sides. Pure. */
import type { Figure, Kind, OwnFigure } from "./figure.ts";
import type { NodeError } from "./nodeErrors.ts";

/** A figure that differs; null: this side has none. */
export type Difference = {
  kind: string;
  point: number;
  subject: string;
  item: string;
  /** What was compared with the node. */
  against: "warehouse" | "API";
  node: string | null;
  own: string | null;
  /** Path of the API that explains the subject's day. */
  explain: string | null;
  /** The protocol's rule, where the node is known to differ from it, and the source. */
  nodeError: string | null;
};

export type Compared = { compared: number; differences: Difference[] };

const keyOf = ({ subject, item }: Figure) => `${subject}\n${item}`;

/** @param errors rows of the table of known errors for this kind and software */
export function compareFigures(
  kind: Kind,
  point: number,
  { node, own }: { node: readonly Figure[]; own: readonly OwnFigure[] },
  errors: readonly NodeError[],
): Compared {
  const ofNode = new Map(node.map((figure) => [keyOf(figure), figure]));
  const ofOwn = new Map(own.map((figure) => [keyOf(figure), figure]));
  const differences: Difference[] = [];
  const keys = new Set([...ofNode.keys(), ...ofOwn.keys()]);
  for (const key of keys) {
    const [theirs, ours] = [ofNode.get(key), ofOwn.get(key)];
    if (theirs?.value === ours?.value) continue;
    const { subject, item } = (theirs ?? ours) as Figure;
    differences.push({
      ...{ kind: kind.name, point, subject, item, against: "warehouse" as const },
      ...{ node: theirs?.value ?? null, own: ours?.value ?? null },
      explain: ours?.date ? (kind.explain?.(ours, ours.date) ?? null) : null,
      nodeError: errorOf(errors, theirs, ours),
    });
  }
  return { compared: keys.size, differences };
}

function errorOf(
  errors: readonly NodeError[],
  node: Figure | undefined,
  own: Figure | undefined,
): string | null {
  const found = errors.find(({ matches }) => matches?.(node, own) ?? true);
  return found === undefined ? null : `${found.rule} (${found.source})`;
}
