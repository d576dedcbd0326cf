/** Facts of an organization besides its keys. Only the command line sets them. */
import { ConfigError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { explorerWord } from "./explorer.ts";

export const nameCharactersMax = 200;

/** Whether a text is displayed as it is, in a terminal, too: control and invisible characters are not. */
export const isPrintable = (text: string) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);

/** @throws ConfigError for a name that is empty, too long, or not printable */
export function checkName(what: string, name: string): void {
  if (name.trim() === "" || name.length > nameCharactersMax)
    throw new ConfigError(`The name of ${what} has 1 to ${nameCharactersMax} characters`);
  if (!isPrintable(name)) throw new ConfigError(`The name of ${what} has no control characters`);
}

/** @throws ConfigError for a name that no organization may have */
export function checkOrganization(name: string): void {
  checkName("an organization", name);
  if (name.trim().toLowerCase() === explorerWord)
    throw new ConfigError(
      `"${explorerWord}" are those who look at the explorer without a key; name the organization otherwise`,
    );
}

/** Accepts or refuses the self reports of an organization, on any tier. */
export async function setSelfReports(store: Store, organizationId: string, isTaken: boolean): Promise<void> {
  const values = { organizationId, maySelfReport: Number(isTaken) };
  await store.command(loadSql("queries/app/set_self_reports.sql").text, values);
}

/** Counts as texts, times UTC. */
export type OrganizationRecord = {
  organizationId: string;
  name: string;
  maySelfReport: boolean | null;
  tiers: string[];
  validKeys: string;
  keys: string;
  tags: string;
  createdAt: string;
};

/** All that have keys, the oldest first; or one. */
export function listOrganizations(store: Store, organizationId: string | null = null) {
  const sql = loadSql("queries/app/organizations.sql").text;
  return store.rows<OrganizationRecord>(sql, { organizationId });
}

/**
 * Gives an organization another name. Its earlier reports keep the former name.
 * @throws ConfigError when there is no such organization, another one has the name, or the name is reserved
 */
export async function renameOrganization(store: Store, organizationId: string, name: string): Promise<void> {
  checkOrganization(name);
  const all = await listOrganizations(store);
  if (!all.some((one) => one.organizationId === organizationId)) throw unknownOrganization(organizationId);
  const namesake = all.find(
    (one) => one.organizationId !== organizationId && [one.name, one.organizationId].includes(name),
  );
  if (namesake !== undefined)
    throw new ConfigError(`The organization ${namesake.organizationId} already has the name "${name}"`);
  await store.command(loadSql("queries/app/rename_organization.sql").text, { organizationId, name });
}

/** The error for an identifier without an organization. */
export const unknownOrganization = (organizationId: string): ConfigError =>
  new ConfigError(`There is no organization "${organizationId}"; \`organizations list\` shows them`);
