/** Recordings played back: nodes on loopback that answer as the recorded ones did. */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { NodeSetting } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { countFields, type NodeCounts, nodeId, type RecordingDescription, requestKey } from "./format.ts";
import { type NodeRequest, sendAnswer, sendError, startNodeServer } from "./http.ts";
import { openRecording, type RecordedAnswer, type Recording } from "./reader.ts";

/**
 * Not 404, which beacon nodes answer for a slot without a block: a gap in a recording must never pass for a gap in the chain.
 */
const notRecordedStatus = 421;

const closeTimeoutMs = 5_000;

export type RecordedNodes = {
  /** One setting a network, with as many addresses as were recorded. */
  nodes: NodeSetting[];
  /** Each file's contents, in order of networks and heights. A range is played back as it was recorded, file by file. */
  recordings: { path: string; description: RecordingDescription; isComplete: boolean }[];
  close(): Promise<void>;
};

async function openFile(path: string, log: Logger): Promise<Recording> {
  const recording = await openRecording(path);
  if (recording === undefined) throw new ConfigError(`${path} is empty: its recording never began`);
  const { isComplete, bytesLost } = recording;
  if (bytesLost > 0)
    log.warn({ path, bytes: bytesLost }, "the end of the recording is truncated or damaged, and is ignored");
  if (!isComplete)
    log.warn({ path }, "the recording was interrupted; run the same `record` command to resume it");
  return recording;
}

async function openFiles(paths: readonly string[], log: Logger): Promise<Recording[]> {
  const opened: Recording[] = [];
  try {
    for (const path of paths) opened.push(await openFile(path, log));
  } catch (error) {
    for (const recording of opened) await recording.close();
    throw error;
  }
  return opened.sort((left, right) => left.description.to - right.description.to);
}

const networkOf = ({ chain, label, network }: RecordingDescription) => `${chain}/${label}/${network}`;

/** The node's answer, or that of another node of its kind to the same request. The latest file takes precedence. */
async function find(
  recordings: readonly Recording[],
  request: NodeRequest,
): Promise<RecordedAnswer | undefined> {
  const { role, position } = request;
  const counts = recordings.map(({ description }) => description[countFields[role]]);
  const others = Array.from({ length: Math.max(...counts) }, (_, other) => other).filter(
    (other) => other !== position,
  );
  for (const candidate of [position, ...others]) {
    const key = requestKey({ ...request, node: nodeId(role, candidate) });
    const recording = recordings.findLast((one) => one.has(key));
    if (recording !== undefined) return await recording.answer(key);
  }
  return undefined;
}

function describeRequest({ method, path, request_body: body = "" }: NodeRequest): string {
  return `${method} ${path}${body === "" ? "" : ` ${body.slice(0, 200)}`}`;
}

/**
 * Serves recordings of any networks and ranges. A request gets its last recorded answer, a refusal only when there is
 * no other; one that wasn't recorded gets a status that no caller takes for an answer, and a body that says so.
 * @param deps `kindsOf`: a chain's kinds of nodes, in the order of its settings
 * @throws ConfigError when a file can't be read or is no recording
 */
export async function openRecordedNodes(
  paths: readonly string[],
  { kindsOf, log }: { kindsOf(chain: string): readonly string[]; log: Logger },
): Promise<RecordedNodes> {
  const recordings = await openFiles(paths, log);
  const names = [...new Set(recordings.map(({ description }) => networkOf(description)))];
  const networks = names.map((name) =>
    recordings.filter(({ description }) => networkOf(description) === name),
  );

  async function handle(request: NodeRequest, response: ServerResponse): Promise<void> {
    const answer = await find(networks[request.network] ?? [], request);
    if (answer !== undefined) return await sendAnswer(response, answer);
    const network = names[request.network] ?? "this network";
    sendError(response, notRecordedStatus, `${describeRequest(request)} was not recorded of ${network}`);
  }

  const server = await startNodeServer(handle);
  const most = (files: readonly Recording[], field: keyof NodeCounts) =>
    Math.max(...files.map(({ description }) => description[field]));
  return {
    nodes: networks.flatMap((files) => {
      const [first] = files;
      if (first === undefined) return [];
      const counts: NodeCounts = {
        primaries: most(files, "primaries"),
        secondaries: most(files, "secondaries"),
        tertiaries: most(files, "tertiaries"),
      };
      const { description } = first;
      const place = networks.indexOf(files);
      return [server.setting(place, { ...description, ...counts }, kindsOf(description.chain))];
    }),
    recordings: networks
      .flat()
      .map(({ path, description, isComplete }) => ({ path, description, isComplete })),
    close: async () => {
      // A cross-check of the listener may still be reading.
      await Promise.race([server.idle(), delay(closeTimeoutMs, undefined, { ref: false })]);
      await server.close();
      for (const recording of recordings) await recording.close();
    },
  };
}
