/** A Cardano network's name, by the magic number of its genesis. */
const names = new Map([
  [764_824_073, "mainnet"],
  [1, "preprod"],
  [2, "preview"],
]);

/** A network without a name is called by its number. */
export function networkOf(magic: number): string {
  return names.get(magic) ?? `magic-${magic}`;
}
