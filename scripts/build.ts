/*
 * `npm run build`: what the browser loads and what Node runs, into build/. Made in a folder of its own that is put
 * into place when all of it is there: a build that fails or is cut short leaves the last one as it was.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  await writeFile(join(fresh, '.stamp'), stamp)
  await putInPlace()
} finally {
  await rm(fresh, { recursive: true, force: true })
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
