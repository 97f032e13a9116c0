interface LockFile {
  packages: Record<
    string,
    { optionalDependencies?: Record<string, string>; dev?: boolean; [key: string]: unknown }
  >
}

/** Adds the optional packages that the lock file lacks, and returns their names. */
export function completeLockFile(lock: LockFile): string[]

/** The names of packages without a hash in the lock file: those that may run, and builds of tools for other systems. */
export function withoutIntegrity(lock: LockFile): { mayRun: string[]; elsewhere: string[] }
