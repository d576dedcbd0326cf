/** A client that has a key and sends requests at its own pace: whether its answers are right, and how long they take. */
import { setTimeout as delay } from "node:timers/promises";
import { type Answers, request } from "./api.ts";

type DayRecord = { day?: unknown; validatorIndex?: unknown; isComplete?: unknown };
type List = { results?: readonly DayRecord[]; data?: readonly DayRecord[] };

export type HonestReport = {
  requests: number;
  /** Complete records that were compared. */
  compared: number;
  longestSeconds: number;
  /** Of the middle one of all. */
  medianSeconds: number;
  problems: string[];
};

const everyMs = 200;
const problemsMax = 10;

const recordsOf = (text: string) => {
  const { results, data } = JSON.parse(text) as List;
  return results ?? data ?? [];
};

/** A record that is complete never changes, so it is as it will be in the end; those that grow have no answer yet. */
function wrongRecords(answer: string, expected: string): { compared: number; wrong: string[] } {
  const wanted = new Map(recordsOf(expected).map((record) => [String(record.day), JSON.stringify(record)]));
  const complete = recordsOf(answer).filter(({ isComplete }) => isComplete === true);
  const wrong = complete
    .map((record) => [JSON.stringify(record), wanted.get(String(record.day))])
    .filter(([own, right]) => own !== right)
    .map(([own, right]) => `${own} instead of ${right}`);
  return { compared: complete.length, wrong };
}

/** Sends requests until the signal, one after the other. */
export async function runHonestClient({
  url,
  key,
  answers,
  signal,
}: {
  url: string;
  key: string;
  answers: Answers;
  signal: AbortSignal;
}): Promise<HonestReport> {
  const paths = [...answers.keys()];
  const seconds: number[] = [];
  const problems: string[] = [];
  let compared = 0;

  async function check(path: string): Promise<void> {
    const startedAt = performance.now();
    const { status, text } = await request(url, key, path);
    seconds.push((performance.now() - startedAt) / 1_000);
    if (status !== 200) {
      problems.push(`${path} answered an honest client ${status}: ${text.slice(0, 200)}`);
      return;
    }
    const judged = wrongRecords(text, answers.get(path) ?? "{}");
    compared += judged.compared;
    for (const wrong of judged.wrong) problems.push(`${path}: ${wrong}`);
  }

  for (let place = 0; !signal.aborted; place = (place + 1) % paths.length) {
    const path = paths[place] ?? "";
    await check(path).catch((error: unknown) => problems.push(`${path}: ${String(error)}`));
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
  seconds.sort((a, b) => a - b);
  return {
    requests: seconds.length,
    compared,
    longestSeconds: seconds.at(-1) ?? Number.POSITIVE_INFINITY,
    medianSeconds: seconds[seconds.length >> 1] ?? Number.POSITIVE_INFINITY,
    problems: problems.slice(0, problemsMax),
  };
}
