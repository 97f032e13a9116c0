import { Argument, Option, type Command } from 'commander'
import { renameEntry, type RenameFault } from '#features/names/shop.ts'
import { entryKinds, type EntryKind } from '#features/names/contract.ts'
import { locales, type Locale } from '#i18n/locales.ts'
import { withShop } from './shop.ts'
import { Failure, writeOut } from './terminal.ts'

export function addRename(program: Command): void {
  program
    .command('rename')
    .description('give an entry another address; the old one leads there for good')
    .addArgument(new Argument('<kind>', 'what it is').choices(entryKinds))
    .argument('<from>', 'its slug now')
    .argument('<to>', 'its new slug')
    .addOption(
      new Option('--language <language>', 'the only language that it has that slug in').choices(locales),
    )
    .option('--json', 'print the result as JSON', false)
    .action(rename)
}

interface Flags {
  language?: Locale
  json: boolean
}

async function rename(kind: EntryKind, from: string, to: string, flags: Flags): Promise<void> {
  const { language = null } = flags
  const renamed = await withShop(({ db }) => renameEntry(db, kind, from, to, language))
  if (flags.json) {
    const result = renamed.ok ? { renamed: true } : { renamed: false, reason: renamed.problem.name }
    await writeOut(`${JSON.stringify(result)}\n`)
  }
  if (!renamed.ok) throw new Failure(reasons[renamed.problem.name](kind, from, to))
  if (!flags.json)
    await writeOut(
      `The ${kind} ${from} is ${to} now${language === null ? '' : ` in ${language}`}; its old addresses lead to the new ones\n`,
    )
}

const reasons: Record<RenameFault['name'], (kind: EntryKind, from: string, to: string) => string> = {
  not_found: (kind, from) => `there is no ${kind} ${from}`,
  taken: (kind, _from, to) => `there is a ${kind} ${to} already`,
  one_slug: (kind) => `a ${kind} has one address for all languages`,
  not_a_slug: (_kind, _from, to) =>
    `${to} cannot be an address: lower-case letters, digits, and - _ . between them`,
}
