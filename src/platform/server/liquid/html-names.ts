import { byWord } from '#domain/by-word.ts'

/* Which elements and attributes a template may write. */

const html = `a abbr address article aside audio b bdi bdo blockquote br button caption cite code col colgroup data
datalist dd del details dfn dialog div dl dt em fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i
img input ins kbd label legend li mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s
samp search section select small source span strong sub summary sup svg table tbody td textarea tfoot th thead time tr
track u ul var video wbr x-island x-slot`

const svg = `circle clippath defs ellipse g line lineargradient mask path pattern polygon polyline radialgradient rect
stop svg symbol text tspan use`

export const htmlElements = words(html)
export const svgElements = words(svg)

/** Those that have no end. */
export const voidElements = words('br col hr img input source track wbr')

/** Those in which pieces of a page may stand. */
export const boxElements = words(
  'article aside blockquote details div figure footer header nav section x-island x-slot',
)

/** Those in which the browser reads a text and no elements. */
export const textElements = words('textarea option')

const always = `accesskey class dir draggable enterkeyhint hidden id inert inputmode itemid itemprop itemref itemscope
itemtype lang part popover role spellcheck tabindex title translate`

const some = `abbr accept allow alt autocapitalize autocomplete autoplay c checked cite cols colspan controls data
datetime decoding default disabled download fetchpriority for headers height high href hreflang k kind label list loading
loop low max maxlength media min minlength multiple muted name on open optimum p pattern placeholder playsinline
popovertarget popovertargetaction poster preload readonly referrerpolicy rel required reversed rows rowspan scope
selected size sizes span src srclang srcset start step target type value width wrap`

const htmlAttributes = words(`${always} ${some}`)

/** Those of HTML whose values the browser loads or goes to. */
export const urlAttributes = words('cite href poster src')

const why = byWord({
  base: 'addresses are the shop’s',
  body: 'a template writes what stands inside the page’s main part',
  embed: 'the shop’s policy of security shows no such contents',
  form: 'write {% form "name" %} … {% endform %}: the shop’s forms are protected',
  head: 'title and description come from the page',
  html: 'a template writes what stands inside the page’s main part',
  iframe: 'the shop’s policy of security shows no other pages',
  link: 'styles come from theme.json: colours, fonts and shapes',
  main: 'a template writes what stands inside the page’s main part',
  meta: 'title and description come from the page',
  object: 'the shop’s policy of security shows no such contents',
  script: 'templates bring no scripts: place a part of the shop by {% island "name" %}',
  style: 'styles come from theme.json: colours, fonts and shapes',
  title: 'title and description come from the page',
  'x-hole': 'the shop writes it in place of its own tags',
} as const)

/** Why an element is refused, for the merchant. */
export function elementRefusal(name: string): string {
  const reason = why[name] ?? 'it is none that templates may write'
  return `<${name.slice(0, 40)}> is refused: ${reason}`
}

/** Why an attribute is refused; null: it may stand. */
export function attributeRefusal(name: string, isSvg: boolean): string | null {
  if (name.startsWith('on') && name !== 'on') return `${name} is refused: templates bring no scripts`
  if (name === 'style')
    return 'style is refused: the shop’s policy of security knows no styles of single elements; give a class'
  if (/^(?:data|aria)-[a-z0-9_.-]{1,60}$/.test(name)) return null
  if (isSvg) return isSvgAttribute(name) ? null : `${name.slice(0, 40)} is refused in a drawing`
  return htmlAttributes.has(name)
    ? null
    : `${name.slice(0, 40)} is refused: it is none that templates may write`
}

function isSvgAttribute(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,40}$/.test(name) || name === 'xlink:href' || name === 'xmlns:xlink'
}

/**
 * Why an address is refused; null: it may stand. What comes before the first `/`, `?` or `#` tells the scheme: there is
 * neither a colon in it nor what a browser could read as one, unless the scheme is one of ours.
 */
export function urlRefusal(name: string, value: string, isSvg: boolean): string | null {
  if (isSvg) return value.startsWith('#') ? null : `${name} of a drawing may only name a part of it: "#name"`
  const before = /^[^/?#]*/.exec(value)![0].toLowerCase()
  if (!/[:&\\]/.test(before)) return null
  if (before === 'https:' || before === 'http:') return null
  if ((before.startsWith('mailto:') || before.startsWith('tel:')) && name === 'href') return null
  return `${name}="${value.slice(0, 40)}" is refused: an address begins with /, #, https:, mailto: or tel:`
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
