import { byWord } from '#domain/by-word.ts'

/*
 * What a declaration of a theme's own styles may say. Properties are a list, and so are the words, the functions and
 * the custom properties in their values: whatever is in no list is refused, with the reason and the way to write it.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Properties whose values are lengths, numbers and words. */
const measured = words(`
  display position isolation z-index inset inset-block inset-block-start inset-block-end inset-inline
  inset-inline-start inset-inline-end
  grid-template-columns grid-template-rows grid-auto-flow grid-auto-columns grid-auto-rows grid-column grid-row
  gap row-gap column-gap flex flex-direction flex-wrap flex-basis flex-grow flex-shrink
  align-content align-items align-self justify-content justify-items justify-self place-content place-items place-self
  inline-size block-size min-inline-size min-block-size max-inline-size max-block-size aspect-ratio
  margin margin-block margin-block-start margin-block-end margin-inline margin-inline-start margin-inline-end
  padding padding-block padding-block-start padding-block-end padding-inline padding-inline-start padding-inline-end
  overflow overflow-x overflow-y overscroll-behavior-x object-fit object-position
  border-radius border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius
  border-width border-style border-collapse border-spacing table-layout caption-side
  font-family font-size font-weight font-style font-variant-numeric font-variant-caps line-height letter-spacing
  word-spacing text-align text-transform text-indent text-wrap text-decoration-line text-decoration-style
  text-decoration-thickness text-underline-offset white-space overflow-wrap word-break line-break hyphens
  writing-mode text-orientation vertical-align
  list-style list-style-type list-style-position counter-reset counter-increment content
  column-count column-width columns break-inside scroll-snap-type scroll-snap-align scrollbar-width
  translate rotate scale transform-origin transition
  stroke-width stroke-dasharray stroke-linecap stroke-linejoin
`)

const lines = words(`
  border border-block border-block-start border-block-end border-inline border-inline-start border-inline-end
  border-color border-block-color border-inline-color column-rule text-decoration text-decoration-color stroke fill
`)

/** The colours of words: each was measured on `background` and on `surface`. */
const textColors = 'text title desc primary info success warning error sales-price line-price'.split(' ')
const lineColors = new Set([...textColors, 'border', 'border-strong'])
const lineWords = words(
  'solid dashed dotted double none thin medium underline overline line-through wavy auto from-font currentcolor transparent inherit',
)

/** Custom properties that are no colours. */
const measures = words(`
  space-1 space-2 space-3 space-4 space-5 space-6 space-7 space-8 gap block gutter container
  text-xs text-s text-m text-l title-s title-m title-l title-xl line line-title tracking tracking-xl measure
  weight title-weight font title-font radius radius-s hairline fast slow ease tap bar
`)

const functions = words(
  'var calc min max clamp repeat minmax fit-content counter counters cubic-bezier translate rotate scale',
)

const units = words('px rem em ex ch ic lh rlh % fr vw vi vh svh svb lvh dvh cqi cqb cqw deg turn')

const physical: Readonly<Record<string, string | undefined>> = byWord({
  width: 'inline-size',
  height: 'block-size',
  'min-width': 'min-inline-size',
  'max-width': 'max-inline-size',
  'min-height': 'min-block-size',
  'max-height': 'max-block-size',
  left: 'inset-inline-start',
  right: 'inset-inline-end',
  top: 'inset-block-start',
  bottom: 'inset-block-end',
  ...Object.fromEntries(
    ['margin', 'padding', 'border'].flatMap((name) => [
      [`${name}-left`, `${name}-inline-start`],
      [`${name}-right`, `${name}-inline-end`],
      [`${name}-top`, `${name}-block-start`],
      [`${name}-bottom`, `${name}-block-end`],
    ]),
  ),
})

const readability = 'words would lose the contrast that was measured'
const why: Readonly<Record<string, string | undefined>> = byWord({
  opacity: readability,
  filter: readability,
  'mix-blend-mode': readability,
  'text-shadow': readability,
  outline: 'the ring around what has the focus is the shop’s',
  order: 'what is read first stands first in the template',
  float: 'write display: grid or flex',
  animation: 'styles of a theme stand still; transition may change what is pointed at',
  'background-image': 'a picture is {% picture %}, a drawing is <svg> in the template',
  'box-shadow': 'what lies above the page is the shop’s',
  font: 'write font-family, font-size and font-weight',
  transform: 'write translate, rotate or scale',
})

/** Grounds that words can stand on, and what changes for all that stands on them: every pair of colours is a measured one. */
const grounds: Readonly<Record<string, string | undefined>> = byWord({
  background: '',
  surface: '',
  'surface-strong': each('desc line-price sales-price info success warning error placeholder', 'text', {
    primary: 'title',
    'on-primary': 'background',
    'primary-hover': 'title',
  }),
  'primary-soft': each('desc line-price sales-price info success warning error placeholder', 'text'),
  panel: each(
    'text title hero desc placeholder primary primary-hover border-strong focus info success warning error sales-price line-price',
    'on-panel',
    {
      background: 'panel',
      surface: 'panel',
      'surface-strong': 'panel',
      'primary-soft': 'panel',
      'on-primary': 'panel',
    },
    '--border:color-mix(in oklab,var(--on-panel) 45%,var(--panel));--hairline:1px solid var(--border)',
  ),
})

