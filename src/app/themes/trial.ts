import { brotliCompressSync, constants } from 'node:zlib'
import { settingsIn } from '#features/theming/rules/theme-folder.ts'
import { fallbackChain, htmlLang, isLocale, type Locale } from '#i18n/locales.ts'
import type { Liquid } from '#platform/server/liquid/open-liquid.ts'
import { mergedAll, type Shape } from '#platform/server/liquid/shape.ts'
import {
  SafeHtml,
  type LiquidData,
  type LiquidFault,
  type LiquidValue,
  type ThemeTexts,
} from '#platform/server/liquid/work.ts'
import { objectsOf, ofAllPages } from '#storefront/liquid/catalogue.ts'
import { inLanguage } from '#storefront/liquid/in-language.ts'
import { sectionObject } from '#storefront/sections/own.tsx'
import type { Placement } from './usage.ts'

/*
 * Each template rendered as its pages will show it, with objects that stand for those of any shop: one time with all that
 * there can be, and one time with nothing that may be missing. What fails in it would fail on pages, too.
 */

/** Renderings of one theme. */
const mostTried = 600
/** Bytes of HTML, compressed: as much as a listing of the shop's has. */
const mostBytes = 25_000
/** Bytes that a part of the shop adds, compressed: a price, a picture. */
const bytesOfPart = 60

export async function tryTemplates(
  engine: Pick<Liquid, 'tryOut'>,
  files: ThemeTexts,
  placements: readonly Placement[],
): Promise<LiquidFault[]> {
  const locales: Locale[] = ['en', ...[...files.texts.keys()].flatMap(localeOf).filter((one) => one !== 'en')]
  const found = new Map<string, LiquidFault>()
  const tried = new Set<string>()
  for (const placement of placements)
    for (const locale of locales)
      for (const isFull of [true, false]) {
        const work = workOf(files, placement, locale, isFull)
        const key = JSON.stringify([work.entry, work.data, locale])
        if (tried.has(key) || tried.size >= mostTried) continue
        tried.add(key)
        const result = await engine.tryOut(work)
        const said = result.kind === 'fault' ? faultIn(result, placement) : weightOf(result, placement)
        if (said !== null && isFirst(found, said)) found.set(`${said.file}:${said.line}`, said)
      }
  return [...found.values()]
}

/** One line of a file is said once: in another language or with less data the same is wrong with it. */
function isFirst(found: ReadonlyMap<string, LiquidFault>, { file, line }: LiquidFault): boolean {
  return !found.has(`${file}:${line}`)
}

function localeOf(path: string): Locale[] {
  const name = /^locales\/([\w-]+)\.json$/.exec(path)?.[1]
  return name !== undefined && isLocale(name) ? [name] : []
}

function workOf(
  files: ThemeTexts,
  { entry, page, section }: Placement,
  locale: Locale,
  isFull: boolean,
): Parameters<Liquid['tryOut']>[0] {
  const read = settingsIn((file) => files.texts.get(file))
  const own: LiquidData =
    section === null ? {} : { section: sectionObject(section.id, section.placed, { locale }) }
  const members = mergedAll([ofAllPages, objectsOf(page)])
  return {
    files,
    entry,
    data: {
      ...(sampleOf({ kind: 'object', members }, isFull) as LiquidData),
      request: { locale, language: htmlLang(locale), page },
      settings: inLanguage(read.ok ? read.value : {}, { locale }),
      ...own,
    },
    words: null,
    lang: htmlLang(locale),
    locales: fallbackChain(locale),
    currency: 'USD',
    timeZone: null,
  }
}

function sampleOf(shape: Shape, isFull: boolean): LiquidValue {
  switch (shape.kind) {
    case 'text':
      return 'Text'
    case 'number':
      return 3
    case 'flag':
      return isFull
    case 'moment':
      return '2026-12-24T18:00:00Z'
    case 'html':
      return new SafeHtml('<p>Text</p>')
    case 'any':
      return null
    case 'maybe':
      return isFull ? sampleOf(shape.of, isFull) : null
    case 'list':
      return isFull ? Array.from({ length: shape.usual }, () => sampleOf(shape.of, isFull)) : []
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.members).map(([name, member]) => [name, sampleOf(member, isFull)]),
      )
  }
}

function faultIn({ cause, file, line, message }: LiquidFault, { page }: Placement): LiquidFault {
  const fault = { cause, file, line, message: `${message} (on a page ${page})` }
  // How long it takes is a matter of the machine, too.
  return cause === 'killed' || cause === 'memory' || cause === 'busy' ? { ...fault, isHint: true } : fault
}

function weightOf(
  { html, parts }: { html: string; parts: readonly unknown[] },
  { entry, page }: Placement,
): LiquidFault | null {
  if (html.length < mostBytes) return null
  const packed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const bytes = packed.byteLength + parts.length * bytesOfPart
  if (bytes <= mostBytes) return null
  const message = `it writes ${Math.ceil(bytes / 1000)} kB of HTML (compressed) on a full page ${page}, where a listing of the shop has ${mostBytes / 1000}: phones wait for it`
  return { cause: 'limit', file: entry, line: 1, message, isHint: true }
}
