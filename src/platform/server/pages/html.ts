/** Text for element content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  // Nearly all texts need no escaping, and a test is quicker than a replacement.
  return special.test(text) ? text.replace(/[&<>"']/g, (char) => entities[char as Entity]) : text
}

const special = /[&<>"']/

const entities = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
} as const
type Entity = keyof typeof entities

/** HTML that may stand in a document as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Values of a template: texts and numbers are escaped, `null` and `false` are empty. */
type Piece = string | number | Html | readonly Html[] | null | false

const tightened = new WeakMap<TemplateStringsArray, readonly string[]>()

/**
 * A piece of HTML that occurs so often on a page that React would take most of the page's time. Line breaks in the
 * template, and the spaces around them, are not part of the HTML; between the attributes of a tag they are one space.
 * An optional attribute follows another one on its line: `decoding="async"${…}`.
 */
export function markup(template: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let texts = tightened.get(template)
  if (texts === undefined) tightened.set(template, (texts = template.map(tighten)))
  let text = texts[0]!
  for (let index = 0; index < pieces.length; index++) text += textOf(pieces[index]!) + texts[index + 1]!
  return new Html(text)
}

function tighten(part: string): string {
  return (
    part
      .replace(/(^|>)\s*\n\s*/g, '$1')
      // oxlint-disable-next-line house/slow-pattern -- a template of the shop's own
      .replace(/\s*\n\s*(<|$)/g, '$1')
      .replace(/\s*\n\s*/g, ' ')
  )
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return escapeHtml(piece)
  if (piece === null || piece === false) return ''
  if (typeof piece === 'number') return String(piece)
  return piece instanceof Html ? piece.text : piece.map(({ text }) => text).join('')
}

const constants = new WeakMap<object, string>()

/**
 * JSON of objects that are the same on every page, such as the theme: serialised once for each object, which must
 * never change.
 */
export function constantJson(value: object): string {
  let json = constants.get(value)
  if (json === undefined) constants.set(value, (json = JSON.stringify(value)))
  return json
}

/** JSON for a single-quoted attribute: half the size of `&quot;` in every place. */
export function attributeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[&'<]/g, (char) => entities[char as Entity])
}

/** JSON for the inside of a data `<script>`: no content can close the element or open a comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
