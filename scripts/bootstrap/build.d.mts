/** A hash over all that goes into a build. */
export function sourceHash(): string
export function ensureBuilt(): Promise<void>
