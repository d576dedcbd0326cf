import { expect, it } from "vitest";
import { saysAbsent } from "./absence.ts";

it.each<[number, string]>([
  [404, ""],
  [410, '{"code":410,"message":"Historical state unavailable"}'],
  [500, '{"code":500,"message":"Could not get block from block ID: could not find block"}'],
  [500, '{"code":500,"message":"Could not get state: failed to replay blocks: no data found for slot"}'],
  [500, '{"statusCode":500,"error":"Internal Server Error","message":"REGEN_ERROR_NO_SEED_STATE"}'],
  [500, '{"code":13,"message":"checkpoint not found","details":[]}'],
  [500, "state is not available"],
])("%i %s says that it is not there", (status, words) => {
  expect(saysAbsent(status, words)).toBe(true);
});

it.each<[number, string]>([
  [500, '{"code":500,"message":"Internal error"}'],
  [502, "Bad Gateway"],
  [502, "dial tcp: lookup node: no such host"],
  [500, "dial tcp: lookup node: no such host"],
  [503, "upstream not found"],
  [503, "Service Unavailable"],
  [503, "the node is syncing"],
  [504, "upstream request timeout"],
  [429, "not found within your plan"],
  [400, "block not found"],
])("%i %s is something else", (status, words) => {
  expect(saysAbsent(status, words)).toBe(false);
});
