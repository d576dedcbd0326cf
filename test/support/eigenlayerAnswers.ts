/** The API's answers for EigenLayer, with numbers as text. */
import type { ServeFixture } from "./serve.ts";

type Answered = Record<string, unknown>;

/** All records at a path below `/v1/eigenlayer/`, over as many pages as there are. */
export async function getEigenlayer(
  served: ServeFixture,
  path: string,
  network = "mainnet",
): Promise<Answered[]> {
  const records: Answered[] = [];
  for (let offset = 0; ; offset += 200) {
    const joint = path.includes("?") ? "&" : "?";
    const response = await served.get(`/v1/eigenlayer/${path}${joint}limit=200&offset=${offset}`, {
      "X-Service-Network": network,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    const quoted = text.replaceAll(/":(-?\d[\d.]*)/g, '":"$1"');
    const { results, next } = JSON.parse(quoted) as { results: Answered[]; next: string | null };
    records.push(...results);
    if (next === null) return records;
  }
}
