import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { configure } from '#app/configure.ts'
import { removeDemo, type DemoRemoval, type RemovalFault } from '#transfer/demo/remove.ts'
import { loadDemo } from '#transfer/demo/demo.ts'
import { withShop } from './shop.ts'
import { counted, Failure, say, writeOut } from './terminal.ts'

export function addDemo(program: Command): void {
  const demo = program.command('demo').description('the demo shop')

  demo
    .command('load')
    .description(
      "import the demo's settings, catalogue and content; what the shop has of them is brought up to date",
    )
    .option('--json', 'print the result as JSON', false)
    .action(async (flags: { json: boolean }) => {
      const reports = await withShop(({ config, db }) =>
        loadDemo({ db, mediaDir: config.mediaDir, now: new Date(), say, configure }),
      )
      if (flags.json) await writeOut(`${JSON.stringify(reports)}\n`)
    })

  demo
    .command('remove')
    .description('take away what the demo brought, and keep what you made or changed')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .action(async (flags: { yes: boolean; json: boolean }) => {
      if (!flags.yes) await confirm('Take the demo shop away?')
      const removed = await withShop(({ config, db }) =>
        removeDemo({ db, mediaDir: config.mediaDir, now: new Date(), configure }),
      )
      if (!removed.ok) throw new Failure(faultText(removed.problem))
      if (flags.json) await writeOut(`${JSON.stringify(removed.value)}\n`)
      else await tell(removed.value)
    })
}

/** Goes on after a typed "yes"; where nobody can type, `--yes` is asked for. */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Failure('nothing was done: say --yes to go ahead without being asked')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes: `)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Failure('nothing was done')
}

async function tell({ removed, pictures, settings, kept, touched }: DemoRemoval): Promise<void> {
  const counts = Object.entries(removed).filter(([, count]) => count > 0)
  const what = counts.map(([kind, count]) => `${count} ${kind}`).join(', ')
  await writeOut(
    `removed: ${what === '' ? 'no entries' : what}, ${counted(pictures, 'picture')}\nsettings: ${settings === 'restored' ? 'as they were before the demo' : 'kept, for they were changed since'}\n`,
  )
  for (const { kind, key, reason } of kept)
    say(
      `kept: ${key} (${kind}), ${reason === 'changed' ? 'changed since the demo came' : 'something that stays needs it'}`,
    )
  for (const name of touched) say(`without the products of the demo: ${name}`)
}

function faultText(fault: RemovalFault): string {
  switch (fault.name) {
    case 'nothing_recorded':
      return 'this shop has nothing that the demo brought'
    case 'busy':
      return 'an import is running on this shop'
    case 'referred_to':
      return `nothing was removed: rows of ${fault.table} refer to what the demo brought (${fault.detail})`
  }
}
