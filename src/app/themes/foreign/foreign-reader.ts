import type { Locale } from '#i18n/locales.ts'
import { counted } from '#wire/shown-text.ts'
import { namesIn, plainIn, type ForeignFiles, type Plain } from './foreign-files.ts'
import { asHtml, asShown, hrefOf, isDynamic, pictureOf, plainText } from './foreign-values.ts'
import { composed, isKey, noText, wordsOf, type ReadKey, type Words } from './foreign-words.ts'

/*
 * The settings of one section of another platform, as the section that it becomes asks for them. What nobody asked for,
 * or could not take as it was, is told at the end.
 */

export interface SectionContext {
  files: ForeignFiles
  language: Locale
  readKey: ReadKey
  /** The pictures that the new theme needs, by their paths in it; the values are those of before. */
  pictures: Map<string, string>
}

/** A setting that was not taken, or not as it was. */
export interface LeftSetting {
  /** Within the section. */
  at: string
  reason: string
}

export interface SettingReader {
  /** Of the section or the block; `` where it says none. */
  type: string
  /** The first of these settings that has a value, in the section and then in its blocks. */
  take(names: readonly string[]): unknown
  /** Its letters as they stand there: a word of the theme's code, and nothing that a visitor reads. */
  text(names: readonly string[]): string | null
  words(names: readonly string[], most?: number): Words | null
  /** Words of any length, with the HTML in them. */
  said(names: readonly string[]): Words | null
  /** All of these settings one after the other. */
  html(names: readonly string[]): Words | null
  number(names: readonly string[], least: number, most: number): number | null
  picture(names: readonly string[]): { file: string } | null
  href(): string | null
  /** Where it leads, with the words of the button. */
  link(): Link | null
  /** The section's settings alone. */
  own(): SettingReader
  /** Its blocks, each by itself. */
  blocks(): SettingReader[]
  /** As many as there may be, with a line about the others. */
  first<T>(entries: readonly T[], most: number): T[]
  /** What nobody took, or not as it was. @param noPlace what is said of a setting that there is nothing like here */
  left(noPlace: string): LeftSetting[]
}

export interface Link {
  href: string
  text: Words
}

interface Source {
  /** In the section, with a point behind. */
  at: string
  type: string
  settings: Plain
}

function typeOf({ type }: Plain): string {
  return typeof type === 'string' ? type : ''
}

export function readerOf(section: Plain, context: SectionContext): SettingReader {
  const taken: Taken = new Map()
  const sources: Source[] = [
    { at: 'settings.', type: typeOf(section), settings: plainIn(section, 'settings') },
    ...blocksOf(section, taken),
  ]
  return reading(sources, context, taken)
}

/** Blocks in blocks as deep as that platform has them, and more blocks of one section than its editor places. */
const [mostLevels, mostBlocks] = [8, 250]

/** In their order, those that are not shown left out; with the blocks in them. */
function blocksOf(section: Plain, taken: Taken): Source[] {
  const found: Source[] = []
  let count = 0
  add(section, '', 1)
  return found

  function add(holder: Plain, at: string, level: number): void {
    const blocks = plainIn(holder, 'blocks')
    const { names, others } = namesIn(holder['block_order'], blocks)
    if (others > 0)
      taken.set(
        `${at}block_order`,
        `${counted(others, 'of its entries is', 'of its entries are')} no name of a block, or there twice`,
      )
    if (names.length > 0 && level > mostLevels) {
      taken.set(`${at}blocks`, `blocks in blocks are read ${mostLevels} levels deep`)
      return
    }
    for (const id of names) {
      const block = plainIn(blocks, id)
      if (block['disabled'] === true) continue
      if (count === mostBlocks) {
        taken.set(
          `${at}blocks.${id}`,
          `${mostBlocks} blocks of a section are read: it and those behind it are left`,
        )
        return
      }
      count += 1
      const here = `${at}blocks.${id}.`
      found.push({ at: `${here}settings.`, type: typeOf(block), settings: plainIn(block, 'settings') })
      add(block, here, level + 1)
    }
  }
}

/** Why each was not taken, or not as it was; null: it was. */
type Taken = Map<string, string | null>

interface Found {
  at: string
  value: unknown
}

type Find = (names: readonly string[], fits: (value: unknown) => boolean) => Found | null

/** Each setting is found once: the first that nobody has taken, and is then taken. */
function finderOf(sources: readonly Source[], taken: Taken): Find {
  return (names, fits) => {
    for (const { at, settings } of sources)
      for (const name of names) {
        const value = Object.hasOwn(settings, name) ? settings[name] : undefined
        const isThere = value !== undefined && value !== null && value !== ''
        if (!isThere || taken.has(at + name) || !fits(value)) continue
        taken.set(at + name, null)
        return { at: at + name, value }
      }
    return null
  }
}

