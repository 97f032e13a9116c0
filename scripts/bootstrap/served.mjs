/**
 * How Node runs the shop's server. A rendered page leaves a few megabytes behind. Kept small, the heaps hand them back:
 * half of the memory under load. What the operator's environment says of them goes first.
 */
export function servedWith(environment) {
  const { MALLOC_ARENA_MAX = '2', NODE_OPTIONS = '' } = environment
  const isYoungSet = NODE_OPTIONS.includes('--max-semi-space-size')
  return {
    flags: [
      '--heap-growing-percent=40',
      // Node would put this before what the operator of a large shop wants.
      ...(isYoungSet ? [] : ['--max-semi-space-size=16']),
    ],
    env: { MALLOC_ARENA_MAX },
  }
}
