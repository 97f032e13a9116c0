import { parseSync } from 'vite'
import { layOut } from './layout.ts'
import { parseSql, type Part } from './tokens.ts'

/** A template with the tag `sql`, from its first backtick to behind its last. */
export interface Template {
  start: number
  end: number
  parts: Part[]
}

/** What often follows a statement on its last line. */
const execution = '`.execute(rows(db))'

/** The source with its `sql` templates laid out: their text changes in nothing but white space. */
export function formatSource(file: string, source: string): string {
  let text = source
  // A template inside another changes the widths of the outer one, which is then laid out in the next round.
  for (let round = 0; round < 10; round++) {
    const next = formatInnermost(file, text)
    if (next === text) return text
    text = next
  }
  throw new Error(`${file}: the layout of its SQL does not come to rest`)
}

function formatInnermost(file: string, source: string): string {
  const changes = sqlTemplates(file, source)
    .map(({ start, end, parts }) => ({
      start,
      end,
      text: formatTemplate(source, { start, end, parts }, file),
    }))
    .filter(({ start, end, text }) => text !== source.slice(start, end))
  const innermost = changes.filter(
    (outer) => !changes.some((inner) => inner.start > outer.start && inner.end < outer.end),
  )
  return innermost
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: laid }) => text.slice(0, start) + laid + text.slice(end), source)
}

/** Every template with the tag `sql` in a file, also those inside others. */
export function sqlTemplates(file: string, source: string): Template[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const templates: Template[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, tag, quasi } = value as { type?: string; tag?: { name?: string }; quasi?: Quasi }
    if (type === 'TaggedTemplateExpression' && tag?.name === 'sql') templates.push(templateOf(source, quasi!))
    for (const child of Object.values(value)) walk(child)
  }
  walk(program)
  return templates
}

interface Quasi {
  start: number
  end: number
  /** Each with its delimiters: a backtick or `}` before, `${` or a backtick behind. */
  quasis: { start: number; end: number }[]
}

function templateOf(source: string, { start, end, quasis }: Quasi): Template {
  const parts = quasis.flatMap((quasi, no): Part[] => {
    const next = quasis[no + 1]
    if (next === undefined) return [{ text: source.slice(quasi.start + 1, quasi.end - 1) }]
    return [
      { text: source.slice(quasi.start + 1, quasi.end - 2) },
      { hole: `\${${source.slice(quasi.end, next.start)}}` },
    ]
  })
  return { start, end, parts }
}

function formatTemplate(source: string, { start, end, parts }: Template, file: string): string {
  const text = source.slice(start + 1, end - 1)
  if (text.trim() === '') return source.slice(start, end)
  const lineStart = source.lastIndexOf('\n', start) + 1
  const line = source.slice(lineStart, start)
  const margin = line.length - line.trimStart().length
  const [, before = '', trailing = ''] = /^(\s*)[^]*?(\s*)$/.exec(text)!
  const close = trailing.includes('\n') ? `\n${' '.repeat(margin)}` : trailing === '' ? '' : ' '
  const after = source.startsWith(execution.slice(0, 9), end - 1) ? execution.length : close === ' ' ? 2 : 1
  const where = `${file}:${source.slice(0, start).split('\n').length}`
  const nodes = nodesOf(parts, where)
  const pad = ' '.repeat(margin + 2)
  if (!before.includes('\n')) {
    const lead = before === '' ? '' : ' '
    const column = line.length + 1 + lead.length
    const laid = layOut(nodes, { column, indent: pad.length, after })
    if (!laid.includes('\n') || nodes.length === 1) return `\`${lead}${laid}${close}\``
  }
  const laid = layOut(nodes, { column: pad.length, indent: pad.length, after })
  // A comment ends with its line: one amid an expression would hide what follows.
  if (!laid.includes('--') || bare(laid) === bare(text)) return `\`\n${pad}${laid}${close}\``
  throw new Error(`${where} its comments have no place: put each before a clause, a condition or an item`)
}

/** Without white space but at the ends of comments. */
function bare(sql: string): string {
  return sql.replaceAll(/(--[^\n]*)\n/g, '$1;').replaceAll(/\s/g, '')
}

function nodesOf(parts: readonly Part[], where: string): ReturnType<typeof parseSql> {
  try {
    return parseSql(parts)
  } catch (error) {
    throw new Error(`${where} ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
