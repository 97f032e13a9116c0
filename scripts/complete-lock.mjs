/* `node scripts/complete-lock.mjs`, after every `npm install` that changed the packages: see lock-file.mjs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './bootstrap/base.mjs'
import { completeLockFile, withoutIntegrity } from './bootstrap/lock-file.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = completeLockFile(lock)
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
say(added.length === 0 ? 'package-lock.json is complete.' : `Added to package-lock.json: ${added.join(', ')}`)
const { mayRun, elsewhere } = withoutIntegrity(lock)
if (elsewhere.length > 0) say(`${elsewhere.length} builds of tools for other systems have no hash in it.`)
if (mayRun.length > 0) say(`These have no hash and are installed all the same: ${mayRun.join(', ')}`)
