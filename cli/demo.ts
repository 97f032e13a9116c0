import type { Command } from 'commander'
import { configure } from '#app/configure.ts'
import { removeDemo, type DemoRemoval, type RemovalFault } from '#transfer/demo/remove.ts'
import { demoAccount } from '#transfer/demo/account.ts'
import { makeDemoCustomer } from '#transfer/demo/customer.ts'
import { loadDemo, tryDemo } from '#transfer/demo/demo.ts'
import { demoKinds } from '#transfer/demo/entries.ts'
import { ownShop, type OwnShop } from '#transfer/demo/replaced.ts'
import { confirmed } from './confirm.ts'
import { withShop, withShopOrNew } from './shop.ts'
import { counted, Failure, say, table, writeOut } from './terminal.ts'

interface Flags {
  yes: boolean
  json: boolean
}

export function addDemo(program: Command): void {
  const demo = program.command('demo').description('the demo shop')

  demo
    .command('load')
    .description(
      "import the demo's settings, catalogue and content; what the shop has of them is brought up to date",
    )
    .option('--yes', 'do not ask, even if it replaces what the shop has of its own', false)
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--json', 'print the result as JSON', false)
    .action((flags: Flags & { dryRun: boolean }) => (flags.dryRun ? tryLoad(flags) : load(flags)))

  demo
    .command('remove')
    .description('take away what the demo brought, and keep what you made or changed')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .action(async (flags: Flags) => {
      await confirmed('Take the demo shop away?', flags)
      const removed = await withShop(({ config, db }) =>
        removeDemo({ db, mediaDir: config.mediaDir, now: new Date(), configure }),
      )
      if (!removed.ok) throw new Failure(faultText(removed.problem))
      if (flags.json) await writeOut(`${JSON.stringify(removed.value)}\n`)
      else await tell(removed.value)
    })
}

async function load(flags: Flags): Promise<void> {
  const reports = await withShopOrNew(async ({ config, db }) => {
    const own = await ownShop(db)
    if (own !== null) await confirmed(loadQuestion(own), flags)
    const now = new Date()
    const loaded = await loadDemo({ db, mediaDir: config.mediaDir, now, say, configure })
    if (config.demoCustomer) {
      const { program } = await import('#storefront/dictionaries.ts')
      if (await makeDemoCustomer({ db, now, words: program.words }))
        say(`Its customer signs in as ${demoAccount.email}, password ${demoAccount.password}`)
    }
    return loaded
  })
  if (flags.json) await writeOut(`${JSON.stringify(reports)}\n`)
}

async function tryLoad({ json }: Flags): Promise<void> {
  const { own, report } = await withShop(async ({ config, db }) => ({
    own: await ownShop(db),
    report: await tryDemo({ db, mediaDir: config.mediaDir, now: new Date() }),
  }))
  if (json) return writeOut(`${JSON.stringify({ own, ...report })}\n`)
  const rows = demoKinds.map((kind) => {
    const { added, changed, same } = report[kind]
    return [kind, `${added} added`, `${changed} changed`, `${same} as they were`]
  })
  await writeOut(`${table(rows)}\n`)
  if (own !== null) say(ownText(own))
  say('a dry run: nothing was kept')
}

const mostNames = 30

function loadQuestion(own: OwnShop): string {
  return `${ownText(own)} Load the demo into this shop?`.trim()
}

function ownText({ settings, entries, products, orders }: OwnShop): string {
  const has = [
    ...(settings.length > 0 ? ['settings'] : []),
    ...(products > 0 ? [counted(products, 'product')] : []),
    ...(orders > 0 ? [counted(orders, 'order')] : []),
  ]
  const all = [...settings, ...entries]
  const replaced =
    all.length > mostNames ? [...all.slice(0, mostNames), `${all.length - mostNames} more`] : all
  return [
    ...(has.length === 0 ? [] : [`This shop has ${has.join(', ')} of its own.`]),
    ...(replaced.length === 0 ? [] : [`The demo replaces ${replaced.join(', ')}.`]),
  ].join(' ')
}

async function tell({ removed, orders, pictures, settings, kept, touched }: DemoRemoval): Promise<void> {
  const counts = Object.entries({ ...removed, orders }).filter(([, count]) => count > 0)
  const what = counts.map(([kind, count]) => `${count} ${kind}`).join(', ')
  await writeOut(
    `removed: ${what === '' ? 'no entries' : what}, ${counted(pictures, 'picture')}\nsettings: ${settings.kept.length === 0 ? 'as they were before the demo' : `${settings.restored.length} as they were before the demo; kept, for they were changed since: ${settings.kept.join(', ')}`}\n`,
  )
  for (const { kind, key, reason } of kept)
    say(
      `kept: ${key} (${kind}), ${reason === 'changed' ? 'changed since the demo came' : 'something that stays needs it'}`,
    )
  warnOfDemo(settings.demos)
  for (const name of touched) say(`without the products of the demo: ${name}`)
}

/** Names what shoppers would read or pay by although it is made up. */
export function warnOfDemo(values: readonly string[]): void {
  if (values.length > 0) say(`still the demo's, to be changed by \`violet config set\`: ${values.join(', ')}`)
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
