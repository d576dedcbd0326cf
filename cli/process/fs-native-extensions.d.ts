/** The package ships no types. */
declare module "fs-native-extensions" {
  /**
   * Locks an open file for its descriptor, until that is closed or the process ends.
   * @returns false when another descriptor has it
   * @throws Error when the file system has no locks
   */
  export function tryLock(descriptor: number): boolean;
}
