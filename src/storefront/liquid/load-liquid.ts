import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Liquid } from '#platform/server/liquid/open-liquid.ts'
import type { LiquidData, ThemeTexts } from '#platform/server/liquid/work.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { LoadedPart } from '../placed/part.ts'
import { openObjects } from './objects.ts'
import { pageObjects, shopObjects, type PageFacts } from './page-objects.ts'
import { showWritten } from './show.tsx'

/** The templates of the theme in use, and what renders them. */
export interface LiquidTheme {
  engine: Pick<Liquid, 'render' | 'start'>
  files: ThemeTexts
  /** Called when something could not be rendered only at this moment: pages that lack it are made anew soon. */
  wasBusy: () => void
}

/** Pages that lack something of their theme for the moment have it. */
export const leftOutTag = 'theme:left-out'

/**
 * A file of the theme, rendered with the page's data and what is its own. Null: it has a fault, which is logged for the
 * merchant; the page stands without it.
 * @param own `section` with its settings and blocks
 * @param page null where nothing around is known
 */
export async function loadLiquid(
  ctx: Ctx,
  { engine, files, wasBusy }: LiquidTheme,
  entry: string,
  own: LiquidData,
  page: PageFacts | null,
): Promise<LoadedPart | null> {
  const objects = openObjects(ctx)
  const ofPage = page === null ? {} : pageObjects(page, objects, ctx)
  const result = await engine.render({
    files,
    entry,
    data: { ...shopObjects(ctx, page?.name ?? ''), ...ofPage, ...own },
    words: null,
    lang: ctx.lang,
    locales: fallbackChain(ctx.locale),
    currency: ctx.currency,
    timeZone: ctx.shop.shop.delivery?.timeZone ?? null,
  })
  if (result.kind === 'rendered') return showWritten(ctx, result, objects.refs, `${files.hash}/${entry}`)
  const { cause, file, line, message } = result
  ctx.log.warn({ file, line, cause, reason: message }, 'a template of the theme is not shown')
  if (cause !== 'busy' && cause !== 'killed') return null
  wasBusy()
  return { element: null, tags: [leftOutTag] }
}

/** Texts of a theme by what is in them: two themes with a file that differs are never taken for one another. */
export function themeTexts(texts: ReadonlyMap<string, string>): ThemeTexts {
  const hash = createHash('sha256')
  for (const [path, text] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(JSON.stringify([path, text]))
  return { hash: hash.digest('hex').slice(0, 24), texts }
}
