/** What a network of Cardano is called: by the magic number of its genesis. */
const names = new Map([
  [764_824_073, "mainnet"],
  [1, "preprod"],
  [2, "preview"],
]);

/** A network that nobody has named goes by its number. */
export function networkOf(magic: number): string {
  return names.get(magic) ?? `magic-${magic}`;
}
