/** Links between operations: the identifier in one operation's answer is a parameter of others. */
import type { oas31 } from "zod-openapi";

type Operation = {
  operationId?: string;
  responses?: Record<string, { links?: object; content?: Record<string, { schema?: { $ref?: string } }> }>;
};

/** Adds links to every 201 that has an `id`: from its address to those that go on with a parameter in place of it. */
export function addLinks(document: oas31.OpenAPIObject): void {
  const paths = Object.entries(document.paths ?? {}) as [string, Record<string, Operation>][];
  for (const [path, { post }] of paths) {
    const created = post?.responses?.["201"];
    const reference = created?.content?.["application/json"]?.schema?.$ref ?? "";
    const record = document.components?.schemas?.[reference.split("/").at(-1) ?? ""] as
      | oas31.SchemaObject
      | undefined;
    if (created === undefined || record?.properties?.id === undefined) continue;
    const links = paths.flatMap(([other, item]) => {
      const rest = other.startsWith(`${path}/{`) ? other.slice(path.length + 2) : undefined;
      const parameter = rest?.slice(0, rest.indexOf("}"));
      if (parameter === undefined) return [];
      return Object.values(item).map(({ operationId = "" }) => [
        operationId,
        { operationId, parameters: { [parameter]: "$response.body#/id" } },
      ]);
    });
    created.links = Object.fromEntries(links);
  }
}
