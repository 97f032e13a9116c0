import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { backup, restore, type BackupSummary } from '#platform/server/db/backup.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { migrateTo, operatorPath, withDatabase, withShop } from './shop.ts'
import { counted, openProgress, writeOut } from './terminal.ts'

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write all data and pictures of the shop, as of one moment, into one file')
    .argument('<file>')
    .option('--json', 'print what was written as JSON', false)
    .action(async (file: string, flags: { json: boolean }) => {
      const path = operatorPath(file)
      const progress = openProgress(flags.json)
      const written = await withShop(({ config, url }) =>
        backup({
          url,
          mediaDir: config.mediaDir,
          file: path,
          now: new Date(),
          log: (line) => progress.show(line),
        }),
      )
      progress.end()
      await tell(written, flags, `: ${await sizeOf(path)}`)
    })

  program
    .command('restore')
    .description('put a backup into an empty shop')
    .argument('<file>')
    .option('--force', 'in place of everything that the shop has now', false)
    .option('--json', 'print what was restored as JSON', false)
    .action(async (file: string, flags: { force: boolean; json: boolean }) => {
      const progress = openProgress(flags.json)
      const restored = await withDatabase(({ config, url }) =>
        restore({
          url,
          mediaDir: config.mediaDir,
          file: operatorPath(file),
          migrate: migrateTo(url),
          force: flags.force,
          log: (line) => progress.show(line),
        }),
      )
      progress.end()
      // Brings an older backup up to this program, and tells the nodes that are open that nothing is as it was.
      await withShop(({ db }) => db.transact((tx) => announceChanges(tx, ['config', 'catalog'], true)))
      await tell(restored, flags)
    })
}

async function tell(summary: BackupSummary, flags: { json: boolean }, more = ''): Promise<void> {
  const { rows, tables, files } = summary
  await writeOut(
    flags.json
      ? `${JSON.stringify(summary)}\n`
      : `${counted(rows, 'row')} in ${counted(tables, 'table')}, ${counted(files, 'picture file')}${more}\n`,
  )
}

/** "26.4 MB" */
async function sizeOf(path: string): Promise<string> {
  return `${((await stat(path)).size / 1_000_000).toFixed(1)} MB`
}
