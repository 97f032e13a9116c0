import { z } from 'zod'
import { minute, second } from '#domain/time.ts'
import { forgetPending } from '#features/second-factor/rules/pending.ts'
import { hostCookie } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { codePurposes } from '../contract/auth.ts'

/*
 * What the page that takes a code must know, from the form that asked for it: in a cookie of the browser's that scripts
 * cannot read. In a URL it would lie in logs and in the history.
 */

const asked = z.object({
  purpose: z.enum(codePurposes),
  account: z.string().min(1).max(254),
  countryCode: z.string().max(5),
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  /** Own path to go on at; empty for the account's own page. */
  next: z.string().max(500),
  keep: z.enum(['on', 'off']),
})

export type CodeAsked = z.output<typeof asked>
/** As a form was posted. */
export type Posted = Readonly<Record<string, readonly string[]>>

const cookie = 'violet_code'
/** A little longer than a code works: who is late is told so. */
const life = (20 * minute) / second

/** What a form says of it; null when there is no account in it. */
export function readAsked(fields: Posted, purpose: CodeAsked['purpose']): CodeAsked | null {
  const text = (name: string): string => fields[name]?.at(-1) ?? ''
  const next = text('next')
  const parsed = asked.safeParse({
    purpose,
    account: text('account').trim(),
    countryCode: text('countryCode'),
    firstName: text('firstName').trim(),
    lastName: text('lastName').trim(),
    // A cookie has only so much room: a longer way back is left out.
    next: next.length > 500 ? '' : next,
    keep: text('keep') === 'off' ? 'off' : 'on',
  })
  return parsed.success ? parsed.data : null
}

export function rememberAsked(ctx: Ctx, fields: Posted, purpose: CodeAsked['purpose']): void {
  const value = readAsked(fields, purpose)
  if (value === null) return
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  ctx.visitor.setCookie(hostCookie(cookie, ctx.origin), text, { httpOnly: true, maxAge: life })
  // The same page takes both codes: it is for what was begun last.
  forgetPending(ctx)
}

/** The code that was asked for in this browser; null when there was none, or it is long ago. */
export function codeAsked(ctx: Ctx): CodeAsked | null {
  const text = ctx.visitor.cookies[hostCookie(cookie, ctx.origin)] ?? ''
  if (text === '' || text.length > 4_000) return null
  try {
    const parsed = asked.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Somebody is signed in: nothing of it is needed any more. */
export function forgetAsked({ visitor, origin }: Ctx): void {
  const name = hostCookie(cookie, origin)
  if (visitor.cookies[name] !== undefined) visitor.setCookie(name, null, { httpOnly: true })
}
