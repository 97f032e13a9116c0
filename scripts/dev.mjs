/* `npm run dev` */
import { main } from './bootstrap/base.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { becomeNode } from './bootstrap/process.mjs'

await main(async () => {
  const node = await ensureInstalled({ development: true })
  becomeNode(node, ['scripts/dev.ts', ...process.argv.slice(2)], {
    env: { NODE_ENV: 'development' },
    dotenv: true,
  })
})
