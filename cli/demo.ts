import type { Command } from 'commander'
import { loadDemo } from '#app/demo.ts'
import { withShop } from './shop.ts'
import { say, writeOut } from './terminal.ts'

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('the demo shop')
    .command('load')
    .description("import the demo's settings and catalogue; what the shop has of them is brought up to date")
    .option('--json', 'print the result as JSON', false)
    .action(async (flags: { json: boolean }) => {
      const report = await withShop(({ config, db }) =>
        loadDemo({ db, mediaDir: config.mediaDir, now: new Date(), say }),
      )
      if (flags.json) await writeOut(`${JSON.stringify(report)}\n`)
    })
}
