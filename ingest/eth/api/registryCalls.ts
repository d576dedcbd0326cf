/** Calls about the registry of a state: all validators, or some of them by id. */
import { SourceError } from "../../../lib/errors.ts";
import type { HttpResponse } from "../../node/http.ts";
import type { NodeSet } from "../../node/nodes.ts";
import type { RegistryColumns } from "../registryColumns.ts";
import { createValidatorScanner } from "../scan/validators.ts";
import { gibibyte, idsPerRequest, jsonBytesMax, scan, throwPruned } from "./answers.ts";
import type { BeaconClient, From } from "./beacon.ts";

type RegistryCalls = Pick<BeaconClient, "validators" | "validatorsById" | "validatorsByStatus">;

export function createRegistryCalls({ set }: { set: NodeSet }): RegistryCalls {
  /** The open answer of a state's registry: its body is read later, piece by piece. */
  function openValidators(slot: number, signal?: AbortSignal): Promise<From<HttpResponse>> {
    const path = `/eth/v1/beacon/states/${slot}/validators`;
    return set.call({
      path,
      signal,
      isBulk: true,
      bodyBytesMax: 4 * gibibyte,
      absent: throwPruned(slot, path),
      read: async (response, node) => ({ value: response, node }),
    });
  }

  async function* validators(
    slot: number,
    batchRows: number,
    signal?: AbortSignal,
    spare?: RegistryColumns[],
  ): AsyncGenerator<From<RegistryColumns>> {
    const { value: response, node } = await openValidators(slot, signal);
    const ready: RegistryColumns[] = [];
    const scanner = createValidatorScanner(batchRows, (columns) => ready.push(columns), spare);
    try {
      for await (const piece of response.stream()) {
        scanner.push(piece);
        for (const value of ready.splice(0)) yield { value, node };
      }
      scanner.end();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      const named = new SourceError(`${node.name}, registry at slot ${slot}: ${error.message}`, {
        code: error.code,
        cause: error,
        meta: { node: node.name, slot },
      });
      set.report(node, named);
      throw named;
    } finally {
      response.discard();
    }
    for (const value of ready) yield { value, node };
  }

  /** Validators that match a filter, in one request. */
  function selectValidators(
    slot: number,
    filter: { ids?: readonly string[]; statuses?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<RegistryColumns[]> {
    const path = `/eth/v1/beacon/states/${slot}/validators`;
    return set.call({
      path,
      method: "POST",
      body: JSON.stringify(filter),
      signal,
      bodyBytesMax: jsonBytesMax,
      absent: throwPruned(slot, path),
      read: async (response) => {
        const batches: RegistryColumns[] = [];
        const scanner = createValidatorScanner(idsPerRequest, (batch) => batches.push(batch));
        return scan<RegistryColumns[]>({ ...scanner, result: () => batches }, response);
      },
    });
  }

  async function validatorsById(
    slot: number,
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<RegistryColumns[]> {
    const all: RegistryColumns[] = [];
    for (let start = 0; start < ids.length; start += idsPerRequest)
      all.push(...(await selectValidators(slot, { ids: ids.slice(start, start + idsPerRequest) }, signal)));
    return all;
  }

  return {
    validators,
    validatorsById,
    validatorsByStatus: (slot, statuses, signal) => selectValidators(slot, { statuses }, signal),
  };
}
