import { languageName } from './style-rules.ts'

/**
 * What stands in a piece of HTML, as selectors name it: `.card`, `#main`, `a`, `[hidden]`, and languages as
 * `lang zh-hans`, with all that a language is part of.
 */
export type Shown = ReadonlySet<string>

/**
 * What stands in some HTML.
 * @param withPopovers whether what popovers hold counts as well, and not only what is there before one is opened
 */
export function shownIn(html: string, withPopovers = true): Set<string> {
  const tags = distinctPieces(html)
  const attributes = distinctPieces(html)
  const classes = distinctPieces(html)
  const shown = new Set<string>()
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const start = at + 1
    at = nameEnd(html, start)
    // The end of an element, or a comment, in which tags count as well: some bytes at the most.
    if (at === start) continue
    tags.add(start, at)
    const tagEnd = at
    let isPopover = false
    for (;;) {
      const from = skipBlank(html, at)
      at = nameEnd(html, from)
      if (at === from) {
        // As in `<br />`.
        if (html.charCodeAt(at) !== slash) break
        at += 1
        continue
      }
      const to = at
      attributes.add(from, to)
      const equals = skipBlank(html, to)
      if (html.charCodeAt(equals) === equalsSign) {
        const value = skipBlank(html, equals + 1)
        at = valueEnd(html, value)
        if (isNamed(html, from, to, 'class')) classes.add(value, at)
        else if (isNamed(html, from, to, 'id')) shown.add(`#${unquoted(html.slice(value, at))}`)
        else if (isNamed(html, from, to, 'lang')) addLanguage(shown, unquoted(html.slice(value, at)))
      }
      isPopover ||= isNamed(html, from, to, 'popover')
    }
    if (isPopover && !withPopovers) at = closingOf(html, html.slice(start, tagEnd), at)
  }
  for (const tag of tags.found) shown.add(tag.toLowerCase())
  for (const name of attributes.found) shown.add(`[${name.toLowerCase()}]`)
  for (const text of classes.found) for (const name of unquoted(text).split(/\s+/)) shown.add(`.${name}`)
  return shown
}

/**
 * The pieces of a text, each once. Cards repeat their names hundreds of times: a piece that is like the last one of its
 * hash is not cut out again, which makes reading a page three times as quick.
 */
function distinctPieces(text: string): {
  found: ReadonlySet<string>
  add: (from: number, to: number) => void
} {
  const found = new Set<string>()
  const last: string[] = Array.from({ length: 256 }, () => '')
  const add = (from: number, to: number): void => {
    const middle = text.charCodeAt((from + to) >> 1)
    const hash = (text.charCodeAt(from) * 7 + middle * 31 + text.charCodeAt(to - 1) * 3 + to - from) & 255
    const known = last[hash]!
    if (known.length === to - from && text.startsWith(known, from)) return
    const piece = text.slice(from, to)
    last[hash] = piece
    found.add(piece)
  }
  return { found, add }
}

/** In small letters nearly always: other names are compared more slowly. */
function isNamed(html: string, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false
  return html.startsWith(name, from) || html.slice(from, to).toLowerCase() === name
}

const slash = 47
const equalsSign = 61
/** `!`, `"`, `'`, `/`, `<`, `=`, `>`. */
const signs: ReadonlySet<number> = new Set([33, 34, 39, slash, 60, equalsSign, 62])

/** The index behind the name of an element or an attribute that begins at `at`. */
function nameEnd(html: string, at: number): number {
  let end = at
  while (end < html.length && isOfName(html.charCodeAt(end))) end += 1
  return end
}

function isOfName(code: number): boolean {
  return code > 62 || (code > 32 && !signs.has(code))
}

function skipBlank(html: string, at: number): number {
  let end = at
  while (end < html.length && html.charCodeAt(end) <= 32) end += 1
  return end
}

/** The index behind a value, quoted or not. */
function valueEnd(html: string, at: number): number {
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, at + 1)
    return close === -1 ? html.length : close + 1
  }
  let end = at
  while (end < html.length && html.charCodeAt(end) > 32 && html[end] !== '>') end += 1
  return end
}

function unquoted(value: string): string {
  return value.replace(/^["']|["']$/g, '').trim()
}

/** `zh-Hant-HK` is also `zh-Hant` and `zh`. */
function addLanguage(shown: Set<string>, tag: string): void {
  for (let end = tag.length; end > 0; end = tag.lastIndexOf('-', end - 1))
    shown.add(languageName(tag.slice(0, end)))
}

/** Where the element closes whose content begins at `start`. */
function closingOf(html: string, tag: string, start: number): number {
  const tags = new RegExp(`<(/?)${tag}(?=[\\s/>])`, 'g')
  tags.lastIndex = start
  let depth = 1
  for (let found = tags.exec(html); found !== null; found = tags.exec(html)) {
    depth += found[1] === '' ? 1 : -1
    if (depth === 0) return found.index
  }
  return html.length
}
