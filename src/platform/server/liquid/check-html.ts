import { HtmlRefused } from './faults.ts'
import {
  attributeRefusal,
  boxElements,
  elementRefusal,
  htmlElements,
  svgElements,
  textElements,
  urlAttributes,
  urlRefusal,
  voidElements,
} from './html-names.ts'

/*
 * Whether what a template wrote can stand inside a page. It reads less than browsers do and refuses the rest, so that
 * no browser can read anything else in it: each element is one of a list and closed in its order, each attribute is one
 * of a list, and what looks like a tag is one.
 */

/** What is refused, and at which index of the text. */
export class HtmlFault extends HtmlRefused {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** The elements that stand for parts. */
export interface Holes {
  /** Their secret name. */
  hole: string
  /** How many parts there are. */
  parts: number
  /** By its index, the tag of a part that is a piece of a page, such as a section; null for others. */
  blockAt?(index: number): string | null
}

/** Characters of a tag that is kept for the next one that is the same. */
const longestKnown = 200

interface Open {
  name: string
  at: number
  isSvg: boolean
}

/** A start tag that was found right: what it opens; null for one that has no end. */
type Known = Omit<Open, 'at'> | null

/**
 * The text as the page gets it: without comments, and with places of parts by their public name. Throws `HtmlFault`.
 */
export function checkHtml(html: string, holes: Holes): string {
  return new Reader(html, holes).read()
}

class Reader {
  readonly #html: string
  readonly #holes: Holes
  readonly #hole: string
  readonly #parts: number
  readonly #open: Open[] = []
  /** Pieces of a page that were written so far. */
  readonly #blocks = new Set<number>()
  /** Start tags by their text: cards repeat the same, and one that was read to its last letter is not read again. */
  readonly #known = new Map<string, Known>()
  /** Those within a drawing, where other names and attributes are right. */
  readonly #knownInSvg = new Map<string, Known>()
  /** What is read already and differs from the text, and up to where. */
  #done = ''
  #copied = 0
  #at = 0

  constructor(html: string, holes: Holes) {
    this.#html = html
    this.#holes = holes
    this.#hole = holes.hole
    this.#parts = holes.parts
  }

