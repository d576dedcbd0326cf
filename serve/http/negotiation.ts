/**
 * Content negotiation by request headers. Each is cut at a length that no honest client reaches before anything is
 * looked for in it, and read by splitting at single characters: work grows with the length and no faster.
 */

/** Browsers send 30 characters, libraries that list all they can 60. */
const acceptEncodingCharactersMax = 1_024;
/** Room for 128 of our own validators. */
const ifNoneMatchCharactersMax = 4_096;

/** A weight of nothing: `q=0`, `q=0.`, `q=0.000`. */
const isRefusal = (option: string) => option.startsWith("q=") && Number(option.slice(2)) === 0;

/** Whether an Accept-Encoding allows gzip. */
export const acceptsGzip = (header: string | null) => acceptsCoding(header, ["gzip", "x-gzip", "*"]);

/** Whether an Accept-Encoding allows Brotli: only where it is named, since few others than browsers know it. */
export const acceptsBrotli = (header: string | null) => acceptsCoding(header, ["br"]);

/** A header that is too long counts as missing. */
function acceptsCoding(header: string | null, names: readonly string[]): boolean {
  if (header === null || header.length > acceptEncodingCharactersMax) return false;
  return header.split(",").some((part) => {
    const [name = "", ...options] = part.toLowerCase().split(";");
    const coding = name.trim();
    if (!names.includes(coding)) return false;
    return !options.some((option) => isRefusal(option.trim()));
  });
}

/** Whether an If-None-Match names a weak validator. A header that is too long names none. */
export function namesEtag(header: string | null, etag: string): boolean {
  if (header === null || header.length > ifNoneMatchCharactersMax) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((part) => {
    const name = part.trim();
    return (name.startsWith("W/") ? name.slice(2) : name) === etag.slice(2);
  });
}

/** Browsers send 140 characters. */
const acceptCharactersMax = 1_024;
/** More of them are left unread. */
const acceptPartsMax = 32;

const weightOf = (options: readonly string[]): number => {
  const weight = options.map((option) => option.trim()).find((option) => option.startsWith("q="));
  const value = weight === undefined ? 1 : Number(weight.slice(2));
  return Number.isFinite(value) ? value : 0;
};

/**
 * The supported type with the highest weight in an Accept header, the first one among equals. Ranges match none.
 * @returns undefined where it names none, or is too long
 */
export function preferredType(header: string | null, types: readonly string[]): string | undefined {
  if (header === null || header.length > acceptCharactersMax) return undefined;
  const named = header
    .split(",", acceptPartsMax)
    .map((part) => {
      const [name = "", ...options] = part.toLowerCase().split(";");
      return { type: name.trim(), weight: weightOf(options) };
    })
    .filter(({ type, weight }) => weight > 0 && types.includes(type));
  return named.sort((one, other) => other.weight - one.weight)[0]?.type;
}
