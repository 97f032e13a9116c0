import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { stylesheetsFor } from '../../src/wire/stylesheets.ts'
import { readScripts } from './bundle.ts'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'
import { readPageScripts, runtimeScripts } from './page-scripts.ts'
import { areasOf } from './page-styles.ts'

/** What a visitor downloads stays small: see Limits. Reads what `npm run build` has made. */
export const budgets: Guard = { name: 'budgets', floor: 10, readsBuild: true, look }

/** In bytes after brotli 11; a kB is 1000 bytes. */
export interface Limits {
  /** Our own scripts before any interaction, on every page. */
  runtime: number
  /** All scripts that a page can fetch, however late, by page. */
  scripts: Readonly<Record<string, number>>
  /** The stylesheets of a page, by page; `any` for those that are not named. */
  styles: Readonly<Record<string, number>> & { any: number }
  /** What the styles in it add to a document: `e2e/look/first-paint.spec.ts` weighs documents of a running shop. */
  firstStyles: number
}

/** The room that is left is for what is still to come; no page type may have more than 20 kB of styles. */
export const limits: Limits = {
  runtime: 8_000,
  scripts: {
    home: 80_000,
    category: 80_000,
    product: 80_000,
    cart: 110_000,
    checkout: 110_000,
    article: 90_000,
    'my-article-edit': 110_000,
  },
  styles: {
    home: 16_000,
    category: 15_000,
    product: 18_000,
    cart: 18_000,
    checkout: 15_000,
    article: 16_000,
    any: 20_000,
  },
  firstStyles: 10_000,
}

/** What is weighed: files of the build. */
export interface Load {
  what: string
  files: Iterable<string>
  limit: number
}

export interface Weight {
  what: string
  bytes: number
  limit: number
}

const client = 'build/client'

async function look(root: string): Promise<Sight> {
  const loads: Load[] = [
    { what: 'runtime', files: runtimeScripts(await readScripts(root)), limit: limits.runtime },
  ]
  for (const [page, limit] of Object.entries(limits.scripts)) {
    const { all } = await readPageScripts(root, page)
    loads.push({ what: `${page}: all scripts`, files: all, limit })
  }
  loads.push(...(await styleLoads(root)))
  const sizes = new Map<string, number>()
  for (const file of new Set(loads.flatMap(({ files }) => [...files])))
    sizes.set(file, compressedSize(await readFile(join(root, client, file))))
  const weights = weigh(loads, sizes)
  return { seen: sizes.size, findings: tooHeavy(weights), table: table(weights) }
}

/** The stylesheets of every page. */
async function styleLoads(root: string): Promise<Load[]> {
  const manifest = await readManifest(root)
  const loads: Load[] = []
  for (const file of await projectFiles(root, /^src\/.*\/pages\/[\w-]+\.page\.tsx$/)) {
    const page = pageName(file)
    const areas = areasOf((await textOf(root, file)) ?? '')
    // A page that another file defines names its stylesheets there.
    if (areas === null) continue
    loads.push({
      what: `${page}: stylesheets`,
      files: stylesheetsFor(areas).map((name) => fileOf(manifest, `src/app/styles/${name}.css`)),
      limit: limits.styles[page] ?? limits.styles.any,
    })
  }
  for (const page of Object.keys(limits.styles))
    if (page !== 'any' && !loads.some(({ what }) => what === `${page}: stylesheets`))
      throw new Error(`the budgets name the page ${page}, which is not there`)
  return loads
}

function pageName(file: string): string {
  return basename(file, '.page.tsx')
}

/** Vite's manifest: source file → what was made of it. */
type Manifest = Readonly<Record<string, { file: string }>>

async function readManifest(root: string): Promise<Manifest> {
  const text = await readFile(join(root, client, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null)
    throw new Error(`${client}/.vite/manifest.json is not there: run \`npm run build\` first`)
  return JSON.parse(text) as Manifest
}

function fileOf(manifest: Manifest, source: string): string {
  const file = manifest[source]?.file
  if (file === undefined) throw new Error(`${source} is not in the build`)
  return file
}

/** Bytes of `content` as a browser would get it. */
export function compressedSize(content: Uint8Array): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** What each load weighs: a file counts once. `sizes`: file → bytes. */
export function weigh(loads: readonly Load[], sizes: ReadonlyMap<string, number>): Weight[] {
  return loads.map(({ what, files, limit }) => {
    let bytes = 0
    for (const file of new Set(files)) {
      const size = sizes.get(file)
      if (size === undefined) throw new Error(`${file} is not in the build`)
      bytes += size
    }
    return { what, bytes, limit }
  })
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

function table(weights: readonly Weight[]): string {
  const width = Math.max(...weights.map(({ what }) => what.length))
  return weights
    .map(({ what, bytes, limit }) => `  ${what.padEnd(width)} ${String(bytes).padStart(7)} of ${limit} bytes`)
    .join('\n')
}
