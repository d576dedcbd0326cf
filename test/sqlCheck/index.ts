/** `make sql`: prints a line for each finding, and fails if there are any. */
import { sqlFolder } from "../../lib/sql/file.ts";
import { setup } from "../support/memoryFolder.ts";
import { checkSql, formatFindings } from "./check.ts";
import { sqlRules } from "./rules.ts";

const clean = setup();
try {
  const { findings, statements } = await checkSql(sqlFolder, sqlRules);
  for (const line of formatFindings(findings)) console.log(line);
  console.log(`${statements} statements, ${sqlRules.length} rules, ${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
} finally {
  clean?.();
}
