import { own } from '#domain/by-word.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LiquidData } from '#platform/server/liquid/work.ts'
import type { OwnBlock, OwnSection } from '#wire/sections.ts'
import { inLanguage } from '../liquid/in-language.ts'
import { loadLiquid, type LoadedLiquid } from '../liquid/load-liquid.ts'
import type { AnySection } from './section.ts'

/** A section of the merchant's own without settings, by the name of its file. */
export function unsetSection(type: string): OwnSection {
  return { type, disabled: false, settings: {}, blocks: {}, block_order: [] }
}

/** A section of the merchant's own: `sections/<type>.liquid` of the theme. With a fault it is not shown. */
export function ownSection(id: string, placed: OwnSection): AnySection {
  return {
    tags: [],
    styles: ['shop', 'home', 'content'],
    async load(ctx, _settings, { liquid }, page): Promise<LoadedLiquid | null> {
      if (liquid === null) return null
      const own = { section: sectionObject(id, placed, ctx) }
      return loadLiquid(ctx, liquid, fileOfSection(placed), { own, place: id }, await page())
    },
    tagsOf: (data) => (data as LoadedLiquid | null)?.tags ?? [],
    isLeftOut: (data) => (data as LoadedLiquid | null)?.lacks === 'later',
    faultsOf: (data) => (data as LoadedLiquid | null)?.faults ?? [],
    View: ({ data }) => (data as LoadedLiquid | null)?.element ?? null,
  }
}

export function fileOfSection({ type }: Pick<OwnSection, 'type'>): string {
  return `sections/${type}.liquid`
}

/** The object `section` of a section's file. */
export function sectionObject(id: string, placed: OwnSection, ctx: Pick<Ctx, 'locale'>): LiquidData {
  return {
    id,
    type: placed.type,
    settings: inLanguage(placed.settings, ctx),
    blocks: blocksOf(placed, ctx),
  }
}

/** In their order; those that are disabled or not named are not shown. */
function blocksOf(
  { blocks, block_order: order }: Pick<OwnBlock, 'blocks' | 'block_order'>,
  ctx: Pick<Ctx, 'locale'>,
): LiquidData[] {
  return order.flatMap((id) => {
    const block = own(blocks, id)
    return block === undefined || block.disabled
      ? []
      : [{ id, type: block.type, settings: inLanguage(block.settings, ctx), blocks: blocksOf(block, ctx) }]
  })
}
