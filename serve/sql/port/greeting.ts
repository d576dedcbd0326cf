/**
 * The first query of clickhouse-go, and with it of Grafana: the server's name and its revision of the Native format. The
 * client reads this one answer as revisions from 54454 on write it, regardless of the returned revision. It reads all later ones
 * in the returned revision: none (`revision()` is 0 here, serve/sql/check), which is the format as the engine writes it.
 */
const greetingQuery = /^\s*select\s+displayName\(\),\s*version\(\),\s*revision\(\),\s*timezone\(\)\s*$/i;
/** From this revision on each column has a flag for custom serialization. */
const revisionOfFlags = 54_454;

/** Empty block info: no overflow row, no bucket. */
const blockInfo = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]);
const usualWay = Buffer.from([0]);

export const isGreeting = (sql: string, revision: number) =>
  revision >= revisionOfFlags && greetingQuery.test(sql);

/** @param native one row of four columns of the type String or UInt32, as the engine writes it */
export function greetingOf(native: Buffer): Buffer {
  const parts: Buffer[] = [blockInfo];
  let at = 0;
  const take = (bytes: number) => {
    parts.push(native.subarray(at, at + bytes));
    at += bytes;
  };
  // Names, types and values are shorter than 128 bytes: their length is one byte.
  const takeText = () => {
    const text = native.toString("latin1", at + 1, at + 1 + (native[at] ?? 0));
    take(1 + text.length);
    return text;
  };
  const columns = native[0] ?? 0;
  take(2);
  for (let column = 0; column < columns; column += 1) {
    takeText();
    const type = takeText();
    parts.push(usualWay);
    if (type === "UInt32") take(4);
    else takeText();
  }
  return Buffer.concat(parts);
}
