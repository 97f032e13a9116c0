import { own } from '#domain/by-word.ts'
import { locales } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LiquidData, LiquidValue } from '#platform/server/liquid/work.ts'
import type { OwnBlock, OwnSection } from '#wire/sections.ts'
import { loadLiquid } from '../liquid/load-liquid.ts'
import type { LoadedPart } from '../placed/part.ts'
import type { AnySection } from './section.ts'

/** A section of the merchant's own: `sections/<type>.liquid` of the theme. With a fault it is left out. */
export function ownSection(id: string, placed: OwnSection): AnySection {
  return {
    tags: [],
    styles: ['shop', 'home', 'content'],
    async load(ctx, _settings, { liquid }, page): Promise<LoadedPart | null> {
      if (liquid === null) return null
      const section = {
        id,
        type: placed.type,
        settings: settingsOf(placed.settings, ctx),
        blocks: blocksOf(placed, ctx),
      }
      return loadLiquid(ctx, liquid, `sections/${placed.type}.liquid`, { section }, await page())
    },
    tagsOf: (data) => (data as LoadedPart | null)?.tags ?? [],
    View: ({ data }) => (data as LoadedPart | null)?.element ?? null,
  }
}

/** In their order; those that are disabled or not named are not shown. */
function blocksOf(
  { blocks, block_order: order }: Pick<OwnBlock, 'blocks' | 'block_order'>,
  ctx: Ctx,
): LiquidData[] {
  return order.flatMap((id) => {
    const block = own(blocks, id)
    return block === undefined || block.disabled
      ? []
      : [{ id, type: block.type, settings: settingsOf(block.settings, ctx), blocks: blocksOf(block, ctx) }]
  })
}

function settingsOf(settings: OwnSection['settings'], ctx: Ctx): LiquidData {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, valueOf(value, ctx)]))
}

/** Texts by language are the one that the page is read in. */
function valueOf(value: OwnSection['settings'][string], ctx: Ctx): LiquidValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => valueOf(one, ctx))
  const entries = Object.entries(value)
  const isText = entries.every(
    ([name, text]) => typeof text === 'string' && locales.some((one) => one === name),
  )
  if (isText && entries.length > 0) return pickText(value as Record<string, string>, ctx.locale)
  return settingsOf(value, ctx)
}
