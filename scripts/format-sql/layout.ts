import { textOf, type Group, type Node } from './tokens.ts'

/** Columns that a line may have. */
export const lineWidth = 110
/** A query of several clauses is easier to read on several lines, even if it would fit on one. */
const queryWidth = 90
/** A smaller group is not worth a line of its own. */
const smallGroup = 16

/** Where a text is put: its first column, the indentation of further lines, and what follows on its last line. */
interface Place {
  column: number
  indent: number
  after: number
}

/** The text of the nodes: on one line where that is short enough, else a clause, a condition or a few items on each. */
export function layOut(nodes: readonly Node[], place: Place): string {
  const clauses = clausesOf(nodes)
  const line = flat(nodes)
  if (line !== null && fits(line, place) && (clauses.length < 2 || line.length <= queryWidth)) return line
  if (clauses.length > 1 || clauses[0]!.keyword.length > 0) return layClauses(clauses, place)
  return layBody(nodes, place)
}

/** On one line; null where a comment or a hole of several lines needs more. */
function flat(nodes: readonly Node[]): string | null {
  let line = ''
  for (const [at, node] of nodes.entries()) {
    if (node.space && at > 0) line += ' '
    if (node.kind !== 'group') {
      if (node.kind === 'comment' || node.text.includes('\n')) return null
      line += node.text
      continue
    }
    const body = flat(node.body)
    if (body === null) return null
    line += isCase(node) ? `${node.open} ${body} ${node.close}` : `${node.open}${body}${node.close}`
  }
  return line
}

function fits(line: string, { column, after }: Place): boolean {
  return column + line.length + after <= lineWidth
}

function isCase(group: Group): boolean {
  return group.open.toLowerCase() === 'case'
}

interface Clause {
  keyword: Node[]
  body: Node[]
}

const joins = ['join', 'left join', 'right join', 'full join', 'inner join', 'cross join']
const anywhere = [
  ...['select', 'where', 'group by', 'having', 'order by', 'partition by', 'limit', 'offset', 'returning'],
  ...['union all', 'union', 'except', 'intersect', 'insert into', 'delete from', 'on conflict', ...joins],
  ...['for update', 'for no key update', 'for share', 'for key share'],
]
/** Keyword → the clauses one of which must come before it, unless it is first. */
const after: Readonly<Record<string, readonly string[]>> = {
  from: ['select', 'update', 'set'],
  set: ['update'],
  update: ['with', 'with recursive'],
  using: ['delete from'],
  values: ['insert into'],
}
const first = ['with', 'with recursive', ...Object.keys(after)]

/** The clauses of a query or of a part of one. The first may have no keyword. */
function clausesOf(nodes: readonly Node[]): Clause[] {
  const clauses: Clause[] = [{ keyword: [], body: [] }]
  const seen: string[] = []
  for (let at = 0; at < nodes.length;) {
    const keyword = keywordAt(nodes, at, seen)
    if (keyword === null) {
      // A comment before a clause is of that clause.
      const isHead = nodes[at]!.kind === 'comment' && keywordAt(nodes, at + 1, seen) !== null
      if (isHead && at === 0) clauses.pop()
      if (isHead) clauses.push({ keyword: [nodes[at]!], body: [] })
      else clauses.at(-1)!.body.push(nodes[at]!)
      at += 1
      continue
    }
    seen.push(keyword.name)
    if (at === 0) clauses.pop()
    clauses.push({ keyword: nodes.slice(at, at + keyword.length), body: [] })
    at += keyword.length
  }
  return clauses
}

function keywordAt(
  nodes: readonly Node[],
  at: number,
  seen: readonly string[],
): { name: string; length: number } | null {
  if (nodes[at]?.kind !== 'word') return null
  const isFirst = nodes.slice(0, at).every(({ kind }) => kind === 'comment')
  // `a is distinct from b`, `a is not distinct from b`
  if (
    wordAt(nodes, at) === 'from' &&
    wordAt(nodes, at - 1) === 'distinct' &&
    /^(is|not)$/.test(wordAt(nodes, at - 2))
  )
    return null
  for (let length = 4; length > 0; length--) {
    const words = nodes.slice(at, at + length)
    if (words.length < length || words.some(({ kind }) => kind !== 'word')) continue
    const name = words.map((_, no) => wordAt(words, no)).join(' ')
    const isKeyword =
      anywhere.includes(name) ||
      (isFirst && first.includes(name)) ||
      (Object.hasOwn(after, name) && after[name]!.some((before) => seen.includes(before)))
    if (!isKeyword) continue
    return { name, length: name === 'on conflict' ? conflictLength(nodes, at) : length }
  }
  return null
}

/** Of `on conflict (…) do nothing` or `on conflict (…) do update set`. */
function conflictLength(nodes: readonly Node[], at: number): number {
  const end = nodes.findIndex((_, no) => no > at && /^(nothing|set)$/.test(wordAt(nodes, no)))
  return (end < 0 ? nodes.length : end + 1) - at
}

