import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Lacking, readOrEmpty, root, say } from './base.mjs'

/** One process at a time does `work` on this folder; the lock of one that died is taken over. */
export async function withLock(name, work) {
  const file = join(root, '.cache', `${name}.lock`)
  let told = false
  while (!take(file)) {
    if (!told) say(`Waiting for another Violet to finish its ${name} …`)
    told = true
    await new Promise((done) => setTimeout(done, 200))
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  try {
    mkdirSync(join(root, '.cache'), { recursive: true })
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw new Lacking(
        `Violet cannot write to ${root} (${error.code}): start it as the owner of that folder.`,
      )
    }
    if (isAbandoned(file)) rmSync(file, { force: true })
    return false
  }
}

function isAbandoned(file) {
  const holder = Number(readOrEmpty(file))
  // Empty for a moment while it is made.
  if (!(holder > 0)) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5000
  try {
    process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
