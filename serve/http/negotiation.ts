/**
 * What a client asks for by its headers. Each is cut at a length that no honest client reaches before anything is
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

/** One that is too long counts as none. */
function acceptsCoding(header: string | null, names: readonly string[]): boolean {
  if (header === null || header.length > acceptEncodingCharactersMax) return false;
  return header.split(",").some((part) => {
    const [name = "", ...options] = part.toLowerCase().split(";");
    const coding = name.trim();
    if (!names.includes(coding)) return false;
    return !options.some((option) => isRefusal(option.trim()));
  });
}

/** Whether an If-None-Match names a weak validator. One that is too long names none. */
export function namesEtag(header: string | null, etag: string): boolean {
  if (header === null || header.length > ifNoneMatchCharactersMax) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((part) => {
    const name = part.trim();
    return (name.startsWith("W/") ? name.slice(2) : name) === etag.slice(2);
  });
}