function wordAt(nodes: readonly Node[], at: number): string {
  const node = nodes[at]
  return node?.kind === 'word' ? node.text.toLowerCase() : ''
}

/** Clauses that stand on one line together where they fit. */
const tail = ['order by', 'limit', 'offset', 'for']

function layClauses(given: readonly Clause[], { column, indent, after: left }: Place): string {
  const clauses = joinedBare(given)
  let text = ''
  let at = column
  let isTail = false
  for (const [no, clause] of clauses.entries()) {
    const space = no === clauses.length - 1 ? left : 0
    const name = flat(clause.keyword) ?? ''
    const line = flat([...clause.keyword, ...clause.body])
    const wasTail = isTail
    isTail = tail.some((keyword) => name === keyword || name.startsWith(`${keyword} `))
    if (no > 0) {
      if (isTail && wasTail && line !== null && fits(line, { column: at + 1, indent, after: space })) {
        text += ` ${line}`
        at += line.length + 1
        continue
      }
      text += `\n${' '.repeat(indent)}`
      at = indent
    }
    const laid = layClause(clause, name, { column: at, indent, after: space })
    text += laid
    at = lastColumn(laid, at)
  }
  return text
}

/** `select from …` is one clause. */
function joinedBare(clauses: readonly Clause[]): Clause[] {
  return clauses.flatMap((clause, at) => {
    const before = clauses[at - 1]
    if (isBare(clause) && at < clauses.length - 1) return []
    if (before === undefined || !isBare(before)) return [clause]
    return [{ keyword: [...before.keyword, ...clause.keyword], body: clause.body }]
  })
}

function isBare({ keyword, body }: Clause): boolean {
  return body.length === 0 && wordAt(keyword, 0) === 'select'
}

function layClause({ keyword, body }: Clause, name: string, place: Place): string {
  if (keyword.length === 0) return layBody(body, place)
  if (body.length === 0) return layTerm(keyword, place)
  if (name === 'with' || name === 'with recursive') {
    const laid = layItems(itemsOf(body), { ...place, column: place.column + name.length + 1 }, 1)
    return `${name} ${laid}`
  }
  // A keyword with a group in it, `on conflict (…) do update set`, may be long itself.
  const start = layTerm(keyword, { ...place, after: 0 })
  const column = lastColumn(start, place.column) + 1
  const indent = place.indent + 2
  const line = flat(body)
  if (line !== null && fits(line, { ...place, column })) return `${start} ${line}`
  const [item = [], ...others] = itemsOf(body)
  if (isTerm(body)) {
    const isBelow = largestGroup(body) < 0 && line !== null
    if (!isBelow) return `${start} ${layTerm(body, { ...place, column })}`
  }
  const head = flat(item)
  const isHanging = others.length === 0 || (head !== null && fits(head, { column, indent, after: 0 }))
  if (isHanging && !isTerm(body)) return `${start} ${layBody(body, { ...place, column, indent })}`
  return `${start}\n${' '.repeat(indent)}${layBody(body, { ...place, column: indent, indent })}`
}

/** Neither a list nor conditions nor operands: it can only be broken inside a group. */
function isTerm(nodes: readonly Node[]): boolean {
  return (
    itemsOf(nodes).length === 1 &&
    conditionsOf(nodes).length === 1 &&
    !nodes.some((node, at) => node.kind === 'comment' || isOperator(nodes, at))
  )
}

/** What stands behind a keyword or between brackets: a list, conditions, or one expression. */
function layBody(nodes: readonly Node[], place: Place): string {
  const line = flat(nodes)
  if (line !== null && fits(line, place)) return line
  const items = itemsOf(nodes)
  if (items.length > 1) return layItems(items, place, Infinity)
  const conditions = conditionsOf(nodes)
  return conditions.length > 1 ? layParts(conditions, place) : layTerm(nodes, place)
}

/** Joined by `or`, or else by `and`, which begin them. */
function conditionsOf(nodes: readonly Node[]): Node[][] {
  const split = (word: string): Node[][] =>
    splitBefore(nodes, (at) => wordAt(nodes, at) === word && !isBetween(nodes, at))
  const either = split('or')
  return either.length > 1 ? either : split('and')
}

function isBetween(nodes: readonly Node[], at: number): boolean {
  for (let no = at - 1; no >= 0; no--) {
    const word = wordAt(nodes, no)
    if (word === 'between') return true
    if (word === 'and' || word === 'or') return false
  }
  return false
}

/** Separated by commas, which end them. */
function itemsOf(nodes: readonly Node[]): Node[][] {
  return splitBefore(nodes, (at) => at > 0 && textOf(nodes[at - 1]) === ',')
}

function splitBefore(nodes: readonly Node[], isStart: (at: number) => boolean): Node[][] {
  const parts: Node[][] = [[]]
  for (const [at, node] of nodes.entries()) {
    // A comment belongs to what it stands before.
    const isNew = isStart(at) || (node.kind === 'comment' && isStart(at + 1))
    const begins = at > 0 && isNew && nodes[at - 1]!.kind !== 'comment'
    if (begins && parts.at(-1)!.length > 0) parts.push([])
    parts.at(-1)!.push(node)
  }
  return parts
}

