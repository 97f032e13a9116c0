import { afterAll, afterEach, beforeEach } from 'vitest'

type Level = 'error' | 'warn'

const heard: string[] = []

/*
 * A warning that nobody reads piles up until a real one drowns in it, so an unexpected one fails the test.
 * A test that expects one replaces the method itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
for (const level of ['error', 'warn'] as const satisfies readonly Level[]) {
  const own = console[level]
  const print = own.bind(console)
  // The next file of this process listens for itself.
  afterAll(() => void (console[level] = own))
  console[level] = (...args: unknown[]) => {
    heard.push(`console.${level}: ${args.map(String).join(' ')}`)
    print(...args)
  }
}

beforeEach(complain)
afterEach(complain)
afterAll(complain)

function complain(): void {
  const lines = heard.splice(0)
  if (lines.length > 0) throw new Error(`Unexpected output during a test:\n${lines.join('\n')}`)
}
