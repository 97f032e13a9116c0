import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hrefsOf, stylesheets, type Stylesheet } from '#wire/stylesheets.ts'
import type { Assets } from './pages/document.ts'
import { createFirstStyles } from './pages/first-styles.ts'
import { readRules, type StyleRules } from './pages/style-rules.ts'

/** Vite's list: source file → what was made of it. */
type Manifest = Readonly<Record<string, { file: string }>>

/** Our own list, which also names what lies in one file with others: script file → what is in it. */
type Scripts = Readonly<Record<string, { modules: readonly string[]; imports: readonly string[] }>>

/** Source files of the client build. */
export interface ClientSources {
  /** What every page runs. */
  entry: string
  /** What is fetched with the first island that wakes: React, and the table of islands. */
  first: readonly string[]
  /** Island name → its file, and what else is fetched to find it. */
  islands: Readonly<Record<string, readonly string[]>>
  stylesheet(name: Stylesheet): string
}

/**
 * Reads what the client build has written down of itself. The build's name is a hash of that: two nodes of one build
 * agree, and a page of an older build notices.
 */
export function readAssets(clientDir: string, sources: ClientSources): Assets {
  const read = (name: string): string => readFileSync(join(clientDir, '.vite', name), 'utf8')
  const listed = read('manifest.json')
  const manifest = JSON.parse(listed) as Manifest
  const scripts = JSON.parse(read('scripts.json')) as Scripts
  const own = new Set(neededFor(scripts, sources.entry))
  const first = sources.first.flatMap((source) => neededFor(scripts, source))
  const islands = new Map(
    Object.entries(sources.islands).map(([name, files]) => [
      name,
      files.flatMap((source) => neededFor(scripts, source)),
    ]),
  )
  const styles = hrefsOf((name) => `/${madeOf(manifest, sources.stylesheet(name))}`)
  const rules = Object.fromEntries(
    stylesheets.map((name) => [name, readRules(readFileSync(join(clientDir, styles[name]), 'utf8'))]),
  ) as Record<Stylesheet, StyleRules>
  return {
    build: createHash('sha256').update(listed).digest('hex').slice(0, 12),
    script: `/${madeOf(manifest, sources.entry)}`,
    styles,
    firstStyles: createFirstStyles(rules),
    chunksFor(names) {
      const wanted = new Set<string>()
      for (const name of names) {
        for (const file of [...first, ...(islands.get(name) ?? [])])
          if (!own.has(file)) wanted.add(`/${file}`)
      }
      return [...wanted]
    },
  }
}

function madeOf(manifest: Manifest, source: string): string {
  const file = manifest[source]?.file
  if (file === undefined) throw new Error(`the client build has nothing of ${source}; run \`npm run build\``)
  return file
}

/** The script that holds `source`, and all that it imports at once. */
function neededFor(scripts: Scripts, source: string): string[] {
  const holder = Object.keys(scripts).find((file) => scripts[file]!.modules.includes(source))
  if (holder === undefined)
    throw new Error(`the client build has nothing of ${source}; run \`npm run build\``)
  const found = new Set([holder])
  // A set that grows while it is read is read to its new end.
  for (const file of found) for (const next of scripts[file]!.imports) found.add(next)
  return [...found]
}