function each(
  names: string,
  become: string,
  others: Readonly<Record<string, string>> = byWord(),
  more = '',
): string {
  const all = { ...Object.fromEntries(names.split(' ').map((name) => [name, become])), ...others }
  const set = Object.entries(all).map(([name, color]) => `--${name}:var(--${color})`)
  return [...set, 'color:var(--text)', ...(more === '' ? [] : [more])].join(';')
}

/** The declaration as it is sent, or why it is refused. */
export type ReadDeclaration = { css: string } | { reason: string }

export function readDeclaration(property: string, value: string): ReadDeclaration {
  if (property === 'background-color' || property === 'background') return readGround(property, value)
  if (property !== 'color' && !lines.has(property) && !measured.has(property))
    return { reason: refusedProperty(property) }
  const faulty =
    property === 'color' ? colorFault(value) : (valueFault(property, value) ?? specialFault(property, value))
  if (faulty !== null) return { reason: `${property}: ${faulty}` }
  return { css: `${property}:${property === 'content' ? value : squeezed(value)}` }
}

function readGround(property: string, value: string): ReadDeclaration {
  if (value === 'none' || value === 'transparent') return { css: `background-color:transparent` }
  const name = /^var\(--([a-z-]+)\)$/.exec(value)?.[1] ?? ''
  const set = grounds[name]
  if (set === undefined)
    return {
      reason: `${property}: a ground is ${listed(Object.keys(grounds))}: the words on it follow by themselves`,
    }
  return { css: [`background-color:var(--${name})`, ...(set === '' ? [] : [set])].join(';') }
}

function colorFault(value: string): string | null {
  const name = /^var\(--([a-z-]+)\)$/.exec(value)?.[1] ?? ''
  return textColors.includes(name) || value === 'currentcolor' || value === 'inherit'
    ? null
    : `a colour is one of the theme’s, ${listed(textColors)}, or inherit`
}

function refusedProperty(property: string): string {
  if (property.startsWith('--'))
    return `${property}: custom properties are the shop’s; write the value where it is used`
  const logical = physical[property]
  if (logical !== undefined)
    return `${property}: write ${logical}, which is right in every direction of script`
  const reason = why[property] ?? why[property.split('-')[0]!]
  return `${property}: ${reason ?? 'it is none that the styles of a theme may set'}`
}

const part =
  /\s+|"[^"\\\n]*"|'[^'\\\n]*'|([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)|var\(--([a-z0-9-]+)\)|([a-z][a-z-]*)(\(?)|[),/*+-]|(.)/gisy

function valueFault(property: string, value: string): string | null {
  const hasColor = lines.has(property)
  let depth = 0
  for (const [text, number, unit = '', custom, name, open, other] of value.matchAll(part)) {
    const call = open === '(' ? name : undefined
    const word = open === '' ? name : undefined
    if (other === '#') return 'a colour is one of the theme’s, such as var(--border)'
    if (other === '!') return '!important is refused: what is more particular holds'
    if (other !== undefined) return `"${text}" cannot be read`
    if (/^["']./.test(text) && property !== 'content') return 'a text stands in content alone'
    if (number !== undefined && unit !== '' && !units.has(unit.toLowerCase()))
      return unit === 's' || unit === 'ms'
        ? 'a duration is var(--fast) or var(--slow), which are 0 for who wants less motion'
        : `there is no unit ${unit} here; there are ${[...units].join(' ')}`
    const isColor =
      custom !== undefined &&
      hasColor &&
      (lineColors.has(custom) || (property === 'fill' && grounds[custom] !== undefined))
    if (custom !== undefined && !measures.has(custom) && !isColor)
      return `there is no --${custom} to be used here`
    if (call !== undefined && !functions.has(call)) return `${call}() is refused`
    if (word !== undefined && hasColor && !lineWords.has(word))
      return `"${word}" is refused: a colour is one of the theme’s, such as var(--border)`
    if (call !== undefined) depth += 1
    if (text === ')') depth -= 1
    if (depth < 0) return 'a ) closes nothing'
  }
  if (depth > 0) return 'a ( is not closed'
  return value.trim() === '' ? 'it has no value' : null
}

const lettersGrow = words('font-size line-height letter-spacing')

function specialFault(property: string, value: string): string | null {
  if (property === 'position' && !/^(static|relative|absolute|sticky)$/.test(value))
    return 'it is static, relative, absolute or sticky: what stays in the window is the shop’s'
  if (property === 'z-index' && !/^(-1|[0-3]|auto)$/.test(value))
    return 'it is -1 to 3: header and sheets lie above all'
  if (property === 'font-family' && !/^(var\(--(title-)?font\)|inherit)$/.test(value))
    return 'a face is one of the theme’s: var(--font), var(--title-font)'
  if (lettersGrow.has(property) && /\dpx/.test(value))
    return 'sizes of letters are in rem or em: they grow for whoever asks the browser for larger ones'
  const sides = /^(margin|padding|inset|border-width|border-style|border-color)$/.test(property)
  if (sides && !value.includes('(') && value.trim().split(/\s+/).length > 3)
    return `four values name sides: write ${property.replace(/-.*/, '')}-block and -inline`
  return null
}

function squeezed(value: string): string {
  return value.trim().replace(/\s+/g, ' ').replace(/ ?, ?/g, ',')
}

function listed(names: readonly string[]): string {
  return names.map((name) => `var(--${name})`).join(', ')
}
