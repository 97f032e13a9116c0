import type { Command } from 'commander'
import { loadConfig } from '#features/shop/actions.ts'
import { languageStates, listTexts, type LanguageState } from '#features/words/shop/list.ts'
import { setText } from '#features/words/shop/texts.ts'
import { htmlLang } from '#i18n/locales.ts'
import { cut, printable } from '#wire/shown-text.ts'
import { Failure, table, writeOut } from '../terminal.ts'
import { addFileCommands } from './words-files.ts'
import { addPackCommands } from './words-packs.ts'
import { languageNamed, withWords } from './words-shop.ts'

const about = `
Texts are messages: {name} is a placeholder and has to stay; a plural has the branches of its language:

  violet words set en cart.title 'Your basket'
  violet words set de catalog.count '{count, plural, one {# Produkt} other {# Produkte}}'

Every page and every mail shows a change within a second. How it works, and other languages: docs/words.md`

/** The interface texts of the shop: languages, and single texts. */
export function addWords(program: Command): void {
  const words = program
    .command('words')
    .description('the languages of the shop, and every text of its pages and mails')
    .addHelpText('after', about)

  words
    .command('list')
    .description('the languages; with one of the options their texts')
    .option('--language <language>', 'the texts of one language')
    .option('--changed', 'texts that you have changed', false)
    .option('--missing', 'texts that a language lacks: those of another one are shown', false)
    .option('--find <text>', 'texts that have this, in their key or in what they say')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  words
    .command('set')
    .description('change one text, or bring it back as it comes')
    .argument('<language>', 'its prefix, such as en')
    .argument('<key>', 'as the list shows it')
    .argument('[message]', 'what it says now')
    .option('--unset', 'bring it back as it comes', false)
    .option('--json', 'print the result as JSON', false)
    .action(set)

  addPackCommands(words)
  addFileCommands(words)
}

interface ListFlags {
  language?: string
  changed: boolean
  missing: boolean
  find?: string
  json: boolean
}

async function list(flags: ListFlags): Promise<void> {
  const { changed, missing } = flags
  const language = flags.language === undefined ? null : languageNamed(flags.language)
  if (language === null && !changed && !missing && flags.find === undefined) return listLanguages(flags.json)
  const texts = await withWords(({ db, program }) =>
    listTexts(db, program, { language, changed, missing, find: flags.find ?? null }),
  )
  if (flags.json) return writeOut(texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
  if (texts.length === 0) return writeOut('There are no such texts\n')
  const lines = texts.map((text) => [
    text.language,
    text.key,
    text.state,
    begins(text.message === '' ? text.english : text.message),
  ])
  await writeOut(`${table([['LANGUAGE', 'KEY', 'STATE', 'TEXT'], ...lines])}\n`)
}

/** Characters of a text in a table. */
const widest = 100

/** In one line; whole by `--json` and in a file. */
function begins(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return printable(line.length > widest ? `${cut(line, widest)}…` : line)
}

async function listLanguages(json: boolean): Promise<void> {
  const states = await withWords(async ({ db, program }) => {
    const { languages } = (await loadConfig(db)).document.shop
    const found = await languageStates(db, program)
    return found.map((state) => ({ ...state, offered: languages.includes(state.language) }))
  })
  if (json) return writeOut(states.map((state) => `${JSON.stringify(state)}\n`).join(''))
  const lines = states.map((state) => [
    state.language,
    state.name,
    fromText(state),
    String(state.changed),
    state.from === 'none' ? '–' : String(state.missing),
    state.offered ? 'yes' : 'no',
  ])
  await writeOut(`${table([['LANGUAGE', 'NAME', 'TEXTS', 'CHANGED', 'MISSING', 'OFFERED'], ...lines])}\n`)
}

function fromText({ language, lang, from, hasPack }: LanguageState): string {
  if (from === 'none') return hasPack ? `off; violet words add ${language}` : 'off'
  const other = lang === htmlLang(language) ? '' : ` in ${lang}`
  return { program: 'the program', pack: 'the pack', file: `your file${other}` }[from]
}

async function set(
  name: string,
  key: string,
  message: string | undefined,
  { unset, json }: { unset: boolean; json: boolean },
): Promise<void> {
  const language = languageNamed(name)
  if (unset === (message !== undefined))
    throw new Failure(unset ? '--unset takes no text' : 'say what the text is to be, or --unset')
  const done = await withWords(({ db, program, now }) =>
    setText(db, program, { language, key, message: message ?? null, now }),
  )
  if (!done.ok) throw new Failure(done.problem)
  const { message: now, was } = done.value
  if (json) return writeOut(`${JSON.stringify(done.value)}\n`)
  const before = was === null || was === now ? '' : `; it was ${quoted(was)}`
  await writeOut(`${key} in ${language}: ${now === null ? 'it has no text now' : quoted(now)}${before}\n`)
}

function quoted(text: string): string {
  return `“${printable(text)}”`
}
