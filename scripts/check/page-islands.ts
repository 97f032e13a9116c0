import { access, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { projectFiles } from './files.ts'

/**
 * The islands that a page's own files can show, as paths of their `island.tsx`: every `<Island name="…">` in the
 * page and in what it imports, the layout's included. An upper bound: what is shown only sometimes counts too.
 */
export async function islandsOnPage(
  root: string,
  page: string,
  layout: readonly string[] = [],
): Promise<string[]> {
  const folders = await islandFolders(root)
  const names = new Set<string>()
  for (const [file, text] of await reachable(root, [page, ...layout])) {
    const named = [...text.matchAll(/<Island\b[^>]*?\bname="([\w-]+)"/g)]
    const shown = [...text.matchAll(/<Island\s/g)]
    if (named.length !== shown.length)
      throw new Error(`${file} shows an island whose name is not written out first`)
    for (const [, name = ''] of named) names.add(name)
  }
  return [...names].sort().map((name) => {
    const folder = folders.get(name)
    if (folder === undefined) throw new Error(`${page} shows the island ${name}, which has no folder`)
    return `${folder}/island.tsx`
  })
}

/** Island name → its folder. */
export async function islandFolders(root: string): Promise<Map<string, string>> {
  const files = await projectFiles(root, /^src\/.*\/islands\/[^/]+\/island\.tsx$/)
  return new Map(files.map((file) => [posix.basename(posix.dirname(file)), posix.dirname(file)]))
}

/**
 * What the HTML or a template of a merchant places is on no page because the program says so: which parts it shows, and which
 * stylesheets they bring, only the shop knows.
 */
const placed = /^src\/storefront\/(?:sections\/)?placed\//

/** File → text, of `entries` and of all that they import; with `late` also what they import when it comes to that. */
export async function reachable(
  root: string,
  entries: readonly string[],
  late = false,
): Promise<Map<string, string>> {
  const imports = late
    ? /\b(?:from|import)\s*\(?\s*['"]([^'"]+\.tsx?)['"]/g
    : /\b(?:from|import)\s*['"]([^'"]+\.tsx?)['"]/g
  const aliases = await readAliases(root)
  const texts = new Map<string, string>()
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    texts.set(file, text)
    for (const [, specifier = ''] of text.replace(typesOnly, '').matchAll(imports)) {
      const target = resolve(file, specifier, aliases)
      if (target === null || placed.test(target) || texts.has(target)) continue
      if (await exists(join(root, target))) queue.push(target)
    }
  }
  return texts
}

const typesOnly = /\bimport type [^'"]*['"][^'"]+['"]/g

async function readAliases(root: string): Promise<[prefix: string, folder: string][]> {
  const { imports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  return Object.entries(imports).map(([from, to]) => [
    from.replace('*', ''),
    to.replace('./', '').replace('*', ''),
  ])
}

function resolve(file: string, specifier: string, aliases: readonly [string, string][]): string | null {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier)
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  return alias === undefined ? null : alias[1] + specifier.slice(alias[0].length)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
