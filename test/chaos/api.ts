/** A client's view of the API: the same requests to any server. */

/** The answer's text by path, without the server's address. */
export type Answers = ReadonlyMap<string, string>;

export async function request(
  url: string,
  key: string,
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, text: (await response.text()).replaceAll(url, "") };
}

/** The requests that every server answers. */
export type Requests = {
  paths: readonly string[];
  /** Fields whose whole numbers, or that these are unknown, aren't compared. */
  exceptFields?: readonly string[];
};

/** @throws Error unless every answer is 200 */
export async function requestAll(
  url: string,
  key: string,
  { paths, exceptFields = [] }: Requests,
): Promise<Answers> {
  const excepted = new RegExp(`"(${exceptFields.join("|")})":(?:[0-9]+|null)`, "g");
  const answers = new Map<string, string>();
  for (const path of paths) {
    const { status, text } = await request(url, key, path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
    answers.set(path, exceptFields.length === 0 ? text : text.replaceAll(excepted, '"$1":"any"'));
  }
  return answers;
}

const charactersAround = 100;

/** The differing answers and, in words, the first difference of each. */
export function differingAnswers(expected: Answers, actual: Answers): string[] {
  return [...expected].flatMap(([path, text]) => {
    const own = actual.get(path) ?? "";
    if (own === text) return [];
    let place = 0;
    while (own[place] === text[place]) place += 1;
    const around = (answer: string) =>
      answer.slice(Math.max(0, place - charactersAround), place + charactersAround);
    return [`${path}, character ${place}: ${around(own)} instead of ${around(text)}`];
  });
}
