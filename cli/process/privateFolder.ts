/** Folders that only their owner can enter: facts, hashes of keys, the local socket. */
import { chmodSync, mkdirSync, statSync } from "node:fs";

const privateMode = 0o700;
const othersMask = 0o077;

/**
 * Makes a folder that only this user can enter, or closes one to everybody else.
 * @returns false when it belongs to another user, whose matter it is: such as a volume that a container is given
 */
export function makePrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: privateMode });
  const { mode, uid } = statSync(folder);
  if (uid !== process.getuid?.()) return false;
  if ((mode & othersMask) !== 0) chmodSync(folder, privateMode);
  return true;
}
