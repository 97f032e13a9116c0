import { z } from 'zod'
import { entrySlugs, type NamedKind } from '#wire/entry-slugs.ts'
import type { Ctx } from '#platform/server/context.ts'
import { safePath } from '#wire/safe-path.ts'

/*
 * What parts are asked with. Everything has a limit, and no text has characters that no text has.
 */

const control = /[\0-\x08\x0b-\x1f\x7f]/

function isPlain(text: string): boolean {
  return text.isWellFormed() && !control.test(text)
}

/** One line of the merchant's own words. */
export function line(most = 200) {
  return z.string().max(most).refine(isPlain, 'has characters that no text has')
}

export const slug = z
  .string()
  .min(1)
  .max(120)
  .refine((text) => isPlain(text) && !/[\s/]/.test(text), 'is no slug')

export const sku = z.string().min(1).max(64).refine(isPlain, 'is no SKU')

/** The name of a field, an order, a checkout: letters, digits and few signs. */
export const code = z.string().regex(/^[\w.-]{1,64}$/, 'is no name')

export function limit(most: number, usual: number) {
  return z.int().min(1).max(most).default(usual)
}

/** Milliseconds; 0: only by hand. Less than 5000 is too quick to read. */
export const every = z.union([z.literal(0), z.int().min(5_000).max(60_000)]).default(0)

/** A path of this shop, without the language. */
export const ownPath = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[^\s\\\p{Cc}]*$/u, 'is no path of this shop')
  .refine((path) => safePath(path) !== null, 'is no path of this shop')
  .refine(isPlain, 'is no path of this shop')

/** The entry's own slug, where somebody names it by the slug that it has in a language. */
export function ownSlug(ctx: Ctx, kind: NamedKind, given: string): string {
  const slugs = entrySlugs(ctx.shop.router)
  return slugs?.table(kind, ctx.langPath)?.entries.get(given) ?? slugs?.entryOf(kind, given) ?? given
}
