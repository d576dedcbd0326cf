/** What a client of the API sees: the same requests to any server. */
import { createRandom } from "../../fixtures/random.ts";

/** The answer's text by path, without the server's address. */
export type Answers = ReadonlyMap<string, string>;

const askedValidators = 8;
const validators = 96;

function pathsFor(seed: number): string[] {
  const random = createRandom(seed, "asked validators");
  const chosen = Array.from({ length: askedValidators }, () => random.integer(validators));
  return [
    "/v0/eth/validators?size=100",
    "/v0/eth/validators/effectiveness?groupBy=timeWindow&size=50&indices=1&indices=2&indices=3",
    ...chosen.flatMap((index) => [
      `/v0/eth/validators/${index}/effectiveness?size=50`,
      `/v0/eth/validators/${index}/effectiveness?size=50&granularity=week`,
      `/v1/eth/validators/${index}/effectiveness?limit=50`,
    ]),
  ];
}

export async function ask(url: string, key: string, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, text: (await response.text()).replaceAll(url, "") };
}

/** @throws Error unless every answer is 200 */
export async function askAll(url: string, key: string, seed: number): Promise<Answers> {
  const answers = new Map<string, string>();
  for (const path of pathsFor(seed)) {
    const { status, text } = await ask(url, key, path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
    answers.set(path, text);
  }
  return answers;
}

const charactersAround = 100;

/** Which answers differ and, in words, where each begins to. */
export function differingAnswers(expected: Answers, found: Answers): string[] {
  return [...expected].flatMap(([path, text]) => {
    const own = found.get(path) ?? "";
    if (own === text) return [];
    let place = 0;
    while (own[place] === text[place]) place += 1;
    const around = (answer: string) =>
      answer.slice(Math.max(0, place - charactersAround), place + charactersAround);
    return [`${path}, character ${place}: ${around(own)} instead of ${around(text)}`];
  });
}
