/* `node scripts/run.mjs <file>.ts [args]`: runs one of our TypeScript programs on the pinned Node. */
import { Lacking, main } from './bootstrap/base.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { becomeNode } from './bootstrap/process.mjs'

await main(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) throw new Lacking('usage: node scripts/run.mjs <file>.ts [args]')
  const node = await ensureInstalled({ development: true })
  becomeNode(node, [file, ...args])
})
