import { spawn } from "node:child_process";

export type Guard = { watch(pid: number): void; end(): void };

/**
 * Ends a broker and removes its folder when this process ends in any way: the pipe to the guard's
 * standard input then closes. Its lines are the process ids to watch; the last one counts.
 */
export function startGuard(folder: string): Guard {
  const script = `
    let lines = "";
    process.stdin.on("data", (chunk) => { lines += chunk; }).on("end", () => {
      const pid = Number(lines.trim().split("\\n").at(-1));
      try { if (pid > 0) process.kill(pid, "SIGKILL"); } catch {}
      setTimeout(() => require("node:fs").rmSync(process.argv[1], { recursive: true, force: true }), 200);
    });`;
  const guard = spawn(process.execPath, ["-e", script, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return {
    watch: (pid) => void guard.stdin.write(`${pid}\n`),
    end: () => void guard.kill("SIGKILL"),
  };
}
