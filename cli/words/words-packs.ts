import { configure } from '#app/configure.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { langName } from '#features/words/rules/plural-faults.ts'
import { addPack, lostWith, removePack, type AddedPack } from '#features/words/shop/packs.ts'
import { hasTexts, langPath, type Locale } from '#i18n/locales.ts'
import type { Command } from 'commander'
import { confirmed } from '../confirm.ts'
import { nameOf } from '../files/read-rows.ts'
import { counted, Failure, say, writeOut } from '../terminal.ts'
import { readFileOf } from './words-files.ts'
import { languageNamed, refuseFile, standIns, withWords, type WordsShop } from './words-shop.ts'

interface AddFlags {
  file?: string
  offer: boolean
  yes: boolean
  json: boolean
}

export function addPackCommands(words: Command): void {
  words
    .command('add')
    .description('turn a language on: with the pack that comes with the program, or with one of your own')
    .argument('<language>', 'its prefix, such as de')
    .option(
      '--file <file>',
      'your own pack: JSON or CSV, as `words export` writes them; it may say by "$lang" what it is written in',
    )
    .option('--offer', 'also offer it to visitors: it joins shop.languages of the configuration', false)
    .option('--yes', 'do not ask before a pack of your own is replaced', false)
    .option('--json', 'print the result as JSON', false)
    .action(add)

  words
    .command('remove')
    .description('turn a language off; its pages show another language again')
    .argument('<language>', 'its prefix')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .action(remove)
}

async function add(name: string, flags: AddFlags): Promise<void> {
  const language = languageNamed(name)
  const file = flags.file === undefined ? null : await readFileOf(flags.file, flags.json)
  const { added, isOffered } = await withWords(async (shop) => {
    const lost = await lostWith(shop.db, language)
    if (lost?.isOwnFile === true)
      await confirmed(`${language} has a pack of your own. Put the other one in its place?`, flags)
    const done = await addPack(shop.db, shop.program, { language, file, now: shop.now })
    return { added: done, isOffered: done.ok && (await offered(shop, language, flags.offer)) }
  })
  if (!added.ok) {
    if ('reason' in added.problem) throw new Failure(added.problem.reason)
    return refuseFile(nameOf(flags.file ?? ''), added.problem, flags.json)
  }
  if (flags.json) return writeOut(`${JSON.stringify({ ...added.value, offered: isOffered })}\n`)
  await writeOut(`${toldPack(added.value)}\n`)
  const { missing } = added.value
  if (missing > 0)
    say(
      `note: ${counted(missing, 'text')} ${missing === 1 ? 'is' : 'are'} missing and shown in ${standIns(language)}: violet words list --language ${language} --missing`,
    )
  if (!isOffered)
    say(
      `note: visitors are not offered it yet. Look at ${langPath(language)}, then: violet words add ${language} --offer`,
    )
}

function toldPack({ language, lang, texts, same }: AddedPack): string {
  const all = `${counted(texts, 'text')}, in ${langName(lang)}`
  return same
    ? `${language} was on already: ${all}`
    : `${language} is on: ${all}. Every node shows them within a second, pages under ${langPath(language)} and mails`
}

/** Whether visitors are offered the language: by the language switch, and search engines by hreflang. */
async function offered({ db, now }: WordsShop, language: Locale, wanted: boolean): Promise<boolean> {
  const { document } = await loadConfig(db)
  const { languages } = document.shop
  if (languages.includes(language) || !wanted) return languages.includes(language)
  const shop = { ...document.shop, languages: [...languages, language] }
  const stored = await configure(db, { ...document, shop }, now)
  if (stored.ok) return true
  const faults = stored.problem.map(({ path, reason }) => `  ${path}: ${reason}`)
  throw new Failure(
    `${language} is on, and is not offered: the configuration has faults\n${faults.join('\n')}`,
  )
}

async function remove(name: string, flags: { yes: boolean; json: boolean }): Promise<void> {
  const language = languageNamed(name)
  if (hasTexts(language))
    throw new Failure(`${language} has its texts from the program: take it out of shop.languages instead`)
  const isOffered = await withWords(async ({ db }) => {
    const lost = await lostWith(db, language)
    if (lost === null) throw new Failure(`${language} is not on`)
    const what = [
      ...(lost.isOwnFile ? ['the pack that you brought'] : []),
      ...(lost.changed > 0 ? [counted(lost.changed, 'changed text')] : []),
    ]
    if (what.length > 0)
      await confirmed(
        `${what.join(' and ')} would be deleted for good (violet words export ${language} keeps them). Turn ${language} off?`,
        flags,
      )
    await removePack(db, language)
    return (await loadConfig(db)).document.shop.languages.includes(language)
  })
  if (flags.json) return writeOut(`${JSON.stringify({ language, removed: true, offered: isOffered })}\n`)
  await writeOut(`${language} is off: its pages show ${standIns(language)}\n`)
  if (isOffered)
    say(
      `note: visitors are still offered it: take it out of shop.languages (violet config get shop.languages)`,
    )
}
