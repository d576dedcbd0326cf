/**
 * PromQL in tests: the series that an expression selects, and the value of the expressions that our rules on tables
 * use, over two scrapes of a registry. Anything else is refused, so that no expression is half evaluated.
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
  const nodes = node.name === name ? [node] : [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    nodes.push(...descendants(child, name));
  return nodes;
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

const matches: Readonly<Record<string, (label: string, text: string) => boolean>> = {
  "=": (label, text) => label === text,
  "!=": (label, text) => label !== text,
  "=~": (label, text) => new RegExp(`^(?:${text})$`).test(label),
  "!~": (label, text) => !new RegExp(`^(?:${text})$`).test(label),
};

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  Gtr: (value, limit) => value > limit,
  Eql: (value, limit) => value === limit,
};

function childrenOf(node: SyntaxNode | null | undefined): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) list.push(child);
  return list;
}

/**
 * The value of an expression of aggregations (`sum`, `max`, with `by`), `increase`, `delta`, `label_replace`,
 * comparisons with a number, and `and on`, `unless on`. The window of `increase` and `delta` is the time between the
 * scrapes; `offset` means the earlier one.
 */
export function evaluate(text: string, before: Scrape, after: Scrape): Sample[] {
  const read = (node: SyntaxNode | null | undefined) =>
    node === null || node === undefined ? "" : textOf({ text, node });
  const literal = (node: SyntaxNode | undefined) => JSON.parse(read(node)) as string;

  function select(node: SyntaxNode, scrape: Scrape): Sample[] {
    const [selector] = descendants(node, "VectorSelector");
    const matchers = descendants(node, "UnquotedLabelMatcher").map((matcher) => {
      const [name, operator, wanted] = childrenOf(matcher);
      const isMatch = matches[read(operator)];
      if (isMatch === undefined) throw new Error(`not evaluated here: ${read(matcher)}`);
      return ({ labels }: Sample) => isMatch(labels[read(name)] ?? "", literal(wanted));
    });
    const samples = scrape.get(read(selector?.getChild("Identifier"))) ?? [];
    return samples.filter((sample) => matchers.every((isMatch) => isMatch(sample)));
  }

  function aggregate(node: SyntaxNode): Sample[] {
    const operator = read(node.getChild("AggregateOp"));
    const names = namesIn(text, node.getChild("AggregateModifier"));
    const body = node.getChild("FunctionCallBody")?.firstChild;
    const groups = new Map<string, Sample>();
    for (const { labels, value } of resultOf(body ?? null)) {
      const key = keyOf(labels, names);
      const current = groups.get(key)?.value;
      const kept = Object.fromEntries(names.map((name) => [name, labels[name] ?? ""]));
      const combined =
        current === undefined ? value : operator === "max" ? Math.max(current, value) : current + value;
      groups.set(key, { labels: kept, value: combined });
    }
    return [...groups.values()];
  }

  /** As Prometheus: a series that the earlier scrape does not have has no increase. */
  function change(node: SyntaxNode): Sample[] {
    return select(node, after).flatMap(({ labels, value }) => {
      const names = Object.keys(labels);
      const earlier = select(node, before).find(
        (sample) => keyOf(sample.labels, names) === keyOf(labels, names),
      );
      return earlier === undefined ? [] : [{ labels, value: value - earlier.value }];
    });
  }

  function replaceLabel(node: SyntaxNode): Sample[] {
    const [vector, ...literals] = childrenOf(node.getChild("FunctionCallBody"));
    const [target = "", replacement = "", source = "", pattern = ""] = literals.map(literal);
    const expression = new RegExp(`^(?:${pattern})$`);
    return resultOf(vector ?? null).map(({ labels, value }) => {
      const match = expression.exec(labels[source] ?? "");
      const made = replacement.replaceAll(/\$(\d)/g, (_, group: string) => match?.[Number(group)] ?? "");
      return { labels: match === null ? labels : { ...labels, [target]: made }, value };
    });
  }

  function call(node: SyntaxNode): Sample[] {
    const name = read(node.getChild("FunctionIdentifier"));
    if (name === "label_replace") return replaceLabel(node);
    if (name === "increase" || name === "delta") return change(node);
    throw new Error(`not evaluated here: ${name}`);
  }

  function binary(node: SyntaxNode): Sample[] {
    const parts = childrenOf(node);
    const [left, operator, right] = [parts[0] ?? null, parts[1]?.name ?? "", parts.at(-1) ?? null];
    const isKept = comparisons[operator];
    if (isKept !== undefined && right?.name === "NumberDurationLiteral")
      return resultOf(left).filter(({ value }) => isKept(value, Number(read(right))));
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
        return call(node);
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
