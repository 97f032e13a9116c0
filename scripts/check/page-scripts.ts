import { readScripts, type BundledScripts } from './bundle.ts'
import { projectFiles } from './files.ts'
import { islandsOnPage } from './page-islands.ts'

/*
 * The one definition of what a page loads, for the budgets and for the bench.
 */

/** Source files of the browser's program. */
const entry = 'src/app/browser.ts'
const islandTable = 'src/app/islands.ts'
/** Fetched for the first of its islands that wakes. */
const formTable = 'src/app/islands-forms.ts'
/** Fetched for the first part that a merchant's HTML has placed: no page of the program has one. */
const placedTable = 'src/app/islands-placed.ts'
const layout = 'src/storefront/layout/frame.tsx'

export interface PageScripts {
  /** What runs before anybody touches the page. */
  runtime: ReadonlySet<string>
  /** All that can be fetched on it. */
  all: ReadonlySet<string>
}

/** The script files of `page` (`home`) in the build of `root`. */
export async function readPageScripts(root: string, page: string): Promise<PageScripts> {
  const scripts = await readScripts(root)
  const islands = await islandsOnPage(root, await pageFile(root, page), [layout])
  return { runtime: runtimeScripts(scripts), all: pageScripts(scripts, islands) }
}

async function pageFile(root: string, page: string): Promise<string> {
  const files = await projectFiles(root, new RegExp(`^src/.*/pages/${page}\\.page\\.tsx$`))
  if (files.length !== 1) throw new Error(`there must be one ${page}.page.tsx, and there are ${files.length}`)
  return files[0]!
}

/** What runs before anybody touches the page: the entry, and all that it imports at once. */
export function runtimeScripts(scripts: BundledScripts): Set<string> {
  const found = new Set([holderOf(scripts, entry)])
  // A set that grows while it is read is read to its new end.
  for (const file of found) for (const next of scripts[file]!.imports) found.add(next)
  return found
}

/**
 * All that can be fetched on a page, however late: after every part was touched, and every one of its parts was used.
 * That is whatever the entry can reach, but of the tables of islands only those that the page can show (`islands`: their
 * source files).
 */
export function pageScripts(scripts: BundledScripts, islands: readonly string[]): Set<string> {
  const ofForms = holderOf(scripts, formTable)
  const ofPlaced = holderOf(scripts, placedTable)
  const tables = [holderOf(scripts, islandTable), ofForms, ofPlaced]
  const shown = islands.map((island) => holderOf(scripts, island))
  const found = new Set([holderOf(scripts, entry), ...shown])
  const hasFrom = (table: string): boolean =>
    shown.some((file) => scripts[table]!.dynamicImports.includes(file))
  if (hasFrom(ofForms)) found.add(ofForms)
  if (hasFrom(ofPlaced)) found.add(ofForms).add(ofPlaced)
  for (const file of found) {
    const { imports, dynamicImports } = scripts[file]!
    for (const next of tables.includes(file) ? imports : [...imports, ...dynamicImports]) found.add(next)
  }
  return found
}

function holderOf(scripts: BundledScripts, source: string): string {
  const holder = Object.keys(scripts).find((file) => scripts[file]!.modules.includes(source))
  if (holder === undefined) throw new Error(`${source} is not in the build`)
  return holder
}
