import { parseSync } from 'vite'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/**
 * A table is written by one feature: whoever asks what may stand in it has one folder to read. Reading is free, since a
 * join is quicker than a second question.
 */
export const writers: Guard = { name: 'writers', floor: 40, look }

/** Who writes tables of others, and why it must. */
const guests: readonly { writer: string; tables: readonly string[]; why: string }[] = [
  {
    writer: 'names',
    tables: [
      ...[
        'articles',
        'categories',
        'collections',
        'coupons',
        'inquiry_forms',
        'pages',
        'products',
        'promotions',
      ],
      'tags',
    ],
    why: 'renames entries of every kind, and what speaks of them by their slugs, in one transaction',
  },
  {
    writer: 'orders',
    tables: ['skus', 'stock_moves'],
    why: 'holds, ships and gives back units in the statement that writes the order',
  },
  {
    writer: 'orders',
    tables: ['coupons'],
    why: 'counts a use in the transaction of the order, after the locks of its SKUs',
  },
  {
    writer: 'returns',
    tables: ['skus', 'stock_moves'],
    why: 'holds what is wanted in exchange, and puts back on the shelf what came, in the statement that counts it',
  },
  {
    writer: 'account',
    tables: ['customer_addresses'],
    why: 'brings customers of another shop along, with their addresses, in one statement for hundreds of them',
  },
  {
    writer: 'transfer',
    tables: ['articles', 'pages', 'prose_pictures', 'promotions', 'review_pictures'],
    why: 'puts a picture that has arrived in the place of the one that was drawn, wherever that stands',
  },
  {
    writer: 'transfer',
    tables: [
      ...['checkouts', 'coupon_uses', 'coupons', 'credit_balances', 'credit_entries', 'customers'],
      ...['order_events', 'order_lines', 'orders', 'payment_events', 'payments', 'refunds'],
      ...['shipment_lines', 'shipments', 'skus', 'stock_moves', 'order_adjustments'],
      ...['returns', 'return_lines', 'return_images', 'return_events', 'return_drafts'],
      ...['article_comments'],
    ],
    why: 'takes the customer of the demo away with its orders, which nothing else in a shop may ever do',
  },
  {
    writer: 'transfer',
    tables: ['outbox_mails'],
    why: 'has nobody written to about what the customer of the demo did before it was there',
  },
  {
    writer: 'transfer',
    tables: ['articles', 'collections'],
    why: 'takes the demo away, and with it what entries of the merchant remember of it',
  },
]

/** Files that fill in the name of the table that they write → which these are. */
const filledIn: Readonly<Record<string, readonly string[]>> = {
  'src/features/catalog/queries/import-groups.ts': [
    ...['categories', 'category_texts', 'collection_texts', 'collections', 'tag_texts', 'tags'],
  ],
  'src/features/names/queries.ts': [
    ...[
      'articles',
      'categories',
      'collections',
      'coupons',
      'inquiry_forms',
      'pages',
      'products',
      'promotions',
    ],
    'tags',
  ],
  'src/transfer/content/queries.ts': ['articles', 'pages', 'promotions'],
  // Those of their callers, which name them.
  'src/platform/server/db/backup.ts': [],
  'src/platform/server/db/put-entries.ts': [],
  'src/platform/server/db/replace-rows.ts': [],
}

/** Where the tables are named: the keys of `DB`. */
const schemaFile = 'src/platform/server/db/schema.gen.ts'

async function look(root: string): Promise<Sight> {
  const tables = tablesOf((await textOf(root, schemaFile)) ?? '')
  const files = await projectFiles(root, /^(?:src|cli)\/(?!.*\.test\.tsx?$)(?!.*for-tests\.ts$).*\.tsx?$/)
  const findings: Finding[] = []
  const writes: Write[] = []
  for (const file of files) {
    const found = writesOf(file, (await textOf(root, file)) ?? '', tables)
    writes.push(...found.writes)
    findings.push(...found.findings)
  }
  findings.push(...secondWriters(writes), ...formerGuests(writes))
  return { seen: new Set(writes.map(({ table }) => table)).size, findings }
}

export interface Write {
  table: string
  file: string
  line: number
}

function tablesOf(schema: string): Set<string> {
  const body = /export interface DB \{([^}]*)\}/.exec(schema)?.[1] ?? ''
  return new Set([...body.matchAll(/^\s*(\w+):/gm)].map(([, name = '']) => name))
}

