import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { leanReact } from '../../scripts/bundle/lean-react.ts'

export interface Chunk {
  file: string
  code: string
  isEntry: boolean
  imports: readonly string[]
}

/** Vite wraps every dynamic import in code that preloads stylesheets; no script has one. */
const withoutPreload: Plugin = {
  name: 'without-preload',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null),
}

/** Builds `entry` the way the shop is built, in memory, but for what lies in one file. A chunk bears the name of its file or its folder. */
export async function bundle(entry: URL): Promise<Chunk[]> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutPreload, leanReact()],
    build: {
      write: false,
      target: ['chrome111', 'safari16.4', 'firefox114'],
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(entry),
        output: {
          chunkFileNames: ({ facadeModuleId, name }) => `assets/${nameOf(facadeModuleId) ?? name}-[hash].js`,
        },
      },
    },
  })) as Rolldown.RolldownOutput
  return output.output.flatMap((chunk) =>
    chunk.type === 'chunk'
      ? [{ file: chunk.fileName, code: chunk.code, isEntry: chunk.isEntry, imports: chunk.imports }]
      : [],
  )
}

/** Bytes on the wire at brotli's best. */
export function brotliSize(code: string): number {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** All that is loaded with the entry: itself and what it imports statically. */
export function eager(chunks: readonly Chunk[]): Chunk[] {
  const found = new Set<Chunk>()
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) visit(chunks.find((other) => other.file === file))
  }
  visit(chunks.find((chunk) => chunk.isEntry))
  return [...found]
}

function nameOf(module: string | null): string | undefined {
  return module?.match(/([\w-]+)(?:\/island)?\.tsx?$/)?.[1]
}
