interface LockFile {
  packages: Record<
    string,
    { optionalDependencies?: Record<string, string>; dev?: boolean; [key: string]: unknown }
  >
}

/** Adds the optional packages that the lock file lacks, and returns their names. */
export function completeLockFile(lock: LockFile): string[]
