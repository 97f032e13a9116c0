import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceHash } from '../bootstrap/build.mjs'
import { runTool, unreadable, type Guard, type Sight } from './guard.ts'

/** The build is of today's sources: what is weighed and taken apart is what would be served. */
export const build: Guard = { name: 'build', floor: 15, look }

async function look(root: string): Promise<Sight> {
  const stamp = await readFile(join(root, 'build/.stamp'), 'utf8').catch(() => null)
  if (stamp !== sourceHash()) {
    const run = await runTool(root, 'scripts/build.ts')
    if (run.exitCode !== 0) throw unreadable('scripts/build.ts', run)
  }
  const files = await readdir(join(root, 'build/client'), { recursive: true })
  return { seen: files.length, findings: [] }
}
