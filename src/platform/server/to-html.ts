import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { escapeHtml } from './html.ts'

/*
 * Views to HTML by one walk. They are never hydrated and never wait, so nothing is needed of what React's own renderer
 * does beside writing: it takes several times as long, and was half of what a listing costs. The same elements give the
 * same HTML; what is rare or has rules of its own is left to React.
 */

/**
 * The HTML of what function components, fragments and elements amount to. Components may read contexts and have state
 * as at its beginning: call it while React renders the component that asks for it.
 * @param byReact renders an element with React
 */
export function toHtml(node: ReactNode, byReact: (element: ReactElement) => string): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string') return escapeHtml(node)
  if (typeof node !== 'object') return String(node)
  if (Array.isArray(node)) {
    let html = ''
    for (const child of node as readonly ReactNode[]) html += toHtml(child, byReact)
    return html
  }
  if (!isValidElement<Props>(node)) throw new Error('a view has something in it that is no element')
  const { type, props } = node
  if (typeof type === 'string')
    return leftToReact.has(type) ? byReact(node) : elementHtml(type, props, byReact)
  if (type === (Fragment as unknown)) return toHtml(props.children, byReact)
  if (typeof type !== 'function' || 'isReactComponent' in (type.prototype ?? {})) return byReact(node)
  return toHtml((type as (props: Props) => ReactNode)(props), byReact)
}

interface Props {
  readonly [name: string]: unknown
  readonly children?: ReactNode
  readonly dangerouslySetInnerHTML?: { __html: string }
}

/** What a choice or a text in them means is for React to say; and what it may move to the head. */
const leftToReact = new Set(
  'select option textarea pre listing title meta link style script html head body'.split(' '),
)

const withoutContent = new Set('area base br col embed hr img input source track wbr'.split(' '))

function elementHtml(tag: string, props: Props, byReact: (element: ReactElement) => string): string {
  let html = `<${tag}`
  for (const name in props) {
    const value = props[name]
    if (value === null || value === undefined || name === 'children' || name === 'dangerouslySetInnerHTML')
      continue
    html += attributeHtml(tag === 'input' ? inputName(name, props) : name, value)
  }
  if (withoutContent.has(tag)) return `${html}/>`
  const inner = props.dangerouslySetInnerHTML?.__html ?? toHtml(props.children, byReact)
  return `${html}>${inner}</${tag}>`
}

/** What a field begins with is its attribute, unless it has one. */
function inputName(name: string, props: Props): string {
  if (name === 'defaultValue') return props['value'] === undefined ? 'value' : name
  if (name === 'defaultChecked') return props['checked'] === undefined ? 'checked' : name
  return name
}

type Kind =
  /** Nothing in HTML: what only the browser does. */
  | 'none'
  | 'text'
  /** `true` and `false` as words. */
  | 'word'
  /** There or not. */
  | 'flag'
  | 'flag-or-text'
  | 'url'
  | 'style'

const kindsOf: Readonly<Record<Exclude<Kind, 'text'>, string>> = {
  none: 'defaultValue defaultChecked innerHTML ref suppressContentEditableWarning suppressHydrationWarning',
  word: 'contentEditable spellCheck draggable value focusable',
  flag:
    'allowFullScreen async autoFocus autoPlay checked controls default defer disabled formNoValidate hidden inert ' +
    'itemScope loop multiple muted noModule noValidate open playsInline readOnly required reversed',
  'flag-or-text': 'capture download',
  url: 'action formAction href src',
  style: 'style',
}

const names = new Map(
  'className:class tabIndex:tabindex htmlFor:for httpEquiv:http-equiv acceptCharset:accept-charset crossOrigin:crossorigin autoFocus:autofocus'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Attributes of drawings that are written with hyphens. */
const hyphened =
  /^(?:clip(?:Path|Rule)|dominantBaseline|fill(?:Opacity|Rule)|stop(?:Color|Opacity)|stroke[A-Z]\w+|textAnchor)$/

interface Attribute {
  kind: Kind
  /** ` name="` */
  start: string
}

const attributes = new Map<string, Attribute>()

function attributeOf(name: string): Attribute {
  let attribute = attributes.get(name)
  if (attribute === undefined) {
    if (!/^[\w:-]+$/.test(name)) throw new Error(`a view has an attribute named ${name}`)
    const written = names.get(name) ?? (hyphened.test(name) ? withHyphens(name) : name)
    attributes.set(name, (attribute = { kind: kindOf(name), start: ` ${written}="` }))
  }
  return attribute
}

function kindOf(name: string): Kind {
  if (/^on/i.test(name) && name.length > 2) return 'none'
  if (/^(?:data|aria)-/.test(name)) return 'word'
  for (const [kind, all] of Object.entries(kindsOf) as [Kind, string][])
    if (all.split(' ').includes(name)) return kind
  return 'text'
}

function attributeHtml(name: string, value: unknown): string {
  if (typeof value === 'function' || typeof value === 'symbol') return ''
  const { kind, start } = attributeOf(name)
  switch (kind) {
    case 'text':
      return typeof value === 'boolean' ? '' : `${start}${escapeHtml(String(value))}"`
    case 'word':
      return `${start}${escapeHtml(String(value))}"`
    case 'flag':
      return value ? `${start}"` : ''
    case 'flag-or-text':
      return value === false ? '' : value === true ? `${start}"` : `${start}${escapeHtml(String(value))}"`
    case 'url':
      return typeof value === 'boolean' ? '' : `${start}${escapeHtml(safeUrl(String(value)))}"`
    case 'style':
      return styleHtml(value as Readonly<Record<string, unknown>>)
    case 'none':
      return ''
  }
}

// Browsers read over control characters before the word and line breaks within it.
// oxlint-disable-next-line no-control-regex -- these are what it is about
const script =
  /^[\u0000-\u001F ]*j[\r\n\t]*a[\r\n\t]*v[\r\n\t]*a[\r\n\t]*s[\r\n\t]*c[\r\n\t]*r[\r\n\t]*i[\r\n\t]*p[\r\n\t]*t[\r\n\t]*:/i

/** An address that would run a script leads nowhere. */
function safeUrl(url: string): string {
  return script.test(url) ? 'about:blank' : url
}

/** Properties whose numbers have no unit; those of all others are pixels. */
const unitless = new Set(
  'aspectRatio columnCount flex flexGrow flexShrink fontWeight gridColumn gridRow lineHeight opacity order scale zIndex'.split(
    ' ',
  ),
)

const properties = new Map<string, string>()

function styleHtml(style: Readonly<Record<string, unknown>>): string {
  let css = ''
  for (const name in style) {
    const value = style[name]
    if (value === null || value === undefined || typeof value === 'boolean' || value === '') continue
    const text =
      typeof value === 'number' && value !== 0 && !name.startsWith('--') && !unitless.has(name)
        ? `${value}px`
        : escapeHtml(String(value).trim())
    css += `${css === '' ? '' : ';'}${propertyOf(name)}:${text}`
  }
  return css === '' ? '' : ` style="${css}"`
}

function propertyOf(name: string): string {
  let property = properties.get(name)
  if (property === undefined)
    properties.set(name, (property = name.startsWith('--') ? name : withHyphens(name)))
  return property
}

/** `strokeWidth` → `stroke-width` */
function withHyphens(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
