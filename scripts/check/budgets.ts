import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { projectFiles } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'
import { islandsOnPage } from './page-islands.ts'

/** What a visitor downloads stays small: see Limits. Reads what `npm run build` has made. */
export const budgets: Guard = { name: 'budgets', floor: 10, readsBuild: true, look }

/** In bytes after brotli 11; a kB is 1000 bytes. */
export interface Limits {
  /** Our own scripts before any interaction, on every page. */
  runtime: number
  /** Runtime, React and the islands of one page. */
  page: number
  /** The same of a checkout, which is a form from end to end. */
  checkout: number
  /** All stylesheets of the build. */
  styles: number
}

export const limits: Limits = { runtime: 6_000, page: 80_000, checkout: 110_000, styles: 20_000 }

/** Vite's manifest: source file → what was made of it. */
export type Manifest = Readonly<Record<string, ManifestChunk>>

export interface ManifestChunk {
  file: string
  isEntry?: boolean
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  css?: readonly string[]
}

/** What the pages need besides the entry: keys of the manifest. */
export interface Roots {
  entry: string
  /** The lazy part of the runtime that brings React. */
  mount: string
  /** Page name → the keys of its islands. */
  pages: Readonly<Record<string, readonly string[]>>
}

export interface Weight {
  what: string
  bytes: number
  limit: number
}

const client = 'build/client'
const layout = 'src/storefront/layout/frame.tsx'

async function look(root: string): Promise<Sight> {
  const manifest = await readManifest(root)
  const pages: Record<string, string[]> = {}
  for (const page of ['home', 'category', 'product', 'checkout'])
    pages[page] = await islandsOnPage(root, await pageFile(root, page), [layout])
  const roots = { entry: 'src/app/browser.ts', mount: 'src/platform/browser/mount.tsx', pages }
  const sizes = new Map<string, number>()
  for (const file of filesOf(manifest))
    sizes.set(file, compressedSize(await readFile(join(root, client, file))))
  const weights = weigh(manifest, roots, sizes, limits)
  return { seen: sizes.size, findings: tooHeavy(weights), table: table(weights, pages) }
}

async function pageFile(root: string, page: string): Promise<string> {
  const files = await projectFiles(root, new RegExp(`^src/.*/pages/${page}\\.page\\.tsx$`))
  if (files.length !== 1) throw new Error(`there must be one ${page}.page.tsx, and there are ${files.length}`)
  return files[0]!
}

async function readManifest(root: string): Promise<Manifest> {
  const text = await readFile(join(root, client, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null)
    throw new Error(`${client}/.vite/manifest.json is not there: run \`npm run build\` first`)
  return JSON.parse(text) as Manifest
}

function filesOf(manifest: Manifest): Set<string> {
  return new Set(
    Object.values(manifest)
      .flatMap(({ file, css }) => [file, ...(css ?? [])])
      .filter((file) => /\.(js|css)$/.test(file)),
  )
}

/** Bytes of `content` as a browser would get it. */
export function compressedSize(content: Uint8Array): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** The weight of the runtime, of each page and of the styles. `sizes`: file → bytes. */
export function weigh(
  manifest: Manifest,
  roots: Roots,
  sizes: ReadonlyMap<string, number>,
  limit: Limits,
): Weight[] {
  const sum = (files: Iterable<string>): number => {
    let total = 0
    for (const file of files) {
      const size = sizes.get(file)
      if (size === undefined) throw new Error(`${file} is in the manifest and not in the build`)
      total += size
    }
    return total
  }
  const pages = Object.entries(roots.pages).map(([page, islands]) => ({
    what: `${page}: runtime, React, ${islands.length} islands`,
    bytes: sum(scripts(manifest, [roots.entry, roots.mount, ...islands])),
    limit: page === 'checkout' ? limit.checkout : limit.page,
  }))
  return [
    {
      what: 'runtime before interaction',
      bytes: sum(scripts(manifest, [roots.entry])),
      limit: limit.runtime,
    },
    ...pages,
    {
      what: 'stylesheets',
      bytes: sum([...filesOf(manifest)].filter((file) => file.endsWith('.css'))),
      limit: limit.styles,
    },
  ]
}

/** The script files that these parts and their static imports need. */
function scripts(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest of the build`)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return files
}

/** One finding for each weight past its limit, and for each that weighs nothing: then the wrong thing was weighed. */
export function tooHeavy(weights: readonly Weight[]): Finding[] {
  return weights.flatMap(({ what, bytes, limit }) => {
    if (bytes > limit)
      return [
        { rule: 'too-heavy', file: client, text: `${what}: ${bytes} bytes, ${bytes - limit} over ${limit}` },
      ]
    return bytes === 0 ? [{ rule: 'weighs-nothing', file: client, text: `${what}: nothing was weighed` }] : []
  })
}

function table(weights: readonly Weight[], pages: Readonly<Record<string, readonly string[]>>): string {
  const width = Math.max(...weights.map(({ what }) => what.length))
  const lines = weights.map(
    ({ what, bytes, limit }) => `  ${what.padEnd(width)} ${String(bytes).padStart(7)} of ${limit} bytes`,
  )
  const islands = Object.entries(pages).map(
    ([page, keys]) => `  ${page}: ${keys.map(islandName).join(', ') || 'no island'}`,
  )
  return [...lines, ...islands].join('\n')
}

function islandName(key: string): string {
  return key.split('/').at(-2) ?? key
}
