import { no, ok, type Result } from '#domain/result.ts'
import { readDeclaration, type ReadDeclaration } from './style-values.ts'

/*
 * The styles that a theme brings for its own sections: `styles.css`. They reach elements with a class of the theme's
 * own and what its templates wrote within those, and nothing that the shop shows. This reads less of CSS than browsers
 * do and refuses the rest, so that no browser can read anything else in it.
 */

export interface StyleFault {
  /** From 1. */
  line: number
  /** The fault, and the way to mend it. */
  reason: string
}

/** The CSS that is sent, or all faults by their lines. */
export function readStyles(text: string): Result<string, StyleFault[]> {
  // As browsers read it, before anything else: a return or a form feed ends a line, and with it a text in quotes.
  const lines = text.replace(/\r\n?|\f/g, '\n')
  const control = /[^\P{Cc}\t\n]/u.exec(lines)
  if (control !== null) {
    const line = lines.slice(0, control.index).split('\n').length
    return no([{ line, reason: 'a character that cannot be seen stands here: write the line again' }])
  }
  const reader = new Reader(lines)
  const css = reader.rules(null)
  return reader.faults.length === 0 ? ok(css) : no(reader.faults)
}

/** More would be of no help to anybody. */
const mostFaults = 50

class Reader {
  readonly faults: StyleFault[] = []
  readonly #text: string
  #at = 0

  constructor(text: string) {
    // Blanks in place of comments, and of what editors of some systems begin a file with: lines stay where they are.
    this.#text = text
      .replace(/^\uFEFF/, ' ')
      .replace(/"[^"\\\n]*"|'[^'\\\n]*'|\/\*[^]*?\*\//g, (found) =>
        found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found,
      )
  }

  /** Up to the end of the text, or of the query that they stand in. */
  rules(query: string | null): string {
    let css = ''
    for (;;) {
      this.#skipBlank()
      const next = this.#text[this.#at]
      if (next === undefined) {
        if (query !== null) this.#fault(this.#at, `${query} is not closed by }`)
        return css
      }
      if (next === '}') {
        this.#at += 1
        if (query !== null) return css
        this.#fault(this.#at - 1, 'this } closes nothing')
      } else if (next === '@') css += this.#query(query)
      else css += this.#rule()
    }
  }

  #query(outer: string | null): string {
    const start = this.#at
    const head = this.#upTo('{;')
    const isBlock = this.#text[this.#at] === '{'
    const refusal =
      outer === null ? queryRefusal(head) : 'one query does not stand in another: join them by "and"'
    if (refusal !== null || !isBlock) {
      this.#fault(start, refusal ?? `${head} needs its { … }`)
      this.#skipBlock()
      return ''
    }
    this.#at += 1
    const inner = this.rules(head)
    return inner === '' ? '' : `${head.replace(/\s+/g, ' ')}{${inner}}`
  }

  #rule(): string {
    const start = this.#at
    const head = this.#upTo('{;}')
    if (this.#text[this.#at] !== '{') {
      this.#fault(start, `"${head.slice(0, 60)}" is no rule: a selector, and its declarations in { }`)
      if (this.#text[this.#at] === ';') this.#at += 1
      return ''
    }
    this.#at += 1
    const selectors = head.split(',').map((selector) => readSelector(selector.trim()))
    for (const one of selectors) if ('reason' in one) this.#fault(start, one.reason)
    const declarations = this.#declarations(start)
    const names = selectors.flatMap((one) => ('css' in one ? [one.css] : []))
    return declarations.length === 0 ? '' : `${names.join(',')}{${declarations.join(';')}}`
  }

  #declarations(rule: number): string[] {
    const found: string[] = []
    for (;;) {
      this.#skipBlank()
      const start = this.#at
      const declaration = this.#upTo(';}{')
      const end = this.#text[this.#at]
      if (end === '{') {
        this.#fault(
          start,
          `rules do not stand in one another: write "${declaration.slice(0, 40)}" after its outer one`,
        )
        this.#skipBlock()
        continue
      }
      if (declaration !== '') {
        const read = this.#declaration(declaration)
        if ('css' in read) found.push(read.css)
        else this.#fault(start, read.reason)
      }
      if (end === undefined) {
        this.#fault(rule, 'this rule is not closed by }')
        return found
      }
      this.#at += 1
      if (end === '}') return found
    }
  }

  #declaration(text: string): ReadDeclaration {
    const colon = text.indexOf(':')
    return colon === -1
      ? { reason: `"${text.slice(0, 60)}" is no declaration: name: value` }
      : readDeclaration(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
  }

  /** The text before the next of these characters, which is not passed; characters in quotes do not count. */
  #upTo(ends: string): string {
    const start = this.#at
    while (this.#at < this.#text.length && !ends.includes(this.#text[this.#at]!)) {
      const character = this.#text[this.#at]!
      const close = `"'`.includes(character) ? this.#text.indexOf(character, this.#at + 1) : -1
      this.#at = close === -1 ? this.#at + 1 : close + 1
    }
    return this.#text.slice(start, this.#at).trim()
  }

  /** Moves past a refused rule: to the end of its block, or of its line. */
  #skipBlock(): void {
    if (this.#text[this.#at] === ';') {
      this.#at += 1
      return
    }
    let depth = 0
    for (; this.#at < this.#text.length; this.#at += 1) {
      if (this.#text[this.#at] === '{') depth += 1
      if (this.#text[this.#at] === '}') depth -= 1
      if (depth === 0) break
    }
    this.#at += 1
  }

  #skipBlank(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1
  }

  #fault(at: number, reason: string): void {
    if (this.faults.length < mostFaults)
      this.faults.push({ line: this.#text.slice(0, at).split('\n').length, reason })
  }
}

