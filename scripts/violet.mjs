#!/usr/bin/env node
/* `npx violet …`: the operator's program. */
import { resolve } from 'node:path'
import { main, root } from './bootstrap/base.mjs'
import { builtEnvironment, ensureBuilt } from './bootstrap/build.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { becomeNode } from './bootstrap/process.mjs'

await main(async () => {
  // The program runs in the project's folder, where its data is. Files that the operator names are looked for
  // where the operator is: npm's name for that, set for `npx violet` from another folder too.
  const here = process.cwd()
  const env = {
    ...builtEnvironment(),
    INIT_CWD: here === root ? resolve(process.env.INIT_CWD ?? here) : here,
  }
  const node = await ensureInstalled({ development: false })
  await ensureBuilt()
  becomeNode(node, ['build/server/violet.js', ...process.argv.slice(2)], { env, dotenv: true })
})
