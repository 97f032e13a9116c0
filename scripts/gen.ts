/*
 * Makes every *.gen.* file. With --check nothing is written: a file that differs is named and the exit code is 1.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import compile from 'icu-minify/compile'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'

const checking = process.argv.includes('--check')
const made: [file: string, text: string][] = [
  ['src/i18n/keys.gen.ts', await messageKeys()],
  ['src/platform/server/db/schema.gen.ts', await schemaTypes()],
  ...(await documents()),
]
let stale = 0
for (const [file, text] of made) {
  const present = await readFile(file, 'utf8').catch(() => '')
  if (present === text) continue
  stale += 1
  if (checking) console.error(`${file} is not what \`npm run gen\` makes`)
  else {
    await writeFile(file, text)
    console.log(`wrote ${file}`)
  }
}
if (checking && stale > 0) process.exitCode = 1
else console.log(`${made.length} generated files are up to date`)

/** What the shop's own code says of itself is loaded as the tests load it: Node reads no JSX. */
async function documents(): Promise<[file: string, text: string][]> {
  const { createServer } = await import('vite')
  const server = await createServer({ server: { middlewareMode: true, ws: false }, logLevel: 'error' })
  const load = async <Made>(file: string): Promise<Made> => (await server.ssrLoadModule(file)) as Made
  try {
    const parts = await load<{ partsPage: () => string }>('/scripts/gen/parts-table.ts')
    const objects = await load<{ objectsPage: () => string }>('/scripts/gen/objects-table.ts')
    return [
      ['docs/parts.gen.md', parts.partsPage()],
      ['docs/objects.gen.md', objects.objectsPage()],
    ]
  } finally {
    await server.close()
  }
}

/** The keys of all messages with the types of their arguments, from the English files. */
async function messageKeys(): Promise<string> {
  const files = (await readdir('src', { recursive: true }))
    .filter((file) => /(^|[/\\])messages[/\\]en\.json$/.test(file))
    .sort()
  if (files.length === 0) throw new Error('no messages/en.json found below src/')
  const entries = new Map<string, string>()
  for (const file of files) {
    const messages = JSON.parse(await readFile(join('src', file), 'utf8')) as Record<string, string>
    for (const [key, message] of Object.entries(messages)) {
      if (entries.has(key)) throw new Error(`message key ${key} stands twice (the second in ${file})`)
      entries.set(key, argumentTypes(compile(message)))
    }
  }
  const lines = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, type]) => `  '${key}': ${type}`)
  return `// Made by \`npm run gen\` from messages/en.json; do not edit.\n\nexport interface MessageArgs {\n${lines.join('\n')}\n}\n\nexport type MessageKey = keyof MessageArgs\n`
}

function argumentTypes(message: unknown): string {
  const args = new Map<string, string>()
  collect(message, args)
  if (args.size === 0) return 'Record<string, never>'
  return `{ ${[...args].map(([name, type]) => `${name}: ${type}`).join('; ')} }`
}

// A node is [name], [name, kind, options]; kinds are icu-minify's: 1 select, 2 plural, 3 ordinal, 4 number.
function collect(node: unknown, args: Map<string, string>): void {
  if (!Array.isArray(node)) return
  const [name, kind, options] = node as unknown[]
  if (typeof name === 'string' && (node.length === 1 || isKind(kind))) {
    const type = kind === 2 || kind === 3 || kind === 4 ? 'number' : kind === 1 ? 'string' : 'string | number'
    if (!args.has(name) || args.get(name) === 'string | number') args.set(name, type)
    if (options !== null && typeof options === 'object')
      for (const option of Object.values(options)) collectAll(option, args)
    return
  }
  collectAll(node, args)
}

// 0 stands by itself for `#`, the number of a plural.
function isKind(value: unknown): boolean {
  return typeof value === 'number' && value > 0
}

function collectAll(nodes: unknown, args: Map<string, string>): void {
  if (!Array.isArray(nodes)) return
  if (typeof nodes[0] === 'string' && isKind(nodes[1])) return collect(nodes, args)
  for (const node of nodes) collect(node, args)
}

/** The types of the tables, from a database that has just been migrated. */
async function schemaTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-gen-'))
  const database = await openEmbedded({ dataDir: folder, log: () => {} })
  try {
    await migrate({ url: database.url, directory: 'db/migrations' })
    const file = join(folder, 'schema.ts')
    const options = [
      '--dialect',
      'postgres',
      '--url',
      database.url,
      '--exclude-pattern',
      'migrations',
      '--out-file',
      file,
    ]
    const types = ['--type-mapping', JSON.stringify({ int8: 'number', numeric: 'number', xid8: 'string' })]
    await promisify(execFile)(process.execPath, [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      ...options,
      ...types,
    ])
    return await readFile(file, 'utf8')
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
