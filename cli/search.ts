import type { Command } from 'commander'
import { rebuildIndex } from '#features/search/work/keep-index.ts'
import { withShop } from './shop.ts'
import { counted, openProgress, say, writeOut } from './terminal.ts'

export function addSearch(program: Command): void {
  program
    .command('search')
    .description('what visitors can search')
    .command('rebuild')
    .description(
      'make the search index anew from what is in the shop (it keeps itself; this is for after a repair)',
    )
    .option('--json', 'print the result as JSON', false)
    .option('--quiet', 'print no progress', false)
    .action(rebuild)
}

async function rebuild(flags: { json: boolean; quiet: boolean }): Promise<void> {
  const progress = openProgress(flags.quiet || flags.json)
  const begun = performance.now()
  const things = await withShop(({ db }) =>
    rebuildIndex(db, (done) => progress.show(`${counted(done, 'thing')} indexed`)),
  )
  progress.end()
  const ms = Math.round(performance.now() - begun)
  if (flags.json) await writeOut(`${JSON.stringify({ things, ms })}\n`)
  else say(`${counted(things, 'thing')} indexed in ${(ms / 1000).toFixed(1)} s`)
}