  read(): string {
    const html = this.#html
    const zero = html.indexOf('\0')
    if (zero !== -1) throw new HtmlFault(zero, 'there is a character in it that no page can have')
    for (;;) {
      const next = html.indexOf('<', this.#at)
      if (next === -1) break
      this.#at = next
      this.#markup()
    }
    const last = this.#open.at(-1)
    if (last !== undefined) throw new HtmlFault(last.at, `<${last.name}> is never closed`)
    return this.#done + html.slice(this.#copied)
  }

  #markup(): void {
    const after = this.#html.charCodeAt(this.#at + 1)
    if (isLetter(after)) this.#startTag()
    else if (after === 47) this.#endTag()
    else if (this.#html.startsWith('<!--', this.#at)) this.#comment()
    else if (after === 33 || after === 63)
      this.#refuse('<! and <? are refused: a template writes elements, texts and comments')
    else this.#instead('&lt;', this.#at + 1)
  }

  #startTag(): void {
    const start = this.#at
    if (this.#html.startsWith(this.#hole, start + 1)) return this.#part()
    const parent = this.#open.at(-1)
    if (parent !== undefined && textElements.has(parent.name))
      this.#refuse(`<${parent.name}> holds a text and no elements`)
    const end = this.#html.indexOf('>', start) + 1
    const tag = end === 0 || end - start > longestKnown ? null : this.#html.slice(start, end)
    const known = parent?.isSvg === true ? this.#knownInSvg : this.#known
    const before = tag === null ? undefined : known.get(tag)
    if (before !== undefined) {
      this.#at = end
      if (before !== null) this.#open.push({ name: before.name, at: start, isSvg: before.isSvg })
      return
    }
    const opened = this.#newTag(parent?.isSvg === true)
    if (opened !== null) this.#open.push({ name: opened.name, at: start, isSvg: opened.isSvg })
    // A > in a value is not its end.
    if (tag !== null && this.#at === end) known.set(tag, opened)
  }

  /** Reads a start tag to its end. */
  #newTag(isInSvg: boolean): Known {
    const start = this.#at
    const name = this.#name(start + 1)
    const isSvg = name === 'svg' || isInSvg
    if (!(isSvg ? svgElements : htmlElements).has(name)) this.#refuse(elementRefusal(name))
    this.#at = start + 1 + name.length
    const closesItself = this.#attributes(isSvg)
    if (voidElements.has(name) && !isSvg) return null
    if (closesItself && isSvg) return null
    if (closesItself)
      throw new HtmlFault(start, `<${name}/> does not close itself: write <${name}></${name}>`)
    return { name, isSvg }
  }

  /** Up to the end of the tag. Whether it ended by `/>`. */
  #attributes(isSvg: boolean): boolean {
    const html = this.#html
    for (;;) {
      const before = this.#at
      this.#skipBlank()
      if (html[this.#at] === '>') {
        this.#at += 1
        return false
      }
      if (html.startsWith('/>', this.#at)) {
        this.#at += 2
        return true
      }
      if (this.#at === before || this.#at >= html.length)
        this.#refuse('a tag is not closed by >, or its attributes are not apart')
      this.#attribute(isSvg)
    }
  }

  #attribute(isSvg: boolean): void {
    const html = this.#html
    const start = this.#at
    while (isNameCharacter(html.charCodeAt(this.#at))) this.#at += 1
    const name = html.slice(start, this.#at).toLowerCase()
    if (name === '') this.#refuse('a tag has something in it that is no attribute')
    const refusal = attributeRefusal(name, isSvg)
    if (refusal !== null) throw new HtmlFault(start, refusal)
    const valueAt = this.#at
    this.#skipBlank()
    if (html[this.#at] !== '=') {
      this.#at = valueAt
      return
    }
    this.#at += 1
    this.#skipBlank()
    const value = this.#value(name)
    if (value.includes(this.#hole))
      throw new HtmlFault(start, `a part of the shop cannot stand in an attribute (${name})`)
    const unsafe = valueRefusal(name, value, isSvg)
    if (unsafe !== null) throw new HtmlFault(start, unsafe)
  }

  #value(name: string): string {
    const html = this.#html
    const quote = html[this.#at]
    const start = this.#at
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, start + 1)
      if (end === -1) this.#refuse(`the value of ${name} is not closed by ${quote}`)
      this.#at = end + 1
      return html.slice(start + 1, end)
    }
    while (isBareCharacter(html[this.#at])) this.#at += 1
    const end = html[this.#at]
    if (this.#at === start || (end !== '>' && !isBlank(end)))
      this.#refuse(`the value of ${name} stands without quotes and cannot be read`)
    return html.slice(start, this.#at)
  }

  #endTag(): void {
    const start = this.#at
    const open = this.#open.at(-1)
    const after = open === undefined ? -1 : start + 2 + open.name.length
    // As nearly all are written.
    if (this.#html[after] === '>' && this.#html.startsWith(open!.name, start + 2)) {
      this.#open.pop()
      this.#at = after + 1
      return
    }
    const name = this.#name(start + 2)
    if (name === '') this.#refuse('</ is refused: it closes nothing')
    this.#at = start + 2 + name.length
    this.#skipBlank()
    if (this.#html[this.#at] !== '>') throw new HtmlFault(start, `</${name} is not closed by >`)
    if (open?.name !== name)
      throw new HtmlFault(
        start,
        open === undefined ? `</${name}> closes nothing` : `</${name}> comes before </${open.name}>`,
      )
    this.#open.pop()
    this.#at += 1
  }

  /** A place of a part, as `places.ts` writes it. */
  #part(): void {
    const start = this.#at
    const parent = this.#open.at(-1)
    if (parent !== undefined && (parent.isSvg || textElements.has(parent.name)))
      this.#refuse(`a part of the shop cannot stand in <${parent.name}>`)
    const index = Number.parseInt(
      this.#html.slice(start + this.#hole.length + 5, start + this.#hole.length + 10),
      10,
    )
    const written = `<${this.#hole} n="${index}"></${this.#hole}>`
    if (!this.#html.startsWith(written, start) || index >= this.#parts) this.#refuse(elementRefusal('x-hole'))
    const block = this.#holes.blockAt?.(index) ?? null
    const around = block === null ? undefined : this.#open.find(({ name }) => !boxElements.has(name))
    if (around !== undefined) this.#refuse(`${block} cannot stand in <${around.name}>`)
    if (block !== null && this.#blocks.has(index)) this.#refuse(`${block} is written here a second time`)
    this.#blocks.add(index)
    this.#instead(`<x-hole n="${index}"></x-hole>`, start + written.length)
  }

  #comment(): void {
    const start = this.#at
    const end = this.#html.indexOf('-->', start + 4)
    const text = end === -1 ? '' : this.#html.slice(start + 4, end)
    // What browsers end a comment by, too.
    if (end === -1 || /^-?>|--!>|<!--/.test(text)) this.#refuse('a comment is not closed by -->')
    this.#instead('', end + 3)
  }

  /** Writes a text in place of what stands from here to an index. */
  #instead(text: string, end: number): void {
    this.#done += this.#html.slice(this.#copied, this.#at) + text
    this.#at = end
    this.#copied = end
  }

  #name(from: number): string {
    let end = from
    while (isNameCharacter(this.#html.charCodeAt(end))) end += 1
    return this.#html.slice(from, end).toLowerCase()
  }

  #skipBlank(): void {
    while (isBlank(this.#html[this.#at])) this.#at += 1
  }

  #refuse(message: string): never {
    throw new HtmlFault(this.#at, message)
  }
}

function valueRefusal(name: string, value: string, isSvg: boolean): string | null {
  if (urlAttributes.has(name) || name === 'xlink:href') return urlRefusal(name, value.trim(), isSvg)
  if (name === 'srcset' && /(?:data|javascript):/i.test(value))
    return 'srcset is refused: addresses of pictures begin with / or https:'
  if (isSvg && /url\((?!#)|&|\\/i.test(value))
    return `${name} of a drawing may only name a part of it: url(#name)`
  return null
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/** Letters, digits and what names are joined by. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 58) ||
    code === 45 ||
    code === 95 ||
    code === 46
  )
}

/** As HTML knows blanks: no others. */
function isBlank(character: string | undefined): boolean {
  return (
    character === ' ' || character === '\n' || character === '\t' || character === '\r' || character === '\f'
  )
}

function isBareCharacter(character: string | undefined): boolean {
  return character !== undefined && !isBlank(character) && !'"\'`=<>'.includes(character)
}
