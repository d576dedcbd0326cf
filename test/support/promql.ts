/**
 * PromQL in tests: which series an expression asks for, and the value of those expressions that our rules on tables
 * are made of, over two scrapes of a registry. Anything else is refused, so that nothing is judged by halves.
 */
import { parser } from "@prometheus-io/lezer-promql";

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];
export type Sample = { labels: Record<string, string>; value: number };
/** Samples by metric name. */
export type Scrape = ReadonlyMap<string, readonly Sample[]>;
export type Selector = { metric: string; labels: string[] };

type Source = { text: string; node: SyntaxNode };

const textOf = ({ text, node }: Source) => text.slice(node.from, node.to);

function descendants(node: SyntaxNode, name: string): SyntaxNode[] {
  const found = node.name === name ? [node] : [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    found.push(...descendants(child, name));
  return found;
}

/** The expression's tree. @throws Error at the first place that is not PromQL */
function parsePromql(text: string): SyntaxNode {
  const { topNode } = parser.parse(text);
  topNode.cursor().iterate((node) => {
    if (node.type.isError)
      throw new Error(`not PromQL at ${node.from}: ${text.slice(node.from, node.from + 40)}`);
  });
  return topNode;
}

/** The series that an expression selects: metric and the labels that it matches on. */
export function selectorsOf(text: string): Selector[] {
  return descendants(parsePromql(text), "VectorSelector").map((node) => ({
    metric: textOf({ text, node: node.getChild("Identifier") ?? node }),
    labels: descendants(node, "UnquotedLabelMatcher").map((matcher) =>
      textOf({ text, node: matcher.getChild("LabelName") ?? matcher }),
    ),
  }));
}

/** The labels by which an expression groups and joins. */
export function groupingLabelsOf(text: string): string[] {
  return descendants(parsePromql(text), "GroupingLabels").flatMap((grouping) =>
    descendants(grouping, "LabelName").map((node) => textOf({ text, node })),
  );
}

const keyOf = (labels: Record<string, string>, names: readonly string[]) =>
  JSON.stringify(names.map((name) => labels[name] ?? ""));

function namesIn(text: string, node: SyntaxNode | null): string[] {
  return node === null ? [] : descendants(node, "LabelName").map((name) => textOf({ text, node: name }));
}

/**
 * The value of an expression of aggregations (`sum`, `max`, with `by`), `increase`, comparisons `> 0`, and
 * `and on`, `unless on`. The window of `increase` is the time between the scrapes; `offset` means the earlier one.
 */
export function evaluate(text: string, before: Scrape, after: Scrape): Sample[] {
  const children = (node: SyntaxNode) => {
    const list: SyntaxNode[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) list.push(child);
    return list;
  };
  const select = (node: SyntaxNode, scrape: Scrape) =>
    selectorsOf(textOf({ text, node })).flatMap(({ metric, labels }) => {
      if (labels.length > 0) throw new Error(`not evaluated here: labels of ${metric}`);
      return scrape.get(metric) ?? [];
    });

  function aggregate(node: SyntaxNode): Sample[] {
    const operator = textOf({ text, node: node.getChild("AggregateOp") ?? node });
    const names = namesIn(text, node.getChild("AggregateModifier"));
    const body = node.getChild("FunctionCallBody")?.firstChild;
    const groups = new Map<string, Sample>();
    for (const { labels, value } of resultOf(body ?? null)) {
      const key = keyOf(labels, names);
      const known = groups.get(key)?.value;
      const kept = Object.fromEntries(names.map((name) => [name, labels[name] ?? ""]));
      const combined =
        known === undefined ? value : operator === "max" ? Math.max(known, value) : known + value;
      groups.set(key, { labels: kept, value: combined });
    }
    return [...groups.values()];
  }

  /** As Prometheus: a series that the earlier scrape does not have has no increase. */
  function increase(node: SyntaxNode): Sample[] {
    return select(node, after).flatMap(({ labels, value }) => {
      const names = Object.keys(labels);
      const earlier = select(node, before).find(
        (sample) => keyOf(sample.labels, names) === keyOf(labels, names),
      );
      return earlier === undefined ? [] : [{ labels, value: value - earlier.value }];
    });
  }

  function binary(node: SyntaxNode): Sample[] {
    const parts = children(node);
    const [left, operator, right] = [parts[0] ?? null, parts[1]?.name, parts.at(-1) ?? null];
    if (operator === "Gtr" && right !== null && textOf({ text, node: right }) === "0")
      return resultOf(left).filter(({ value }) => value > 0);
    if (operator !== "And" && operator !== "Unless") throw new Error(`not evaluated here: ${operator}`);
    const names = namesIn(text, node.getChild("MatchingModifierClause"));
    const keys = new Set(resultOf(right).map(({ labels }) => keyOf(labels, names)));
    return resultOf(left).filter(({ labels }) => keys.has(keyOf(labels, names)) === (operator === "And"));
  }

  function resultOf(node: SyntaxNode | null): Sample[] {
    switch (node?.name) {
      case "PromQL":
      case "ParenExpr":
        return resultOf(node.firstChild);
      case "AggregateExpr":
        return aggregate(node);
      case "FunctionCall":
        if (!textOf({ text, node }).startsWith("increase("))
          throw new Error("only increase is evaluated here");
        return increase(node);
      case "BinaryExpr":
        return binary(node);
      case "OffsetExpr":
        return select(node, before);
      case "VectorSelector":
        return select(node, after);
      default:
        throw new Error(`not evaluated here: ${node?.name}`);
    }
  }

  return resultOf(parsePromql(text));
}