const condition = String.raw`\(\s*(?:(?:min|max)-width\s*:\s*\d+(?:\.\d+)?(?:px|em|rem)|prefers-reduced-motion\s*:\s*(?:no-preference|reduce)|hover\s*:\s*hover)\s*\)`
const conditions = `${condition}(?:\\s+and\\s+${condition})*`
const queries = new RegExp(`^@(?:media\\s+(?:print|${conditions})|container\\s+page\\s+${conditions})$`)

const otherRules: readonly [RegExp, string][] = [
  [/^@import/, 'a theme has one stylesheet, and nothing comes from elsewhere'],
  [/^@font-face/, 'faces are named by theme.json, and are those of the device'],
  [
    /^@(?:keyframes|property|layer|charset|namespace|supports|page)/,
    'it is none that the styles of a theme may have',
  ],
]

function queryRefusal(head: string): string | null {
  if (queries.test(head)) return null
  const name = /^@[\w-]*/.exec(head)![0]
  const other = otherRules.find(([pattern]) => pattern.test(head))?.[1]
  return `${name} is refused: ${other ?? 'write @media (min-width: 48em), @media print or @container page (min-width: 48em)'}`
}

const ownClass = String.raw`\.my-[a-z0-9-]{1,60}`
const state = String.raw`:(?:hover|active|focus|focus-visible|focus-within|first-child|last-child|only-child|first-of-type|last-of-type|empty|link|visited|nth-(?:last-)?(?:child|of-type)\((?:odd|even|[+\dn -]{1,12})\)|lang\([a-zA-Z-]{2,20}\))`
const compound = new RegExp(
  String.raw`^([a-z][a-z0-9]{0,20})?((?:${ownClass}|${state}|:not\((?:${ownClass}|${state})\))*)(::(?:before|after|marker|first-letter|first-line))?$`,
)

/** Elements that a template wrote itself: the elements of the shop's parts have classes of the shop. */
const written = ':where([class*=my-],:not([class]))'

function readSelector(selector: string): { css: string } | { reason: string } {
  const fault = (reason: string): { reason: string } => ({ reason: `${selector.slice(0, 80)}: ${reason}` })
  if (selector === '') return { reason: 'a rule begins with a selector, such as .my-note' }
  const pieces = selector.match(/[>+~]|(?:[^\s>+~()]|\([^()]*\)?|\))+/g) ?? []
  const read: string[] = []
  for (const piece of pieces) {
    if (/^[>+~]$/.test(piece)) {
      read.push(piece)
      continue
    }
    const match = compound.exec(piece)
    if (match === null) return fault(pieceRefusal(piece))
    const [, element = '', more = '', pseudo = ''] = match
    const isOwn = hasOwnClass(more)
    if (read.length === 0 && !isOwn)
      return fault('a selector begins with a class of the theme’s own, such as .my-note')
    if (read.length > 0 && !/^[>+~]$/.test(read.at(-1)!)) read.push(' ')
    read.push(`${element}${element === '' && isOwn ? '' : written}${more}${pseudo}`)
  }
  return { css: read.join('') }
}

/** One that the element has to have: what stands in `:not()` it has to lack. */
function hasOwnClass(more: string): boolean {
  return more.replace(/:not\([^()]*\)/g, '').includes('.my-')
}

function pieceRefusal(piece: string): string {
  const other = /\.(?!my-)[\w-]*/.exec(piece)?.[0]
  if (other !== undefined)
    return `${other} is a class of the shop’s; those of a theme begin with my-, and the look of the shop’s own parts is in theme.json`
  return `"${piece.slice(0, 40)}" is refused: a selector has classes that begin with my-, elements, states such as :hover, ::before and ::after`
}
