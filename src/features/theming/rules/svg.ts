/*
 * Drawings that a merchant brings. They are shown as pictures, where no script of theirs runs; but somebody may open
 * one by its address. So they have only what draws: this reads less than browsers do, and refuses the rest.
 */

export interface Drawing {
  width: number
  height: number
}

export interface SvgFault {
  line: number | null
  reason: string
}

const elements = new Set(
  `circle clipPath defs desc ellipse g line linearGradient mask path pattern polygon polyline radialGradient rect stop
  svg symbol text title tspan use`.split(/\s+/),
)

const attributes = new Set(
  `class clip-path clip-rule clipPathUnits cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-style
  font-weight fx fy gradientTransform gradientUnits height href id letter-spacing mask maskContentUnits maskUnits
  offset opacity pathLength patternContentUnits patternTransform patternUnits points preserveAspectRatio r role rotate
  rx ry spreadMethod stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor textLength transform version viewBox width x x1 x2
  xlink:href xml:space xmlns xmlns:xlink y y1 y2`.split(/\s+/),
)

const namespaces: ReadonlyMap<string, string> = new Map([
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
])

const token =
  /<!--(?:[^-]|-(?!-)){0,20000}-->|<\?xml [^<>?]{0,200}\?>|<(\/?)([A-Za-z][\w.:-]{0,40})((?:\s{1,200}[A-Za-z_:][\w.:-]{0,60}\s{0,9}=\s{0,9}(?:"[^"<]*"|'[^'<]*'))*)\s{0,200}(\/?)>|([^<]+)|(<)/y

/** The size of a drawing, or the first thing in it that a drawing may not have. */
export function readSvg(text: string): Drawing | SvgFault {
  const open: string[] = []
  let size: Drawing | null = null
  let isOver = false
  const foreign = foreignSigns(text)
  if (foreign !== null) return foreign
  token.lastIndex = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const fault = (reason: string): SvgFault => ({ line: lineAt(text, match!.index), reason })
    const [, close, name, given = '', self, words, rest] = match
    if (rest !== undefined)
      return fault('it has something besides elements and text, such as a DOCTYPE, a CDATA or an open tag')
    if (words !== undefined) {
      if (open.length === 0 && words.trim() !== '') return fault('it has text outside of <svg>')
      if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(words))
        return fault('it has an entity that is none of XML')
      continue
    }
    if (name === undefined) continue
    if (close === '/') {
      if (open.pop() !== name) return fault(`</${name}> closes what is not open`)
      isOver = open.length === 0
      continue
    }
    if (isOver || (open.length === 0 && name !== 'svg')) return fault('it must be one <svg> and no more')
    if (!elements.has(name)) return fault(`<${name}> is not allowed: only shapes, gradients and text`)
    const read = readAttributes(given)
    if (typeof read === 'string') return fault(read)
    size ??= sizeOf(read)
    if (size === null) return fault('<svg> needs a viewBox, such as viewBox="0 0 120 32"')
    if (self === '') open.push(name)
    else isOver = open.length === 0
    if (open.length > 40) return fault('it is nested more than 40 deep')
  }
  if (size === null || open.length > 0) return { line: null, reason: 'it is no complete <svg>' }
  return size
}

/** What makes a browser read other signs than those that are checked here: another encoding, and ways to change it. */
function foreignSigns(text: string): SvgFault | null {
  const encoding = /^\uFEFF?<\?xml [^<>?]{0,200}?encoding\s{0,9}=\s{0,9}["']([^"'<>?]{0,40})/.exec(text)?.[1]
  if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
    return { line: 1, reason: `it is written in ${encoding}: save it as UTF-8` }
  const control = /[^\P{Cc}\t\n\r]|\uFFFD/u.exec(text)
  if (control === null) return null
  return { line: lineAt(text, control.index), reason: 'it has a character that is no text: save it as UTF-8' }
}

function readAttributes(given: string): Map<string, string> | string {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of given.matchAll(
    /([\w.:-]{1,61})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const value = double ?? single ?? ''
    if (!attributes.has(name))
      return `the attribute ${name} is not allowed: looks are attributes such as fill, and nothing runs`
    if (found.has(name)) return `${name} stands twice`
    if (name.startsWith('xmlns') && value !== namespaces.get(name)) return `${name} is not that of SVG`
    if (name.endsWith('href') && !/^#[\w.-]+$/.test(value)) return `${name} leads out of the drawing`
    if (/[&\\]/.test(value)) return `${name} has an entity or a backslash`
    if (/url\s*\(/i.test(value) && !/^url\(#[\w.-]+\)$/.test(value.trim()))
      return `${name} leads out of the drawing`
    found.set(name, value)
  }
  return found
}

function sizeOf(found: ReadonlyMap<string, string>): Drawing | null {
  const box = (found.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = box
  const isSized = box.length === 4 && box.every(Number.isFinite) && width > 0 && height > 0
  return isSized ? { width, height } : null
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
