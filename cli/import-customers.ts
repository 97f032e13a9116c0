import { Option, type Command } from 'commander'
import { locales, type Locale } from '#i18n/locales.ts'
import { importCustomers, type CustomerImportReport } from '#transfer/customers/import.ts'
import { operatorPath, withShopOrNew } from './shop.ts'
import { counted, exitCodes, Failure, openProgress, say, writeOut } from './terminal.ts'

interface Flags {
  language: Locale
  dryRun: boolean
  revive: boolean
  json: boolean
  quiet: boolean
}

/** `violet import customers` */
export function addCustomerImport(command: Command): void {
  command
    .command('customers')
    .description('bring the customers of another shop along')
    .argument('<file>', "a customer CSV of Shopify, of WooCommerce, or with Violet's own columns")
    .addOption(
      new Option('--language <code>', 'of customers whose row names none')
        .choices([...locales])
        .default('en'),
    )
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--revive', 'take those in, too, who were erased or have closed their account', false)
    .option('--json', 'print the result as JSON', false)
    .option('--quiet', 'print no progress', false)
    .addHelpText(
      'after',
      `
Own columns: email, firstName, lastName, locale, birthday, createdAt, passwordHash, newsletter (confirmed), company,
country code, region, city, district, line1, line2, postcode, phone.

A customer with the same e-mail address stays as it is, so an import can be repeated. Who was erased stays out, and is
named with the line; --revive takes them in, for those who asked for it themselves. Passwords hashed by phpass,
bcrypt or Argon2 go on working, after a code that is mailed once. Newsletters go only to those whose confirmation the
other shop can show.

Exit codes: 0 everything went in, 1 it could not be run, 2 some rows were refused (each is told with its line).`,
    )
    // `--json` and its like are also options of `import` itself, which may have taken them.
    .action((file: string, _own: object, self: Command) => run(file, self.optsWithGlobals<Flags>()))
}

async function run(file: string, flags: Flags): Promise<void> {
  const path = operatorPath(file)
  const progress = openProgress(flags.quiet || flags.json)
  const report = await withShopOrNew(async ({ db }) => {
    const imported = await importCustomers(db, {
      path,
      now: new Date(),
      locale: flags.language,
      dryRun: flags.dryRun,
      revive: flags.revive,
      onProgress: ({ added, there, erased, refused }, share) =>
        progress.show(
          `${counted(added + there + erased + refused, 'row')} (${Math.floor(share * 100)}% read): ${added} added, ${there} there before, ${refused} refused`,
        ),
    })
    if (!imported.ok) throw new Failure(`${imported.problem.path} cannot be read: ${imported.problem.reason}`)
    return imported.value
  })
  progress.end()
  if (flags.json) await writeOut(`${JSON.stringify(report)}\n`)
  else await print(file, report)
  process.exitCode = report.refused > 0 ? exitCodes.partly : exitCodes.done
}

async function print(file: string, report: CustomerImportReport): Promise<void> {
  const { added, there, refused, erased, erasedRows, subscribed } = report
  const { problems, moreProblems, notes, unread, applied, ms } = report
  await writeOut(
    `customers: ${added} added, ${there} there before, ${refused} refused; ${subscribed} subscribed to the newsletter\n`,
  )
  if (erased > 0)
    await writeOut(
      `note: ${erased} ${erased === 1 ? 'was erased and stays' : 'were erased and stay'} out; --revive takes ${erased === 1 ? 'it' : 'them'}\n`,
    )
  for (const { line, entry } of erasedRows) say(`${file}:${line}: ${JSON.stringify(entry)}: was erased`)
  if (erased > erasedRows.length) say(`and ${counted(erased - erasedRows.length, 'more erased customer')}`)
  for (const { note, count } of notes) await writeOut(`note: ${note} (${counted(count, 'row')})\n`)
  if (unread.length > 0) await writeOut(`note: these columns are left out: ${named(unread)}\n`)
  for (const { line, entry, reason } of problems)
    say(`${file}:${line}: ${entry === null ? '' : `${JSON.stringify(entry)}: `}${reason}`)
  if (moreProblems > 0) say(`and ${counted(moreProblems, 'more problem')}`)
  const seconds = (ms / 1000).toFixed(1)
  say(applied ? `done in ${seconds} s` : `a dry run of ${seconds} s: nothing was kept`)
}

/** Exporters of WordPress write hundreds of columns. */
const mostNamed = 30

function named(columns: readonly string[]): string {
  const more = columns.length - mostNamed
  const list = columns.slice(0, mostNamed).join(', ')
  // A header is a stranger's text: nothing of it moves the cursor of a terminal.
  return `${list.replace(/\p{C}/gu, '\uFFFD')}${more > 0 ? ` and ${more} more (--json has all)` : ''}`
}
