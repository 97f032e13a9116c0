import { ownCustomer } from '#features/account/rules/own-customer.ts'
import type { Ctx } from '#platform/server/context.ts'
import { countRecoveryCodes, findFactor } from '../queries/factors.ts'
import { appUrl, openSecret } from '../rules/authenticator.ts'
import { shownCodes } from '../rules/shown-codes.ts'

export interface FactorState {
  isOn: boolean
  /** Recovery codes that still work. */
  left: number
}

/** Whether the customer who is signed in has a second factor, for the page of security. */
export async function factorState(ctx: Ctx): Promise<FactorState> {
  const { customer } = (await ctx.who()).session!
  const [factor, left] = await Promise.all([
    findFactor(ctx.db, customer),
    countRecoveryCodes(ctx.db, customer),
  ])
  return { isOn: factor?.isConfirmed === true, left }
}

/** What the page of the second factor shows: an app that is being set up, or new recovery codes. */
export type FactorStep =
  /** `secret` in base 32; `url` is what the QR code says. */
  { kind: 'app'; secret: string; url: string } | { kind: 'codes'; codes: readonly string[] }

/** Null when there is nothing to do. */
export async function factorStep(ctx: Ctx): Promise<FactorStep | null> {
  const { customer } = (await ctx.who()).session!
  const codes = await shownCodes(ctx, customer)
  if (codes !== null) return { kind: 'codes', codes }
  const factor = await findFactor(ctx.db, customer)
  if (factor === null || factor.isConfirmed) return null
  const [row, secret] = await Promise.all([
    ownCustomer(ctx.db, customer),
    openSecret(ctx.db, customer, factor.secret),
  ])
  const { email, mobile, number } = row
  return { kind: 'app', secret, url: appUrl(secret, ctx.shop.shop.name, email ?? mobile ?? number) }
}

/** New recovery codes as a text to store; null when there are none to show. */
export async function codesText(ctx: Ctx, customer: number): Promise<string | null> {
  const codes = await shownCodes(ctx, customer)
  if (codes === null) return null
  const { t, shop, origin } = ctx
  return [t('factor.codes_file', { shop: shop.shop.name }), origin, '', ...codes, ''].join('\n')
}
