/** The file of prices: `date,token,eth_price,usd_price`, one line for a token and UTC day; a price may be blank. */
import { readFile, stat } from "node:fs/promises";
import { ConfigError, errorMessage } from "../../lib/errors.ts";
import type { PricesMessage } from "../../schemas/eigenlayer/events.ts";

export type PriceFile = { version: number; prices: PricesMessage["prices"] };

/** Rows in a message: 110 bytes each. */
const rowsMax = 8_000;
const columns = ["date", "token", "eth_price", "usd_price"] as const;
const pricePattern = /^\d{1,20}(?:\.\d{1,18})?$/;
const addressPattern = /^0x[0-9a-f]{40}$/;

function readLine(
  line: string,
  order: readonly number[],
  problem: (what: string) => ConfigError,
): PricesMessage["prices"][number] {
  const cells = line.split(",").map((cell) => cell.trim());
  const [date = "", token = "", eth = "", usd = ""] = order.map((place) => cells[place] ?? "");
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) throw problem(`"${date}" is no date, such as 2026-11-20`);
  if (!addressPattern.test(token.toLowerCase())) throw problem(`"${token}" is no address of a token`);
  const wrong = [eth, usd].find((price) => price !== "" && !pricePattern.test(price));
  if (wrong !== undefined) throw problem(`"${wrong}" is no price, such as 0.000312`);
  return {
    day: time / 86_400_000,
    token: token.toLowerCase(),
    eth_price: eth === "" ? null : eth,
    usd_price: usd === "" ? null : usd,
  };
}

/** @throws ConfigError that names the line that can't be read */
export function parsePrices(text: string, path: string): PricesMessage["prices"] {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = head.split(",").map((name) => name.trim().toLowerCase());
  const order = columns.map((name) => names.indexOf(name));
  if (order.includes(-1))
    throw new ConfigError(`${path}: its first line has to name the columns ${columns.join(",")}`, {
      code: "bad_prices",
    });
  return lines.flatMap((line, i) =>
    line.trim() === ""
      ? []
      : [
          readLine(
            line,
            order,
            (what) => new ConfigError(`${path}, line ${i + 2}: ${what}`, { code: "bad_prices" }),
          ),
        ],
  );
}

/** The file as it is now. `version` is when it was last edited. @throws ConfigError */
export async function readPriceFile(path: string): Promise<PriceFile> {
  try {
    const { mtimeMs } = await stat(path);
    return { version: Math.floor(mtimeMs), prices: parsePrices(await readFile(path, "utf8"), path) };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} can't be read: ${errorMessage(error)}`, {
      code: "bad_prices",
      cause: error,
    });
  }
}

export function toPricesMessages(network: string, { version, prices }: PriceFile): PricesMessage[] {
  const messages: PricesMessage[] = [];
  for (let start = 0; start < prices.length; start += rowsMax)
    messages.push({
      type: "prices",
      network,
      file_version: version,
      prices: prices.slice(start, start + rowsMax),
    });
  return messages;
}
