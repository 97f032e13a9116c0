import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { own } from '#domain/by-word.ts'
import type { Assets } from './document.ts'

interface ManifestChunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/**
 * Reads the client build's manifest. The build's name is a hash of it: two nodes of one build agree, and a page
 * of an older build notices.
 * @param islandSources island name → its file, as the manifest names it
 */
export function readAssets(
  clientDir: string,
  entry: string,
  islandSources: Readonly<Record<string, string>>,
): Assets {
  const text = readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, ManifestChunk>
  const main = manifest[entry]
  if (!main) throw new Error(`the client build has no entry ${entry}; run \`npm run build\``)
  const own = new Set(closure(manifest, entry))
  const chunks = new Map(
    Object.entries(islandSources).map(([name, source]) => {
      const key = manifest[source]
        ? source
        : Object.keys(manifest).find((candidate) => manifest[candidate]!.src === source)
      if (key === undefined) throw new Error(`the client build has no chunk for the island ${name}`)
      return [name, closure(manifest, key)]
    }),
  )
  // The module that mounts islands is no static import of the entry: React must not load before it is needed.
  const mount = Object.keys(manifest).find((key) => /platform\/browser\/mount\.tsx$/.test(key))
  const mounting = mount === undefined ? [] : closure(manifest, mount)
  const styles = [
    ...new Set(
      Object.values(manifest).flatMap(
        (chunk) => chunk.css ?? (chunk.file.endsWith('.css') ? [chunk.file] : []),
      ),
    ),
  ]
  return {
    build: createHash('sha256').update(text).digest('hex').slice(0, 12),
    script: `/${main.file}`,
    styles: styles.map((file) => `/${file}`),
    chunksFor(islands) {
      const wanted = new Set<string>()
      for (const name of islands) {
        for (const file of [...mounting, ...(chunks.get(name) ?? [])])
          if (!own.has(file)) wanted.add(`/${file}`)
      }
      return [...wanted]
    },
  }
}

function closure(
  manifest: Readonly<Record<string, ManifestChunk>>,
  key: string,
  found = new Set<string>(),
): string[] {
  const chunk = own(manifest, key)
  if (chunk && !found.has(chunk.file)) {
    found.add(chunk.file)
    for (const next of chunk.imports ?? []) closure(manifest, next, found)
  }
  return [...found]
}