function leftIn(sources: readonly Source[], taken: Taken, why: (value: unknown) => string): LeftSetting[] {
  const said = [...taken].flatMap(([at, reason]) => (reason === null ? [] : [{ at, reason }]))
  const others = sources.flatMap(({ at, settings }) =>
    Object.entries(settings)
      .filter(([name, value]) => !taken.has(at + name) && value !== '' && value !== null)
      .map(([name, value]) => ({ at: at + name, reason: why(value) })),
  )
  return [...said, ...others]
}

function reading(sources: readonly Source[], context: SectionContext, taken: Taken): SettingReader {
  const find = finderOf(sources, taken)
  const wordsIn = (value: unknown): Words | null => wordsOf(value, context.language, context.readKey)
  const isText = (value: unknown): boolean => wordsIn(value) !== null

  function cut({ at }: Found, said: string, most: number): string {
    if (said.length > most) taken.set(at, `only its first ${most} characters are taken`)
    return said.slice(0, most)
  }

  function why(value: unknown, noPlace: string): string {
    if (isKey(value) && context.readKey(value) === null) return noText(value)
    if (typeof value === 'object') return 'it is no text, number or choice'
    return isDynamic(value) || (isKey(value) && !isText(value))
      ? 'its value comes from elsewhere while a page is shown'
      : noPlace
  }

  const reader: SettingReader = {
    type: sources[0]?.type ?? '',
    take: (names) => find(names, () => true)?.value,
    text: (names) => (find(names, (value) => typeof value === 'string')?.value as string | undefined) ?? null,
    said: (names) => wordsIn(find(names, isText)?.value),

    words(names, most = 200) {
      const found = find(names, isText)
      if (found === null) return null
      const said = Object.entries(wordsIn(found.value) ?? {})
        .map(([language, text]) => [language, cut(found, plainText(text), most)] as const)
        .filter(([, text]) => text !== '')
      return said.length === 0 ? null : Object.fromEntries(said)
    },

    html(names) {
      const parts: Words[] = []
      let left = 20_000
      for (let found = find(names, isText); found !== null; found = find(names, isText)) {
        const part = composed([wordsIn(found.value)], (text) => asHtml(text ?? ''))
        const length = Math.max(...Object.values(part).map((text) => text.length))
        if (length > left) taken.set(found.at, 'the section has no room for it')
        else {
          parts.push(part)
          left -= length
        }
      }
      return parts.length === 0 ? null : composed(parts, (...texts) => texts.join(''))
    },

    number(names, least, most) {
      const found = find(names, (value) => typeof value === 'number')
      if (found === null) return null
      const number = Math.min(most, Math.max(least, Math.round(found.value as number)))
      if (number !== found.value) taken.set(found.at, `it is from ${least} to ${most} here: ${number}`)
      return number
    },

    picture(names) {
      const found = find(names, (value) => typeof value === 'string')
      const picture = found === null ? null : pictureOf(found.value, context.files)
      if (found !== null && typeof picture === 'string')
        taken.set(found.at, `${picture}: put the picture into assets/ of the new theme, and name it`)
      if (picture === null || typeof picture === 'string') return null
      context.pictures.set(picture.to, picture.from)
      return { file: picture.to }
    },

    href: () => hrefAt()?.href ?? null,

    link() {
      const found = hrefAt()
      const text = reader.words(labels, 80)
      if (found !== null && text === null) taken.set(found.at, 'a link needs words, which it has not')
      return found === null || text === null ? null : { href: found.href, text }
    },

    own: () => reading(sources.slice(0, 1), context, taken),

    blocks: () =>
      sources
        .filter(({ at }) => /^blocks\.[^.]+\.settings\.$/.test(at))
        .map(({ at: own }) => {
          const inner = own.slice(0, -'settings.'.length)
          return reading(
            sources.filter(({ at }) => at.startsWith(inner)),
            context,
            taken,
          )
        }),

    first(entries, most) {
      if (entries.length > most) taken.set('blocks', `${entries.length} of them; at most ${most} are shown`)
      return entries.slice(0, most)
    },

    left: (noPlace) => leftIn(sources, taken, (value) => why(value, noPlace)),
  }

  function hrefAt(): { at: string; href: string } | null {
    const found = find(['button_link', 'button_link_1', 'link', 'url', 'cta_link', 'link_url'], () => true)
    const href = found === null ? null : hrefOf(found.value)
    if (found !== null && href === null)
      taken.set(found.at, `${asShown(found.value)} leads nowhere in this shop`)
    return found === null || href === null ? null : { at: found.at, href }
  }

  return reader
}

const labels = ['button_label', 'button_label_1', 'button_text', 'link_label', 'link_text', 'cta_label']
