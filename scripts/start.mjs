/*
 * `npm start`: installs what is missing, builds what is stale, runs the shop's server and brings it back when it ends
 * unexpectedly. `npm start -- --once` leaves that to somebody else (systemd, a container) and becomes the server.
 */
import { Lacking, main } from './bootstrap/base.mjs'
import { builtEnvironment, ensureBuilt } from './bootstrap/build.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { keepNode } from './bootstrap/keep.mjs'
import { becomeNode } from './bootstrap/process.mjs'

// A rendered page leaves a few megabytes behind. Kept small, the heaps hand them back: half of the memory under load.
const { MALLOC_ARENA_MAX = '2', NODE_OPTIONS = '' } = process.env
const modest = [
  '--heap-growing-percent=40',
  // Node would put this before what the operator of a large shop wants.
  ...(NODE_OPTIONS.includes('--max-semi-space-size') ? [] : ['--max-semi-space-size=16']),
]

await main(async () => {
  const given = process.argv.slice(2)
  const unknown = given.find((argument) => argument !== '--once')
  if (unknown !== undefined)
    throw new Lacking(
      `npm start does not know ${JSON.stringify(unknown)}: there is only --once. Settings: .env.example`,
    )
  const node = await ensureInstalled({ development: false })
  await ensureBuilt()
  const run = given.length === 0 ? keepNode : becomeNode
  run(node, [...modest, 'build/server/server.js'], {
    env: { ...builtEnvironment(), MALLOC_ARENA_MAX },
    dotenv: true,
  })
})
