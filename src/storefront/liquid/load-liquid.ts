import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Liquid } from '#platform/server/liquid/open-liquid.ts'
import type { LiquidData, ThemeTexts } from '#platform/server/liquid/work.ts'
import type { TemplateFault } from '#platform/server/pages/template.ts'
import type { ThemeSettings } from '#features/theming/rules/theme-settings.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { LoadedPart } from '../placed/part.ts'
import { inLanguage } from './in-language.ts'
import { openObjects } from './objects.ts'
import { pageObjects, shopObjects, type PageFacts } from './page-objects.ts'
import { showWritten, type Pieces } from './show.tsx'

/** The templates of the theme in use, and what renders them. */
export interface LiquidTheme {
  engine: Pick<Liquid, 'render' | 'start'>
  files: ThemeTexts
  /** Of the whole theme. */
  settings: ThemeSettings
  /** Milliseconds that a page waits for each file; absent: what a shopper waits at most. */
  patience?: number
  /** Called when something could not be rendered only at this moment: pages that lack it are made anew soon. */
  wasBusy: () => void
}

/** Pages that lack something of their theme for the moment have it. */
export const leftOutTag = 'theme:left-out'

export interface LoadedLiquid extends LoadedPart {
  /** `broken`: it has a fault. `later`: only this moment keeps it from being shown. The page stands without it. */
  lacks?: 'broken' | 'later'
  /** Faults: parts of it that are not shown. */
  faults: readonly TemplateFault[]
}

/**
 * A file of the theme, rendered with the page's data and what is its own. Faults are logged for the merchant. What only this moment keeps from being rendered is what it last was on this page, or left out.
 * @param own `section` with its settings and blocks
 * @param place of the section on its page
 * @param pieces the elements for `{% section %}` and `{% main %}`, in a whole page
 * @param page null where nothing around is known
 */
export async function loadLiquid(
  ctx: Ctx,
  { engine, files, settings, patience, wasBusy }: LiquidTheme,
  entry: string,
  { own, place, pieces }: { own: LiquidData; place: string; pieces?: Pieces },
  page: PageFacts | null,
): Promise<LoadedLiquid> {
  const objects = openObjects(ctx)
  const ofPage = page === null ? {} : pageObjects(page, objects, ctx)
  const result = await engine.render({
    files,
    entry,
    data: { ...shopObjects(ctx, page?.name ?? ''), settings: inLanguage(settings, ctx), ...ofPage, ...own },
    words: null,
    lang: ctx.lang,
    langPath: ctx.langPath,
    locales: fallbackChain(ctx.locale),
    currency: ctx.currency,
    timeZone: ctx.shop.shop.delivery?.timeZone ?? null,
    ...(patience === undefined ? {} : { patience }),
    ...(typeof page?.url === 'string' ? { place: JSON.stringify([page.url, place]) } : {}),
  })
  if (result.kind === 'rendered') {
    const origin = `${files.hash}/${entry}`
    const faults: TemplateFault[] = []
    const around = { refs: objects.refs, origin, faults, ...(pieces ? { pieces } : {}) }
    const shown = { ...(await showWritten(ctx, result, around)), faults }
    if (result.isFormer !== true) return shown
    wasBusy()
    return { ...shown, tags: [...shown.tags, leftOutTag] }
  }
  const { cause, file, line, message } = result
  ctx.log.warn({ file, line, cause, reason: message }, 'a template of the theme is not shown')
  const faults = [{ file, line, message }]
  if (cause !== 'busy' && cause !== 'killed') return { element: null, tags: [], lacks: 'broken', faults }
  wasBusy()
  return { element: null, tags: [leftOutTag], lacks: 'later', faults }
}

/** Texts of a theme by what is in them: two themes with a file that differs are never taken for one another. */
export function themeTexts(texts: ReadonlyMap<string, string>): ThemeTexts {
  const hash = createHash('sha256')
  for (const [path, text] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(JSON.stringify([path, text]))
  return { hash: hash.digest('hex').slice(0, 24), texts }
}