const statement =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+([\w?]+(?:,\s*\w+)*)/gi
const builders = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
/** Functions that write the table that they are told, by its `name`. */
const helpers = ['putRows', 'replaceRows', 'putEntries', 'hideOthers']

/** The tables that a file writes, by SQL, by the query builder, or by a function that is told the table. */
export function writesOf(
  file: string,
  source: string,
  tables: ReadonlySet<string>,
): { writes: Write[]; findings: Finding[] } {
  const writes: Write[] = []
  const findings: Finding[] = []
  const lineAt = (start: number): number => source.slice(0, start).split('\n').length
  const note = (table: string, start: number): void => {
    if (tables.has(table)) writes.push({ table, file, line: lineAt(start) })
  }
  const noteFilledIn = (start: number): void => {
    const known = Object.hasOwn(filledIn, file) ? filledIn[file]! : null
    for (const table of known ?? []) note(table, start)
    if (known !== null) return
    findings.push({
      rule: 'unknown-table',
      file,
      line: lineAt(start),
      text: 'it fills in the table that it writes: say in scripts/check/writers.ts which these are',
    })
  }
  const isHelped = helpers.some((name) => new RegExp(`import \\{[^}]*\\b${name}\\b`).test(source))
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Syntax
    const text = textOfNode(node)
    for (const { 1: list = '', index } of text.matchAll(statement)) {
      if (list.startsWith('?')) noteFilledIn(node.start)
      const line = node.start + index
      for (const table of list.split(/,\s*/)) note(table, line)
    }
    if (isHelped && node.type === 'Property' && node.key!.name === 'name') {
      const name = textOfNode(node.value as Syntax)
      if (name.includes('?')) noteFilledIn(node.start)
      note(name, node.start)
    }
    if (node.type === 'CallExpression' && builders.includes(node.callee!.property?.name ?? '')) {
      const table = textOfNode(node.arguments![0]!)
      if (table === '' || table.includes('?')) noteFilledIn(node.start)
      note(table.split(' ')[0]!, node.start)
    }
    for (const child of Object.values(value)) walk(child)
  }
  walk(parseSync(file, source).program)
  return { writes, findings }
}

interface Syntax {
  type: string
  start: number
  value?: unknown
  key?: { name?: string }
  quasis?: { value: { raw: string } }[]
  callee?: { property?: { name?: string } }
  arguments?: Syntax[]
}

/** Of a text or a template, in which `?` stands for what is filled in; empty for anything else. */
function textOfNode({ type, value, quasis }: Syntax): string {
  if (type === 'TemplateLiteral') return quasis!.map((quasi) => quasi.value.raw).join('?')
  return type === 'Literal' && typeof value === 'string' ? value : ''
}

/** A table that two write, unless all but one of them are its guests; a guest who no longer comes. */
export function secondWriters(writes: readonly Write[]): Finding[] {
  const byTable = Map.groupBy(writes, ({ table }) => table)
  const findings: Finding[] = []
  for (const [table, all] of byTable) {
    const hosts = Map.groupBy(
      all.filter(({ file }) => !isGuest(writerOf(file), table)),
      ({ file }) => writerOf(file),
    )
    if (hosts.size < 2) continue
    const names = [...hosts.keys()].sort()
    for (const [name, [first]] of hosts)
      findings.push({
        rule: 'second-writer',
        file: first!.file,
        line: first!.line,
        text: `${name} writes ${table}, and so does ${names.filter((other) => other !== name).join(', ')}: give one of them a query for it`,
      })
  }
  return findings
}

/** Entries of the list of guests that nothing needs any more. */
export function formerGuests(writes: readonly Write[]): Finding[] {
  const present = guests.filter(({ writer }) => writes.some(({ file }) => writerOf(file) === writer))
  return present.flatMap(({ writer, tables }) =>
    tables
      .filter((table) => !writes.some((write) => write.table === table && writerOf(write.file) === writer))
      .map((table) => ({
        rule: 'former-guest',
        file: 'scripts/check/writers.ts',
        text: `${writer} no longer writes ${table}: take it from the list`,
      })),
  )
}

function isGuest(writer: string, table: string): boolean {
  return guests.some((guest) => guest.writer === writer && guest.tables.includes(table))
}

/** The feature, or the ring, that a file belongs to. */
function writerOf(file: string): string {
  const [, ring = '', feature = ''] = file.split('/')
  return ring === 'features' ? feature : ring
}
