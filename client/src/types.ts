/** Parameters and answers of each path, derived from the API's own document. */
import type { paths } from "./openapi.ts";

type At<Value, Key> = Value[Key & keyof Value];

export type Method = "get" | "post" | "delete";
/** Addresses that a method is for, as the document writes them: with `{names}` of parameters. */
export type PathOf<Of extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Of, object> ? Path : never;
}[keyof paths];

/** How integers come: as JavaScript reads numbers, or with all digits, those beyond 2^53 as a bigint. */
export type Integers = "number" | "exact";

/** An answer whose integers are exact: any of them may be a bigint. */
export type Exact<Value> = Value extends number
  ? Value | bigint
  : Value extends readonly (infer Item)[]
    ? Exact<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Exact<Value[Key]> }
      : Value;

type OperationOf<Path extends keyof paths, Of extends Method> = At<paths[Path], Of>;
type Json<Message> = At<At<Message, "content">, "application/json">;
type Plain<Path extends keyof paths, Of extends Method> = Json<
  At<At<OperationOf<Path, Of>, "responses">, 200 | 201>
>;

/** The body of a success. */
export type AnswerOf<
  Path extends keyof paths,
  Of extends Method = "get",
  As extends Integers = "number",
> = As extends "exact" ? Exact<Plain<Path, Of>> : Plain<Path, Of>;

/** Of the parameters, those of path and query; the client itself sees to the headers. */
type Parameters<Operation> = Operation extends { parameters: infer Given }
  ? Pick<Given, Extract<keyof Given, "path" | "query">>
  : unknown;

type Body<Operation> = Operation extends { requestBody: object }
  ? { body: Json<Operation["requestBody"]> }
  : unknown;

export type CallOptions = {
  /** Network of this call in place of the client's. */
  network?: string | undefined;
  /** Ends the call, and waiting for another try. */
  signal?: AbortSignal | undefined;
  /** Further headers, such as `If-None-Match`. */
  headers?: Record<string, string> | undefined;
};

/** The options of a call. */
export type CallOf<Path extends keyof paths, Of extends Method = "get"> = Parameters<OperationOf<Path, Of>> &
  Body<OperationOf<Path, Of>> &
  CallOptions;

/** The same as an argument, which is optional if no option is required. */
export type CallArguments<Path extends keyof paths, Of extends Method> =
  object extends CallOf<Path, Of> ? [call?: CallOf<Path, Of>] : [call: CallOf<Path, Of>];

/** Addresses that answer in pages. */
export type PagedPath = {
  [Path in PathOf<"get">]: Plain<Path, "get"> extends { next: string | null } ? Path : never;
}[PathOf<"get">];

/** One of the records of a page, whichever envelope it has. */
export type RecordOf<Page> = Page extends { results: (infer Item)[] }
  ? Item
  : Page extends { data: (infer Item)[] }
    ? Item
    : Page extends { rows: (infer Item)[] }
      ? Item
      : never;
