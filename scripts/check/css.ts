import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/** Styles take colours, fonts and radii from the theme, and name sides so that they hold in both directions of script. */
export const css: Guard = { name: 'css', floor: 20, look }

/** The one stylesheet that gives the theme's properties their values. */
export const tokensFile = 'src/ui/base/tokens.css'

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root, /^src\/.*\.css$/)
  const findings: Finding[] = []
  for (const file of files) findings.push(...checkStyles(file, (await textOf(root, file)) ?? ''))
  return { seen: files.length, findings }
}

/** What is wrong with one stylesheet. */
export function checkStyles(file: string, text: string): Finding[] {
  return declarations(text).flatMap(({ property, value, line }) => {
    const themed = file === tokensFile ? null : themedElsewhere(property, value)
    const sided = physicalSide(property, value)
    return [
      ...(themed === null
        ? []
        : [{ rule: 'theme-literal', file, line, text: `${property}: ${value} (${themed})` }]),
      ...(sided === null
        ? []
        : [{ rule: 'physical-side', file, line, text: `${property}: ${value} (${sided})` }]),
    ]
  })
}

const namedColors = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
  yellowgreen`.split(/\s+/),
)
const colorProperty =
  /^(?:.*color|background(?:-image)?|border(?:-(?:inline|block)(?:-(?:start|end))?)?|outline|box-shadow|text-shadow|filter|fill|stroke|mask(?:-image)?|text-decoration|column-rule|caret|--.*)$/

function themedElsewhere(property: string, value: string): string | null {
  const bare = value.replace(/url\([^)]*\)|var\(\s*--[\w-]+|(["'])(?:\\.|(?!\1).)*\1/g, ' ')
  if (/#[0-9a-f]{3,8}\b/i.test(bare)) return 'a colour belongs to the theme'
  // `rgb(from var(--text) …)` derives a colour, and does not name one.
  if (/\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!\s*from\b)/i.test(bare))
    return 'a colour belongs to the theme'
  if (
    colorProperty.test(property) &&
    (bare.match(/(?<![\w-])[a-z]+(?![\w(-])/gi) ?? []).some((word) => namedColors.has(word.toLowerCase()))
  )
    return 'a colour belongs to the theme'
  if (property === 'font-family' && !isTaken(value)) return 'a font belongs to the theme'
  if (property === 'font' && !isTaken(value) && !/var\(\s*--font/.test(value))
    return 'a font belongs to the theme'
  if (/^border(?:-[a-z]+)*-radius$/.test(property) && !parts(value.replaceAll('/', ' ')).every(isRadius))
    return 'a radius belongs to the theme'
  return null
}

function isTaken(value: string): boolean {
  return /^(?:var\(.*\)|inherit|initial|unset|revert(?:-layer)?)$/.test(value.replace(/\s*!important$/, ''))
}

// A circle is a shape, not a taste: half of the box stays half of the box in every theme.
function isRadius(value: string): boolean {
  return (
    value === '0' || value === '50%' || isTaken(value) || /^(?:calc|min|max|clamp)\(.*var\(--/.test(value)
  )
}

function physicalSide(property: string, value: string): string | null {
  if (/^(?:left|right)$/.test(property)) return `use inset-inline-${startOrEnd(property)}`
  const side = /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-.*)?$/.exec(property)
  if (side) return `use ${side[1]}-inline-${startOrEnd(side[2]!)}${side[3] ?? ''}`
  if (/^border-(?:top|bottom)-(?:left|right)-radius$/.test(property))
    return 'use border-start-start-radius and its kin'
  if (
    /^(?:text-align|float|clear|caption-side|text-align-last)$/.test(property) &&
    /^(?:left|right)\b/.test(value)
  )
    return /^(?:float|clear)$/.test(property) ? 'use inline-start or inline-end' : 'use start or end'
  if (/^(?:margin|padding|inset|scroll-margin|scroll-padding)$/.test(property)) {
    const [, end, , start] = parts(value.replace(/\s*!important$/, ''))
    if (start !== undefined && start !== end) return `use ${property}-block and ${property}-inline`
  }
  return movedSideways(property, value)
}

// What goes or grows to a side takes its direction from the writing: `--forward` is 1, or -1 from right to left.
function movedSideways(property: string, value: string): string | null {
  const followsWriting = /var\(\s*--(?:forward|start-edge)\b/.test(value)
  if (property === 'direction') return 'the document says in which direction it is written'
  if (followsWriting) return null
  if (property === 'translate' && !/^(?:none|0(?:%|[a-z]+)?|var\(.*\))$/.test(parts(value)[0] ?? '0'))
    return 'multiply by var(--forward)'
  if (/^(?:transform|translate)$/.test(property) && /\btranslate(?:x|3d)?\(\s*(?!0[\s,)])/i.test(value))
    return 'multiply by var(--forward)'
  if (property === 'transform-origin' && !/^(?:center|50%|top|bottom)\b/.test(value))
    return 'use var(--start-edge)'
  if (/\bto (?:left|right)\b/.test(value.replace(/(["']).*?\1/g, ''))) return 'turn it by var(--forward)'
  if (/^border-(?:width|style|color)$/.test(property)) {
    const [, end, , start] = parts(value)
    if (start !== undefined && start !== end) return `use border-inline-start and its kin`
  }
  // From the top, to the right: start start, start end, end end, end start.
  if (property === 'border-radius') {
    const [one, two = one, three = one, four = two] = parts(value.split('/')[0]!)
    if (one !== two || three !== four) return 'use border-start-start-radius and its kin'
  }
  return null
}

/** The words of a value; what stands in parentheses belongs to its word. */
function parts(value: string): string[] {
  const found = ['']
  let depth = 0
  for (const char of value) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ' ' && depth === 0) found.push('')
    else found.push(`${found.pop()}${char}`)
  }
  return found.filter((part) => part !== '')
}

function startOrEnd(side: string): string {
  return side === 'left' ? 'start' : 'end'
}

export interface Declaration {
  property: string
  value: string
  line: number
}

/** Every `property: value` of a stylesheet, nested ones too; comments are left out. */
export function declarations(text: string): Declaration[] {
  const source = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  const found: Declaration[] = []
  let start = 0
  let depth = 0
  let quote = ''
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!
    if (quote !== '') {
      if (char === '\\') at += 1
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (depth === 0 && (char === ';' || char === '{' || char === '}')) {
      if (char !== '{') push(found, source, start, at)
      start = at + 1
    }
  }
  push(found, source, start, source.length)
  return found
}

function push(found: Declaration[], source: string, start: number, end: number): void {
  const raw = source.slice(start, end)
  const parts = /^\s*(--[\w-]+|-?[a-z][a-z-]*)\s*:\s*([\s\S]*?)\s*$/i.exec(raw)
  if (!parts) return
  const before = source.slice(0, start + raw.search(/\S/))
  found.push({
    property: parts[1]!.toLowerCase(),
    value: parts[2]!.replace(/\s+/g, ' '),
    line: before.split('\n').length,
  })
}
