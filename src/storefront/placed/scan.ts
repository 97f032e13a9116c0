/*
 * Finds the parts in HTML that somebody wrote: `<x-island c="…" p='…' on="…">…</x-island>`. It reads tags as a browser
 * does, quotes and comments included, in one pass: what is no proper element is left as it is, or its tag is dropped.
 */

export interface Mark {
  name: string
  /** JSON, as it was written; null for none. */
  props: string | null
  on: string | null
  /** The HTML in it. */
  inner: string
  /**
   * `words`: among words, where only words may stand; `nowhere`: where nothing that is placed may, such as in a link;
   * `block`: anywhere else.
   */
  place: 'block' | 'words' | 'nowhere'
  /** Tags that end what only words may stand in, and those that begin it again after the part. */
  close: string
  open: string
}

interface Tag {
  name: string
  kind: 'open' | 'close' | 'single'
  start: number
  end: number
}

/** The HTML between the parts, and the parts. */
export function marksIn(html: string): (string | Mark)[] {
  if (!/<\/?x-island/i.test(html)) return [html]
  const tags = tagsIn(html)
  const ends = pairsOf(tags)
  const found: (string | Mark)[] = []
  const open: { name: string; text: string }[] = []
  let from = 0
  for (let at = 0; at < tags.length; at++) {
    const tag = tags[at]!
    if (tag.name !== 'x-island') {
      follow(tag, open, html)
      continue
    }
    found.push(html.slice(from, tag.start))
    const last = tag.kind === 'single' ? at : ends.get(at)
    // An end without a beginning, or a beginning without an end: the tag alone goes.
    from = tag.end
    if (last === undefined) continue
    const end = tags[last]!
    found.push(
      markOf(html.slice(tag.start, tag.end), last === at ? '' : html.slice(tag.end, end.start), open),
    )
    from = end.end
    at = last
  }
  found.push(html.slice(from))
  return found.filter((piece) => piece !== '')
}

/** Elements whose inside is text to a browser. */
const texts = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'])
const singles = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
])

const commentEnd = /--!?>/g

function tagsIn(html: string): Tag[] {
  const tags: Tag[] = []
  for (let at = html.indexOf('<'); at !== -1;) {
    if (html.startsWith('<!--', at)) {
      // `<!-->` is whole.
      commentEnd.lastIndex = at + 2
      if (commentEnd.exec(html) === null) break
      at = html.indexOf('<', commentEnd.lastIndex)
      continue
    }
    const isClose = html[at + 1] === '/'
    const name = nameAt(html, at + (isClose ? 2 : 1))
    if (name === '') {
      at = html.indexOf('<', at + 1)
      continue
    }
    const end = endOf(html, at)
    // Nothing after a tag that never ends is a tag.
    if (end === -1) break
    const isSingle = !isClose && (singles.has(name) || html[end - 2] === '/')
    tags.push({ name, kind: isClose ? 'close' : isSingle ? 'single' : 'open', start: at, end })
    if (!isClose && !isSingle && texts.has(name)) {
      const last = new RegExp(`</${name}`, 'gi')
      last.lastIndex = end
      const found = last.exec(html)
      if (found === null) break
      at = found.index
    } else at = html.indexOf('<', end)
  }
  return tags
}

function nameAt(html: string, from: number): string {
  let to = from
  while (to < html.length && /[a-zA-Z0-9-]/.test(html[to]!)) to++
  const name = html.slice(from, to).toLowerCase()
  return /^[a-z]/.test(name) ? name : ''
}

/** After the `>` of the tag that begins at `start`; -1 for none. */
function endOf(html: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < html.length; at++) {
    const char = html[at]!
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
  }
  return -1
}

/** Index of each part's first tag → that of its last. */
function pairsOf(tags: readonly Tag[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const [at, { name, kind }] of tags.entries()) {
    if (name !== 'x-island') continue
    if (kind === 'open') open.push(at)
    else if (kind === 'close' && open.length > 0) pairs.set(open.pop()!, at)
  }
  return pairs
}

function follow(tag: Tag, open: { name: string; text: string }[], html: string): void {
  if (tag.kind === 'open') open.push({ name: tag.name, text: html.slice(tag.start, tag.end) })
  else if (tag.kind === 'close') {
    const at = open.findLastIndex(({ name }) => name === tag.name)
    if (at !== -1) open.length = at
  }
}

/** What a part is never put into: it may have links, buttons and fields of its own. */
const closed = new Set(['a', 'button', 'label', 'select', 'summary', 'svg', 'math', 'object', ...texts])
/** Whose children are of a few kinds only. */
const parents = new Set([
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'ul', 'ol', 'dl', 'picture', 'video', 'audio'],
])
const titles = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'caption', 'legend', 'dt', 'cite'])
/** Words, which a part that is more than words ends, and which go on after it. */
const wordy = new Set([
  ...['p', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'small', 'span', 'mark', 'code', 'q'],
])
/** The box around a merchant's text has the look of text, which parts of the shop do not want. */
const proseStart = '<div class="prose">'

function markOf(tag: string, inner: string, open: readonly { name: string; text: string }[]): Mark {
  const attributes = attributesOf(tag)
  const names = open.map(({ name }) => name)
  const isNowhere = names.some((name) => closed.has(name)) || parents.has(names.at(-1) ?? '')
  const isTitle = names.some((name) => titles.has(name))
  let from = open.length
  while (from > 0 && (wordy.has(names[from - 1]!) || open[from - 1]!.text === proseStart)) from--
  const split = open.slice(from)
  return {
    name: attributes.get('c') ?? '',
    props: attributes.get('p') ?? null,
    on: attributes.get('on') ?? null,
    inner,
    place: isNowhere ? 'nowhere' : isTitle ? 'words' : 'block',
    close: split
      .toReversed()
      .map(({ name }) => `</${name}>`)
      .join(''),
    open: split.map(({ text }) => text).join(''),
  }
}

const attribute = /\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y

/** The first of each name counts, as in a browser. */
function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  attribute.lastIndex = '<x-island'.length
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    const [, name = '', double, single, bare] = match
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ''))
  }
  return found
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, number, hex, name) => {
      if (typeof name === 'string') return entities.get(name.toLowerCase()) ?? whole
      const code = typeof number === 'string' ? Number(number) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

/** What was read as no tag is none to a browser either. */
export function withoutTags(html: string): string {
  return html.replace(/<(?=\/?x-island)/gi, '&lt;')
}

/** The elements that stand side by side in a text, and the words between them. */
export function elementsIn(html: string): string[] {
  const pieces: string[] = []
  const open: { name: string; text: string }[] = []
  let from = 0
  for (const tag of tagsIn(html)) {
    if (open.length === 0 && tag.kind !== 'close' && tag.start > from) {
      pieces.push(html.slice(from, tag.start))
      from = tag.start
    }
    follow(tag, open, html)
    if (open.length > 0) continue
    pieces.push(html.slice(from, tag.end))
    from = tag.end
  }
  pieces.push(html.slice(from))
  return pieces.filter((piece) => piece.trim() !== '')
}
