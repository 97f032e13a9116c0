import { minute, second } from '#domain/time.ts'
import { hostCookie } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { seal, unseal } from './sealed.ts'

/*
 * New recovery codes are shown by a page that was redirected to. The shop stores only their hashes, and a URL would
 * lie in the history: for ten minutes they are in a cookie that scripts cannot read, encrypted.
 */

const cookie = 'violet_recovery'
const life = 10 * minute

export async function showCodes(ctx: Ctx, customer: number, codes: readonly string[]): Promise<void> {
  const text = [ctx.now.getTime() + life, ...codes].join(' ')
  const value = (await seal(ctx.db, text, boundTo(customer))).toString('base64url')
  ctx.visitor.setCookie(hostCookie(cookie, ctx.origin), value, { httpOnly: true, maxAge: life / second })
}

/** The customer's codes that were made in this browser just now; null when there are none to show. */
export async function shownCodes(ctx: Ctx, customer: number): Promise<string[] | null> {
  const value = ctx.visitor.cookies[hostCookie(cookie, ctx.origin)] ?? ''
  if (value === '' || value.length > 2_000) return null
  const text = await unseal(ctx.db, Buffer.from(value, 'base64url'), boundTo(customer))
  const [until = '', ...codes] = text?.split(' ') ?? []
  return Number(until) > ctx.now.getTime() ? codes : null
}

export function hideCodes({ origin, visitor }: Pick<Ctx, 'origin' | 'visitor'>): void {
  const name = hostCookie(cookie, origin)
  if (visitor.cookies[name] !== undefined) visitor.setCookie(name, null, { httpOnly: true })
}

function boundTo(customer: number): string {
  return `codes ${customer}`
}
