/* `npm start`: installs what is missing, builds what is stale, and becomes the shop's server. */
import { main } from './bootstrap/base.mjs'
import { builtEnvironment, ensureBuilt } from './bootstrap/build.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { becomeNode } from './bootstrap/process.mjs'

await main(async () => {
  const node = await ensureInstalled({ development: false })
  await ensureBuilt()
  becomeNode(node, ['build/server/server.js', ...process.argv.slice(2)], {
    env: builtEnvironment(),
    dotenv: true,
  })
})
