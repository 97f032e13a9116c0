import { randomUUID } from 'node:crypto'
import type { CompiledMessage } from 'icu-minify/format'
import type { Currency } from '#domain/currency.ts'
import type { Shapes } from './shape.ts'

/* What is asked of the Liquid engine and what it answers. */

/** The files of one theme. Two that differ have different hashes: templates are parsed once for each hash. */
export interface ThemeTexts {
  hash: string
  /** Path in the theme's folder → text: `sections/hero.liquid`, `locales/en.json`. */
  texts: ReadonlyMap<string, string>
}

/** Plain data for a template: what it can reach is this and nothing else. */
export type LiquidValue =
  | null
  | boolean
  | number
  | string
  | SafeHtml
  | readonly LiquidValue[]
  | { readonly [name: string]: LiquidValue }

export type LiquidData = Readonly<Record<string, LiquidValue>>

export interface LiquidWork {
  files: ThemeTexts
  /** The file to render: `sections/hero.liquid`, `templates/product.liquid`. */
  entry: string
  /** The objects of the page by their names: `product`, `section`, `shop`. */
  data: LiquidData
  /** Interface texts of the shop that the filter `t` may show besides those of the theme; null: none. */
  words: LiquidWords | null
  /** BCP 47, for numbers, dates and plurals. */
  lang: string
  /** The prefix of the language's addresses: `/zh`, or `` for the first. */
  langPath: string
  /** The languages whose `locales/<language>.json` are looked into, best first. */
  locales: readonly string[]
  currency: Currency
  /** Where a day begins; null: UTC. */
  timeZone: string | null
  /**
   * Where it is shown, such as a page and the section of it: what it wrote there last stands in when it cannot be
   * rendered. Absent: nothing does, as on pages that are not the same for everybody.
   */
  place?: string
  /** Milliseconds within which there is an answer, whatever it is; absent: what a shopper waits at most. */
  patience?: number
}

export interface LiquidWords {
  /** The same wherever the same texts are. */
  hash: string
  texts: Readonly<Record<string, CompiledMessage>>
}

/** What a template asks of the page: built by the shop's own parts, so that exactness and accessibility hold. */
export interface PartRequest {
  tag: PartTag
  /** `product-buttons` of an island, `cart/add` of a form, the id or type of a section. */
  name: string | null
  /** What it is about, the first thing after the tag's name; `html`: the text that stands there. */
  subject: PartValue
  args: Readonly<Record<string, PartValue>>
  /** What stands between the tag and its end; null for a tag without an end. It may hold places of other parts. */
  inner: string | null
  file: string
  line: number
}

/** Whether a file is a whole page: it alone places sections and the page itself. */
export function isPageFile(file: string): boolean {
  return file.startsWith('templates/')
}

export const partTags = ['island', 'picture', 'price', 'form', 'link', 'section', 'main', 'html'] as const
export type PartTag = (typeof partTags)[number]

/** An object of the catalogue with a `ref` is passed as that alone. */
export type PartValue =
  | null
  | boolean
  | number
  | string
  | readonly PartValue[]
  | { readonly [name: string]: PartValue }

export type LiquidCause =
  /** It cannot be read: a tag is not closed, a filter does not exist. */
  | 'syntax'
  /** It asks for more than a template may. */
  | 'limit'
  /** It did not answer in time. */
  | 'killed'
  | 'memory'
  /** What it writes cannot stand in a page. */
  | 'html'
  /** A file that it names is not there. */
  | 'missing'
  /** Nothing is wrong with it: too many templates are being rendered. The next request may have it. */
  | 'busy'

export interface LiquidFault {
  cause: LiquidCause
  /** Path in the theme's folder. */
  file: string
  /** From 1; null where no line is to blame. */
  line: number | null
  /** For the merchant, in English: what is wrong and what to do. */
  message: string
  /** Only a checker says so: the file can be shown all the same. */
  isHint?: true
}

export interface Rendered {
  kind: 'rendered'
  /** With `<x-hole n="i"></x-hole>` where `parts[i]` stands. */
  html: string
  parts: readonly PartRequest[]
  /** It is what the template last wrote in this place: it could not be rendered at this moment. */
  isFormer?: true
}

export type LiquidResult = Rendered | ({ kind: 'fault' } & LiquidFault)

/** What a checker knows of the shop. */
export interface KnownNames {
  /** Objects that the file may name, on the pages on which it is shown. */
  objects: Shapes
  /** Objects of other pages, by their names: those pages. */
  elsewhere: Readonly<Record<string, readonly string[]>>
  /** Parts that `{% island %}` may name. */
  islands: readonly string[]
  /** Sections of the shop that `{% section %}` may name without settings, and those that need some. */
  sections: readonly string[]
  sectionsToSet: readonly string[]
}

/** By what a thread tells sanitised HTML from other data. Nobody who brings data knows it. */
export const safeHtmlKey = `html ${randomUUID()}`

/** HTML that was sanitised when it was stored: the filter `raw` writes it as it is, and nothing else. */
export class SafeHtml {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
  toJSON(): unknown {
    return { [safeHtmlKey]: this.html }
  }
}

/** What is posted to a thread. `theme` and `words` come along when it does not have them yet. */
export interface ThreadTask {
  id: number
  /** Hashes of what it may drop. */
  drop: readonly string[]
  theme: { hash: string; texts: ReadonlyMap<string, string> | null }
  ask:
    | {
        kind: 'render'
        entry: string
        /** JSON, with sanitised HTML under its key. */
        data: string
        words: { hash: string; texts: Readonly<Record<string, CompiledMessage>> | null } | null
        lang: string
        langPath: string
        locales: readonly string[]
        currency: Currency
        timeZone: string | null
      }
    | { kind: 'check'; file: string; known: KnownNames }
}

/**
 * What a thread answers. Parts are JSON, which is faster than copied objects, but for the HTML in them: what one step
 * makes is bounded, and in JSON a character can be six.
 */
export type ThreadResult =
  | { kind: 'rendered'; html: string; parts: string; inners: readonly (string | null)[] }
  | ({ kind: 'fault' } & LiquidFault)
  | { kind: 'checked'; faults: LiquidFault[] }

export type ThreadAnswer =
  /** With the system's number of the thread, where it has one. */
  | { kind: 'ready'; thread: string | null }
  | {
      kind: 'answer'
      id: number
      result: ThreadResult
      /** Milliseconds of processor time: what a busy machine does not lengthen. */
      cpu: number
    }
