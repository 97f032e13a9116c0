/** Flags and variables with which `npm start` runs the shop's server. */
export function servedWith(environment: NodeJS.ProcessEnv): {
  flags: string[]
  env: { MALLOC_ARENA_MAX: string }
}
