/*
 * `npm start`: installs what is missing, builds what is stale, runs the shop's server and brings it back when it ends
 * unexpectedly. `npm start -- --once` leaves that to somebody else (systemd, a container) and becomes the server.
 */
import { Lacking, main } from './bootstrap/base.mjs'
import { builtEnvironment, ensureBuilt } from './bootstrap/build.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { keepNode } from './bootstrap/keep.mjs'
import { becomeNode } from './bootstrap/process.mjs'
import { servedWith } from './bootstrap/served.mjs'

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
  const { flags, env } = servedWith(process.env)
  run(node, [...flags, 'build/server/server.js'], { env: { ...builtEnvironment(), ...env }, dotenv: true })
})
