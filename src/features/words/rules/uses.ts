import type { CompiledMessage } from 'icu-minify/format'

/** A placeholder where a message uses it. */
export interface Use {
  name: string
  kind: 'text' | 'select' | 'plural' | 'ordinal' | 'number' | 'date' | 'time' | 'tag'
  /** The style of a number or a date, the branches of a selection; `` for none. */
  detail: string
  /** Of a plural: `one`, `other`, `=0`. */
  branches: readonly string[]
}

/** What the English message is given, by placeholder. */
export type Wanted = ReadonlyMap<string, readonly Use[]>

export function inBraces(name: string): string {
  return `{${name.slice(0, 60)}}`
}

/** The kinds of icu-minify's nodes. */
const kinds: ReadonlyMap<unknown, Use['kind']> = new Map([
  [1, 'select'],
  [2, 'plural'],
  [3, 'ordinal'],
  [4, 'number'],
  [5, 'date'],
  [6, 'time'],
])

/**
 * All placeholders of a message, those in branches too. A message is a text, or a list of nodes: a text, 0 for `#`,
 * [name], [name, kind, style or branches], or, for a tag, [name, ...nodes]. A branch is as a message.
 */
export function usesOf(message: CompiledMessage): Use[] {
  const found: Use[] = []
  const visitAll = (nodes: unknown): void => {
    if (Array.isArray(nodes)) for (const node of nodes as unknown[]) visit(node)
  }
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, number, more] = node as [string, unknown, unknown]
    const kind = node.length === 1 ? 'text' : (kinds.get(number) ?? 'tag')
    if (kind === 'tag') {
      found.push({ name, kind, detail: '', branches: [] })
      visitAll(node.slice(1))
    } else if (kind === 'select' || kind === 'plural' || kind === 'ordinal') {
      const branches = Object.keys(more as object)
      const detail = kind === 'select' ? branches.toSorted().join() : ''
      found.push({ name, kind, detail, branches })
      for (const branch of Object.values(more as object)) visitAll(branch)
    } else found.push({ name, kind, detail: more === undefined ? '' : JSON.stringify(more), branches: [] })
  }
  visitAll(message)
  return found
}
