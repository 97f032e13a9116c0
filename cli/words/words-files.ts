import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { listTexts } from '#features/words/shop/list.ts'
import { importTexts } from '#features/words/shop/texts.ts'
import { shopLanguages } from '#features/words/rules/shop-texts.ts'
import { htmlLang } from '#i18n/locales.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { readTexts, type TextsFile } from '#transfer/words/read.ts'
import { textsCsv, textsJson } from '#transfer/words/write.ts'
import { nameOf } from '../files/read-rows.ts'
import { operatorPath } from '../shop.ts'
import { Failure, say, writeOut } from '../terminal.ts'
import { languageNamed, refuseFile, withWords } from './words-shop.ts'

export function addFileCommands(words: Command): void {
  words
    .command('export')
    .description('print the texts of a language as a file to translate or to keep; `words import` reads it')
    .argument('<language>', 'its prefix; also one that is not on: its texts are empty')
    .addOption(
      new Option('--format <format>', 'CSV has the English text beside each')
        .choices(['csv', 'json'])
        .default('csv'),
    )
    .option('--changed', 'only what you have changed', false)
    .option('--missing', 'only what the language lacks', false)
    .option('--json', 'the same as --format json', false)
    .action(exportTexts)

  words
    .command('import')
    .description('change the texts that a file names, all of them or, where anything is wrong with it, none')
    .argument('<language>', 'its prefix')
    .argument(
      '<file>',
      'CSV with the columns key,message, or JSON {"key": "text"}; an empty text stays as it is; - for standard input',
    )
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--json', 'print the result as JSON', false)
    .action(importFile)
}

async function exportTexts(
  name: string,
  { format, changed, missing, json }: { format: string; changed: boolean; missing: boolean; json: boolean },
): Promise<void> {
  const language = languageNamed(name)
  const file = await withWords(async ({ db, program }) => {
    const texts = await listTexts(db, program, { language, changed, missing, find: null })
    const lang = (await shopLanguages(db, program)).find((one) => one.language === language)?.lang
    const own = lang === undefined || lang === htmlLang(language) ? null : lang
    return json || format === 'json' ? textsJson(texts, own) : textsCsv(texts, own)
  })
  await writeOut(file)
}

async function importFile(
  name: string,
  path: string,
  flags: { dryRun: boolean; json: boolean },
): Promise<void> {
  const language = languageNamed(name)
  const { texts } = await readFileOf(path, flags.json)
  const imported = await withWords(({ db, program, now }) =>
    importTexts(db, program, { language, texts, dryRun: flags.dryRun, now }),
  )
  if (!imported.ok) {
    if ('reason' in imported.problem) throw new Failure(imported.problem.reason)
    return refuseFile(nameOf(path), imported.problem, flags.json)
  }
  const report = imported.value
  if (flags.json) return writeOut(`${JSON.stringify(report)}\n`)
  const { changed, reset, same, empty } = report
  await writeOut(
    `${language}  ${changed - reset} changed  ${reset} as they come again  ${same} as they were  ${empty} empty\n`,
  )
  if (flags.dryRun) say('a dry run: nothing was kept')
}

/** The texts of a file that an operator names; refuses one that cannot be read. */
export async function readFileOf(path: string, json: boolean): Promise<TextsFile> {
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(operatorPath(path))).catch(
    (error: unknown) => {
      throw new Failure(
        `${path === '-' ? nameOf(path) : operatorPath(path)} cannot be read: ${whyUnreadable(error)}`,
      )
    },
  )
  const read = await readTexts(bytes)
  return read.ok ? read.value : refuseFile(nameOf(path), { faults: read.problem, beyond: 0 }, json)
}