/** As many on a line as fit, and at most `most`; what needs several lines begins on one of its own. */
function layItems(
  items: readonly (readonly Node[])[],
  { column, indent, after: left }: Place,
  most: number,
): string {
  let text = ''
  let at = column
  let onLine = 0
  for (const [no, item] of items.entries()) {
    const space = no === items.length - 1 ? left : 0
    const line = flat(item)
    const room = { column: at + (onLine > 0 ? 1 : 0), indent, after: space }
    if (onLine > 0 && onLine < most && line !== null && fits(line, room)) {
      text += ` ${line}`
      at += line.length + 1
      onLine += 1
      continue
    }
    if (no > 0) {
      text += `\n${' '.repeat(indent)}`
      at = indent
    }
    const laid = layOut(item, { column: at, indent, after: space })
    text += laid
    onLine = laid.includes('\n') ? most : 1
    at = lastColumn(laid, at)
  }
  return text
}

/** Each on a line of its own. */
function layParts(parts: readonly (readonly Node[])[], { column, indent, after: left }: Place): string {
  return parts
    .map((part, no) => {
      const at = no === 0 ? column : indent
      return layTerm(part, { column: at, indent, after: no === parts.length - 1 ? left : 0 })
    })
    .join(`\n${' '.repeat(indent)}`)
}

/** One expression: broken at its operators, or else inside its largest group. */
function layTerm(nodes: readonly Node[], place: Place): string {
  const line = flat(nodes)
  if (line !== null && fits(line, place)) return line
  if (nodes[0]?.kind === 'comment' && nodes.length > 1) {
    const rest = layBody(nodes.slice(1), { ...place, column: place.indent })
    return `${nodes[0].text}\n${' '.repeat(place.indent)}${rest}`
  }
  const inner = { ...place, indent: place.indent + 2 }
  const operands = splitBefore(nodes, (at) => isOperator(nodes, at))
  if (operands.length > 1) return layParts(operands, inner)
  const largest = largestGroup(nodes)
  if (largest >= 0) return layAround(nodes, largest, place)
  const halves = splitBefore(nodes, (at) => /^(on|then|as)$/.test(wordAt(nodes, at)))
  if (halves.length > 1) return layItems(halves, inner, Infinity)
  // A hole of several lines stands as it is.
  return nodes.map((node, at) => (node.space && at > 0 ? ' ' : '') + source(node)).join('')
}

function source(node: Node): string {
  return node.kind === 'group' ? `${node.open}${node.body.map(source).join(' ')}${node.close}` : node.text
}

function isOperator(nodes: readonly Node[], at: number): boolean {
  if (/^(\|\||\+)$/.test(textOf(nodes[at]))) return true
  return (
    wordAt(nodes, at) === 'is' &&
    /^(distinct|not distinct)/.test(`${wordAt(nodes, at + 1)} ${wordAt(nodes, at + 2)}`)
  )
}

function largestGroup(nodes: readonly Node[]): number {
  let largest = -1
  let most = smallGroup
  for (const [at, node] of nodes.entries()) {
    if (node.kind !== 'group') continue
    const size = flat([node])?.length ?? Infinity
    if (size <= most) continue
    largest = at
    most = size
  }
  return largest
}

function layAround(nodes: readonly Node[], at: number, { column, indent, after: left }: Place): string {
  const group = nodes[at] as Group
  const before = nodes.slice(0, at)
  const begin = before.length === 0 ? '' : layTerm(before, { column, indent, after: group.open.length + 1 })
  const gap = group.space && at > 0 ? ' ' : ''
  const end = layTerm(nodes.slice(at + 1), { column: indent + group.close.length + 1, indent, after: left })
  const endGap = nodes[at + 1]?.space === true ? ' ' : ''
  const inner = indent + 2
  const body = layGroup(group, wordAt(nodes, at - 1), { column: inner, indent: inner, after: 0 })
  const pad = ' '.repeat(indent)
  return `${begin}${gap}${group.open}\n  ${pad}${body}\n${pad}${group.close}${endGap}${end}`
}

function layGroup(group: Group, name: string, place: Place): string {
  if (isCase(group)) {
    const { body } = group
    return layParts(
      splitBefore(body, (at) => /^(when|else)$/.test(wordAt(body, at))),
      place,
    )
  }
  if (/^jsonb?_build_object$/.test(name)) return layItems(pairsOf(itemsOf(group.body)), place, 2)
  return layOut(group.body, place)
}

/** Keys with their values. */
function pairsOf(items: readonly Node[][]): Node[][] {
  const pairs: Node[][] = []
  for (let at = 0; at < items.length; at += 2) pairs.push([...items[at]!, ...(items[at + 1] ?? [])])
  return pairs
}

function lastColumn(text: string, column: number): number {
  const at = text.lastIndexOf('\n')
  return at < 0 ? column + text.length : text.length - at - 1
}
