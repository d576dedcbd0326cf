/** Folders that only their owner can enter: facts, hashes of keys, the local socket. */
import { chmodSync, mkdirSync, statSync } from "node:fs";

const privateMode = 0o700;
const othersMask = 0o077;

/**
 * Makes a folder that only this user can enter, or restricts an existing one.
 * @returns false if it belongs to another user, who decides its mode, such as a container's volume
 */
export function makePrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: privateMode });
  const { mode, uid } = statSync(folder);
  if (uid !== process.getuid?.()) return false;
  if ((mode & othersMask) !== 0) chmodSync(folder, privateMode);
  return true;
}
