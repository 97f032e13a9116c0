import { call } from '#platform/browser/call.ts'
import { token, user } from '#platform/browser/stores.ts'
import type { info } from '../contract/user.ts'

/** Asks who is signed in, once a document; what signs in within it sets the store itself. */
export function startUser(): void {
  token.subscribe((now) => {
    if (now !== null && user.get() === null) void load(now)
  })
}

async function load(asked: string): Promise<void> {
  const answer = await call<typeof info>('/user/info', {}, { quiet: true })
  if (answer.ok && token.get() === asked) user.set(answer.value)
}
