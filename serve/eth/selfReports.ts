/** Validators that organizations report as their own: rows for entities, of a source below what operators import. */
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { EndpointRequest } from "../endpoint.ts";
import type { Services } from "../services.ts";

const wrong = (loc: (string | number)[], msg: string) => ({
  loc: ["body", ...loc],
  msg,
  type: "value_error",
});

const folded = (name: string) => name.trim().toLowerCase();

/** @throws ApiError 400 naming public keys that another organization reported before */
async function checkOwners(services: Services, request: EndpointRequest, validators: readonly string[]) {
  const pubkeys = validators.map((pubkey) => pubkey.slice(2));
  const { text } = loadSql("queries/app/reported_by_others.sql");
  const { organizationId } = request.caller;
  const rows = await services.store.rows<{ pubkeyHex: string }>(text, {
    network: request.network,
    organizationId,
    pubkeys,
  });
  const others = new Set(rows.map(({ pubkeyHex }) => pubkeyHex));
  const errors = pubkeys.flatMap((pubkey, index) =>
    others.has(pubkey) ? [wrong(["validators", index], "Reported by another operator already")] : [],
  );
  if (errors.length > 0) throw new ApiError(400, errors);
}

/**
 * Notes that the caller's organization runs these validators, `0x` and lower case, each once.
 * @throws ApiError 403 for an organization that may not report; 400 when another one did before, or for its own name
 *   as the pool
 */
export async function reportValidators(
  services: Services,
  request: EndpointRequest,
  report: { validators: readonly string[]; poolTag: string | null },
): Promise<void> {
  const { organizationId, organizationName, maySelfReport } = request.caller;
  if (!maySelfReport) throw new ApiError(403, "You don't have permission to do that.");
  if (report.poolTag !== null && folded(report.poolTag) === folded(organizationName)) {
    throw new ApiError(400, [
      wrong(["poolTag"], "Input should be the name of a pool, not the operator's own"),
    ]);
  }
  await checkOwners(services, request, report.validators);
  await services.store.command(loadSql("queries/app/self_report.sql").text, {
    network: request.network,
    organizationId,
    operator: organizationName,
    poolTag: report.poolTag,
    pubkeys: report.validators.map((pubkey) => pubkey.slice(2)),
  });
  // Another server may have taken the same keys since the first look: readers accept the first report.
  await checkOwners(services, request, report.validators);
}
