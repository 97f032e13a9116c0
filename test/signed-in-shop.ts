import { proofOf } from '#features/session/rules/sessions.ts'
import { signedIn, type SignedIn } from './signed-in.ts'
import type { WholeShop } from './whole-shop.ts'

/** What a signed-in browser sends along: its cookie, and for calls the proof that its scripts read. */
export interface Browser {
  who: SignedIn
  token: string
  cookie: string
  headers: Record<string, string>
}

/** A browser that is signed in to a whole shop at an https address. */
export async function browserOf(
  { database }: Pick<WholeShop, 'database'>,
  options: Parameters<typeof signedIn>[1] = {},
): Promise<Browser> {
  const who = await signedIn(database.db, options)
  const token = who.context().visitor.cookies['violet_session']!
  const cookie = `__Host-violet_session=${token}`
  return {
    who,
    token,
    cookie,
    headers: { cookie, 'x-auth': proofOf(token), 'sec-fetch-site': 'same-origin' },
  }
}
