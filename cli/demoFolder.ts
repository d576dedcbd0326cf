/** A folder that goes with the process that made it, however that ends. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The engine may still write while the process exits, and a killed process runs no cleanup. So a second process waits for
 * the end of this one, which closes its input, then removes the folder.
 */
export function demoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "validator-analytics-demo-"));
  const remover = spawn(
    "sh",
    ["-c", 'cat > /dev/null; rm -rf -- "$0" || { sleep 1; rm -rf -- "$0"; }', folder],
    {
      // A terminal's Ctrl-C must not stop it.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    },
  );
  // Without a shell, the folder is removed at exit.
  remover.on("error", () => undefined);
  remover.unref();
  (remover.stdin as Socket | null)?.unref();
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } catch {
      // The engine is writing still: the remover takes it.
    }
  });
  return folder;
}
