/** A hash over all that goes into a build. */
export function sourceHash(): string
/** For what runs from build/, as `npm start` and `npm run violet` run it. */
export function builtEnvironment(): { NODE_ENV: string; NODE_COMPILE_CACHE: string }
export function ensureBuilt(): Promise<void>
