/** Token names, from the metadata accounts of the Metaplex program. */
import { parseJsonWithBigInts } from "@solana/rpc-spec-types";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { HttpResponse } from "../../node/http.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { toSourceError } from "../api/errors.ts";
import { addressAt } from "./address.ts";
import { shortText } from "./text.ts";

const method = "getMultipleAccounts";
const metadataProgram = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
/** The program's index of metadata. */
const metadataKey = 4;
/** Key, update authority, mint; then the name and the symbol, padded with zeros to 32 and 10 bytes. */
const [mintOffset, nameOffset] = [33, 65];
const usedBytes = nameOffset + 4 + 32 + 4 + 10;
/** The most accounts that nodes return per request. */
const accountsMax = 100;
const [nameLetters, symbolLetters] = [200, 50];

export type TokenName = { name: string | null; symbol: string | null };

const answerShape = z.object({
  result: z.object({
    value: z.array(z.object({ data: z.tuple([z.base64(), z.literal("base64")]) }).nullable()),
  }),
});

/** A borsh string without its padding; undefined if it exceeds the data. */
function borshText(data: Buffer, offset: number): { text: string; end: number } | undefined {
  if (offset + 4 > data.length) return undefined;
  const end = offset + 4 + data.readUInt32LE(offset);
  if (end > data.length) return undefined;
  return {
    text: data
      .toString("utf8", offset + 4, end)
      .replaceAll("\0", "")
      .trim(),
    end,
  };
}

/** @returns undefined if this isn't the mint's metadata */
export function decodeTokenName(data: Buffer, mint: string): TokenName | undefined {
  if (data.length < nameOffset || data[0] !== metadataKey || addressAt(data, mintOffset) !== mint)
    return undefined;
  const name = borshText(data, nameOffset);
  if (name === undefined) return undefined;
  return {
    name: shortText(name.text, nameLetters),
    symbol: shortText(borshText(data, name.end)?.text, symbolLetters),
  };
}

async function readAnswer(response: HttpResponse, count: number): Promise<(Buffer | undefined)[]> {
  let json: unknown;
  try {
    json = parseJsonWithBigInts((await response.bytes()).toString("utf8"));
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    throw new SourceError(`${method}: the answer is no JSON`, { code: "bad_json", cause });
  }
  const { error } = (json ?? {}) as { error?: unknown };
  if (error !== undefined && error !== null) throw toSourceError(method, error);
  const answer = answerShape.safeParse(json);
  if (!answer.success || answer.data.result.value.length !== count)
    throw new SourceError(`${method}: an answer without the accounts`, { code: "bad_answer" });
  return answer.data.result.value.map((account) =>
    account === null ? undefined : Buffer.from(account.data[0], "base64"),
  );
}

/** Names by mint, of the mints that have one. */
export async function readTokenNames(
  nodes: NodeSet,
  mints: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, TokenName>> {
  const names = new Map<string, TokenName>();
  if (mints.length === 0) return names;
  const { PublicKey } = await import("@solana/web3.js");
  const program = new PublicKey(metadataProgram);
  const metadataOf = (mint: string) =>
    PublicKey.findProgramAddressSync(
      [Buffer.from("metadata"), program.toBuffer(), new PublicKey(mint).toBuffer()],
      program,
    )[0].toBase58();
  const options = {
    commitment: "finalized",
    encoding: "base64",
    dataSlice: { offset: 0, length: usedBytes },
  };
  for (let first = 0; first < mints.length; first += accountsMax) {
    const some = mints.slice(first, first + accountsMax);
    const params = [some.map(metadataOf), options];
    const accounts = await nodes.call({
      path: "",
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal,
      read: (response) => readAnswer(response, some.length),
    });
    for (const [at, mint] of some.entries()) {
      const data = accounts[at];
      const name = data && decodeTokenName(data, mint);
      if (name !== undefined) names.set(mint, name);
    }
  }
  return names;
}
