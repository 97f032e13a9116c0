import { locales } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LiquidData, LiquidValue } from '#platform/server/liquid/work.ts'
import type { OwnSection } from '#wire/sections.ts'

/** Settings as templates read them: a text by language is the one that the page is read in. */
export function inLanguage(settings: OwnSection['settings'], ctx: Pick<Ctx, 'locale'>): LiquidData {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, valueOf(value, ctx)]))
}

function valueOf(value: OwnSection['settings'][string], ctx: Pick<Ctx, 'locale'>): LiquidValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => valueOf(one, ctx))
  const entries = Object.entries(value)
  const isText = entries.every(
    ([name, text]) => typeof text === 'string' && locales.some((one) => one === name),
  )
  if (isText && entries.length > 0) return pickText(value as Record<string, string>, ctx.locale)
  return inLanguage(value, ctx)
}
