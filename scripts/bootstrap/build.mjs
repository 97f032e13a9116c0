import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Lacking, readOrEmpty, root, say, since } from './base.mjs'
import { ensureInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { pinnedEnvironment, run } from './process.mjs'

const inputs = [
  'src',
  'cli',
  'scripts/build.ts',
  'scripts/bundle',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const notBuilt = /\.(test\.tsx?|md)$/

/** For what runs from build/. The compiled code that Node keeps goes with the build that it was compiled from. */
export function builtEnvironment() {
  return { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(root, 'build', '.compiled') }
}

/** Builds, when the sources are not those of the last build. */
export async function ensureBuilt() {
  if (isBuilt()) return
  const node = await ensureInstalled({ development: true })
  await withLock('build', async () => {
    if (isBuilt()) return
    say('Building …')
    const begun = Date.now()
    const { code, output, failure } = await run(node, ['scripts/build.ts'], { env: pinnedEnvironment() })
    if (code !== 0) {
      process.stderr.write(output)
      throw new Lacking(`The build failed${failure === '' ? '' : `, ${failure}`}: the reason stands above.`)
    }
    say(`Built in ${since(begun)}.`)
  })
}

function isBuilt() {
  return readOrEmpty(join(root, 'build', '.stamp')) === sourceHash()
}

/** A hash over all that goes into a build; scripts/build.ts leaves it in build/.stamp. */
export function sourceHash() {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap(filesAt)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesAt(path) {
  if (!existsSync(join(root, path))) return []
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !notBuilt.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort()
}
