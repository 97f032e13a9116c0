import { Option, type Command } from 'commander'
import { shopPages } from '#app/routing/live-paths.ts'
import { redirectStatuses } from '#features/redirects/contract.ts'
import { allRedirects } from '#features/redirects/queries.ts'
import {
  removeRedirect,
  storeRedirects,
  type ShopPages,
  type StoredRedirects,
  type StoreOptions,
} from '#features/redirects/shop.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { importRedirects } from '#transfer/redirects/import.ts'
import { sayProblems } from './files/problems.ts'
import { operatorPath, withShop, type Shop } from './shop.ts'
import { counted, exitCodes, Failure, say, table, writeOut } from './terminal.ts'

interface StoreFlags {
  force: boolean
  json: boolean
}

const wildcards = `
A path is one of this shop, without a language: a redirect goes for all languages. Capitals make no difference, and the
query of a visitor is passed on. In FROM, * stands for characters within one part of the path, and ** as the last part
for all that is left; in TO, $1 is what the first one stands for, $2 the second:

  violet redirects add '/collections/*/products/*' '/product/$2'

A redirect answers only where no page does. Of several patterns the one with the most characters written out is taken.`

export function addRedirects(program: Command): void {
  const redirects = program
    .command('redirects')
    .description('paths of another shop, or of the past, that lead to pages of this one')
    .addHelpText('after', wildcards)

  redirects
    .command('import')
    .description('add the redirects of a file, or change those of the same paths')
    .argument(
      '<file>',
      'CSV with the columns from,to and perhaps status; also as Shopify exports redirects; - for standard input',
    )
    .option('--force', 'also for paths where a page answers: they lead on once that page is gone', false)
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', wildcards)
    .action(importFile)

  redirects
    .command('list')
    .description('print all of them')
    .option('--json', 'print them as JSON', false)
    .action(list)

  redirects
    .command('add')
    .description('add one, or change the one of that path')
    .argument('<from>', 'the path that visitors ask for')
    .argument('<to>', 'the path of this shop that it leads to')
    .addOption(
      new Option('--status <code>', 'both are for good; 308 keeps the method of a request')
        .choices(redirectStatuses.map(String))
        .default('301'),
    )
    .option('--force', 'also where a page answers: it leads on once that page is gone', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', wildcards)
    .action(add)

  redirects
    .command('remove')
    .description('take one away')
    .argument('<from>', 'its path, as `list` has it')
    .option('--json', 'print the result as JSON', false)
    .action(remove)
}

/** What redirects are checked against. */
async function pagesOf({ config, db }: Shop): Promise<ShopPages> {
  const { document } = await loadConfig(db)
  return shopPages(document.router, config.publicUrl)
}

async function optionsOf(shop: Shop, { force }: StoreFlags): Promise<StoreOptions> {
  return { pages: await pagesOf(shop), force, now: new Date() }
}

async function importFile(file: string, flags: StoreFlags & { dryRun: boolean }): Promise<void> {
  const path = file === '-' ? 'standard input' : operatorPath(file)
  const source = file === '-' ? process.stdin : path
  const imported = await withShop(async (shop) =>
    importRedirects(shop.db, source, { ...(await optionsOf(shop, flags)), dryRun: flags.dryRun }),
  )
  if (!imported.ok) throw new Failure(`${path} cannot be read: ${imported.problem.reason}`)
  const report = imported.value
  const { added, changed, same, refused } = report
  if (flags.json) await writeOut(`${JSON.stringify(report)}\n`)
  else
    await writeOut(
      `redirects  ${added} added  ${changed} changed  ${same} as they were  ${refused.length} refused\n`,
    )
  if (!flags.json) {
    sayProblems(refused.map(({ line, from, reason }) => ({ file: path, line, entry: from, reason })))
    warn(report)
    if (flags.dryRun) say('a dry run: nothing was kept')
  }
  process.exitCode = refused.length > 0 ? exitCodes.partly : exitCodes.done
}

/** What is stored, and does not lead anywhere yet. */
function warn({ overLive, nowhere }: StoredRedirects): void {
  if (overLive.length > 0)
    say(`note: a page still answers at ${counted(overLive.length, 'path')}: ${firstOf(overLive)}`)
  if (nowhere.length > 0)
    say(`note: no page answers at ${counted(nowhere.length, 'target')}: ${firstOf(nowhere)}`)
}

function firstOf(paths: readonly string[]): string {
  return `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`
}

async function list({ json }: { json: boolean }): Promise<void> {
  const redirects = await withShop(({ db }) => allRedirects(db))
  if (json) return writeOut(`${JSON.stringify(redirects)}\n`)
  if (redirects.length === 0) return writeOut('There are no redirects\n')
  const lines = redirects.map(({ source, target, status }) => [source, target, String(status)])
  await writeOut(`${table([['FROM', 'TO', 'STATUS'], ...lines])}\n`)
}

async function add(from: string, to: string, flags: StoreFlags & { status: string }): Promise<void> {
  const stored = await withShop(async (shop) => {
    const options = await optionsOf(shop, flags)
    return shop.db.transact((tx) =>
      storeRedirects(tx, [{ from, to, status: flags.status, line: 1 }], options),
    )
  })
  if (flags.json) await writeOut(`${JSON.stringify(stored)}\n`)
  const [refused] = stored.refused
  if (refused !== undefined) throw new Failure(refused.reason)
  if (flags.json) return
  await writeOut(`${from} ${stored.same === 1 ? 'leads there already' : `leads to ${to} now`}\n`)
  warn(stored)
}

async function remove(from: string, { json }: { json: boolean }): Promise<void> {
  const isGone = await withShop(async (shop) => removeRedirect(shop.db, from, (await pagesOf(shop)).host))
  if (json) await writeOut(`${JSON.stringify({ removed: isGone })}\n`)
  if (!isGone) throw new Failure(`there is no redirect from ${from}`)
  if (!json) await writeOut(`${from} leads nowhere now\n`)
}
