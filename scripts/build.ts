/*
 * `npm run build`: what the browser loads and what Node runs, into build/. Made in a folder of its own that is put
 * into place when all of it is there: a build that fails or is cut short leaves the last one as it was.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { sourceHash } from './bootstrap/build.mjs'

const root = join(import.meta.dirname, '..')
const cache = join(root, '.cache')
const target = join(root, 'build')

// Asked before: a file that changes meanwhile makes this build a stale one.
const stamp = sourceHash()

process.chdir(root)
process.env['NODE_ENV'] = 'production'
const { build } = await import('vite')

await removeLeftovers()
const fresh = join(cache, `build-${process.pid}`)
await mkdir(fresh, { recursive: true })
try {
  for (const mode of ['client', 'server']) {
    await build({
      configFile: join(root, 'vite.config.ts'),
      mode,
      logLevel: 'warn',
      build: { outDir: join(fresh, mode), emptyOutDir: true },
    })
  }
  await compressFiles(join(fresh, 'client/assets'))
  await writeFile(join(fresh, '.stamp'), stamp)
  await putInPlace()
} finally {
  await rm(fresh, { recursive: true, force: true })
}

/** Beside each text its `.br` and `.gz`, as small as they get: they are sent as they lie there. */
async function compressFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue
    const path = join(folder, name)
    const plain = await readFile(path)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
  }
}

async function putInPlace(): Promise<void> {
  const last = join(cache, `last-build-${process.pid}`)
  await rename(target, last).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(fresh, target)
  await rm(last, { recursive: true, force: true })
}

async function removeLeftovers(): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    if (/^(last-)?build-\d+$/.test(name)) await rm(join(cache, name), { recursive: true, force: true })
  }
}
