import { existsSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { importShop, type ShopImportReport } from '#transfer/import-shop.ts'
import type { ImportFault, ImportOptions, ImportProgress } from '#transfer/catalog/import.ts'
import { shopPages } from '#app/routing/live-paths.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { locales, type Locale } from '#i18n/locales.ts'
import { addCustomerImport } from './import-customers.ts'
import { agreed, isAsked } from './confirm.ts'
import { sayProblems } from './files/problems.ts'
import { operatorPath, withShop, withShopOrNew } from './shop.ts'
import { counted, exitCodes, Failure, openProgress, say, table, writeOut } from './terminal.ts'

interface Flags {
  format?: 'violet' | 'shopify' | 'dummyjson'
  currency?: string
  language: Locale
  media?: string
  pictures: ImportOptions['pictures']
  strict: boolean
  dryRun: boolean
  replace: boolean
  yes: boolean
  json: boolean
  quiet: boolean
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('bring a catalogue or content into the shop, or bring the shop up to changed ones')
    .argument(
      '<path>',
      "a Shopify product CSV, a DummyJSON list, a file of Violet's own formats, or a folder of such files",
    )
    .addOption(
      new Option(
        '--format <name>',
        'what a catalogue file is; found out by its content when not given',
      ).choices(['violet', 'shopify', 'dummyjson']),
    )
    .option(
      '--currency <code>',
      "of prices in files that do not say (the shop's base currency when not given)",
    )
    .addOption(
      new Option('--language <code>', 'of texts in files that do not say')
        .choices([...locales])
        .default('en'),
    )
    .option('--media <folder>', 'look for pictures in this folder first')
    .addOption(
      new Option(
        '--pictures <how>',
        'fetch them, leave fetching to a later import, or leave the pictures of the shop as they are',
      )
        .choices(['fetch', 'later', 'none'])
        .default('fetch'),
    )
    .option('--strict', 'everything goes in, or nothing', false)
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--replace', 'make each entry as it is in the file, without what the file does not name', false)
    .option('--yes', 'take away what --replace and null take away, without asking', false)
    .option('--json', 'print the result as JSON', false)
    .option('--quiet', 'print no progress', false)
    .addHelpText(
      'after',
      `
Repeating an import changes only what changed. Products are known by their address (handle, slug), SKUs by their
code. What the file does not name stays in the shop, also within an entry: texts, languages, SKUs, pictures. In
Violet's own files null removes a member, and --replace makes entries as the file has them. Before something is lost
by either, it is told, and goes only after a yes. In a folder the catalogue goes in first, then articles, pages,
promotions, coupons, inquiry forms, reviews, comments and redirects.

Exit codes: 0 everything went in, 1 it could not be run, 2 some entries were refused (each is told with its line).`,
    )
    .action(runImportCommand)
  addCustomerImport(command)
}

async function runImportCommand(path: string, flags: Flags): Promise<void> {
  if (flags.media !== undefined && !existsSync(operatorPath(flags.media)))
    throw new Failure(`${operatorPath(flags.media)} cannot be read: it is not there`)
  const progress = openProgress(flags.quiet || flags.json)
  // What keeps nothing makes no shop either.
  const open = flags.dryRun ? withShop : withShopOrNew
  const report = await open(async ({ config, db }) => {
    const { document } = await loadConfig(db)
    const run = (holdBack: boolean) =>
      importShop(db, {
        path: operatorPath(path),
        shop: document.shop,
        pages: shopPages(document.router, config.publicUrl),
        now: new Date(),
        format: flags.format ?? null,
        currency: flags.currency?.toUpperCase() ?? null,
        locale: flags.language,
        pictures: flags.pictures,
        pictureFolder: flags.media === undefined ? null : operatorPath(flags.media),
        mediaDir: config.mediaDir,
        strict: flags.strict,
        dryRun: flags.dryRun,
        replace: flags.replace,
        holdBack,
        onProgress: (state) => progress.show(progressText(state)),
      })
    const imported = await run(!flags.yes && !flags.dryRun)
    if (!imported.ok) throw new Failure(faultText(imported.problem))
    if (imported.value.heldBack === 0 || flags.json || !isAsked()) return imported.value
    progress.end()
    for (const line of lossLines(imported.value, flags)) say(line)
    if (!(await agreed('Import these entries all the same?'))) return imported.value
    const again = await run(false)
    if (!again.ok) throw new Failure(faultText(again.problem))
    return again.value
  })
  progress.end()
  if (flags.json) await writeOut(`${JSON.stringify(report)}\n`)
  else await printReport(report, flags)
  process.exitCode = report.problems.length > 0 ? exitCodes.partly : exitCodes.done
}

function progressText({ phase, report, share, pictures }: ImportProgress): string {
  const { added, changed, same, refused } = report.products
  if (phase === 'pictures') return `pictures: ${counted(pictures, 'was tried', 'were tried')}`
  const percent = share === null ? '' : ` (${Math.floor(share * 100)}% read)`
  return `${counted(added + changed + same + refused, 'product')}${percent}: ${added} added, ${changed} changed, ${same} as they were, ${refused} refused`
}

function faultText(fault: ImportFault): string {
  switch (fault.name) {
    case 'unreadable':
      return `${fault.path} cannot be read: ${fault.reason}`
    case 'no_files':
      return `${fault.path} has no .json or .csv file`
    case 'busy':
      return 'another import is running on this shop'
    case 'unknown_currency':
      return `the shop has no rate for ${fault.currency}: add it to shop.currencies first`
  }
}

const reported = [
  'categories',
  'tags',
  'products',
  'collections',
  'articles',
  'pages',
  'promotions',
  'coupons',
  'forms',
  'reviews',
  'redirects',
] as const

/** What was lost, or would be, in all entries together. */
function lossLines({ losses, heldBack, applied }: ShopImportReport, { dryRun }: Flags): string[] {
  const said = (held: boolean): string[] =>
    losses
      .filter((loss) => loss.held === held)
      .map(({ what, count, entries, examples }) => {
        const names = `${examples.join(', ')}${entries > examples.length ? ', …' : ''}`
        return `  ${count} × ${what}, in ${entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`} (${names})`
      })
  const done = said(false)
  const head = applied ? 'lost, since the file has it no longer:' : 'would be lost:'
  const held = `held back, since ${counted(heldBack, 'entry', 'entries')} would lose this (--yes imports ${heldBack === 1 ? 'it' : 'them'}):`
  return [
    ...(done.length === 0 ? [] : [head, ...done]),
    ...(done.length > 0 && dryRun
      ? ['(--replace and null ask before they take something, or need --yes)']
      : []),
    ...(heldBack === 0 ? [] : [held, ...said(true)]),
  ]
}

async function printReport(report: ShopImportReport, flags: Flags): Promise<void> {
  const kinds = reported.filter((kind) => Object.values(report[kind]).some((count) => count > 0))
  const rows = kinds.map((kind) => {
    const { added, changed, same, refused } = report[kind]
    return [kind, `${added} added`, `${changed} changed`, `${same} as they were`, `${refused} refused`]
  })
  const { skus, pictures } = report
  const lines = [table(rows)]
  if (report.formats.some((format) => format !== 'violet-content'))
    lines.push(`SKUs: ${skus.added} added, ${skus.changed} changed, ${skus.retired} retired`)
  if (pictures.fetched + pictures.failed + pictures.waiting > 0) {
    lines.push(
      `pictures: ${pictures.fetched} had, ${pictures.failed} could not be had, ${pictures.waiting} not tried (tiles stand in their places)`,
    )
  }
  if (report.picturesElsewhere > 0)
    lines.push(
      `${counted(report.picturesElsewhere, 'picture')} of other entries ${report.picturesElsewhere === 1 ? 'is' : 'are'} not there yet: an import of the files that name them tries them again`,
    )
  lines.push(...lossLines(report, flags))
  for (const { note, count } of report.notes)
    lines.push(count === 1 ? `note: ${note}` : `note: ${note} (${count} times)`)
  await writeOut(`${lines.filter((line) => line !== '').join('\n')}\n`)

  sayProblems(report.problems, report.moreProblems)
  const seconds = (report.ms / 1000).toFixed(1)
  if (report.applied) say(`done in ${seconds} s`)
  else
    say(
      flags.dryRun
        ? `a dry run of ${seconds} s: nothing was kept`
        : 'nothing was kept, because of the problems above',
    )
}
