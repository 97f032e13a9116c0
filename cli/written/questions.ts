import type { Command } from 'commander'
import { leadsAway } from '#domain/aftersale/leads-away.ts'
import { refusalReasons } from '#domain/aftersale/moderation.ts'
import {
  answerAsMerchant,
  findWord,
  listWords,
  publishWord,
  refuseWord,
  removeWord,
  type WordFault,
  type WordRow,
} from '#features/questions/shop/moderate.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { isLocale } from '#i18n/locales.ts'
import { confirmed } from '../confirm.ts'
import { readNames, type Named } from '../many.ts'
import { withShop } from '../shop.ts'
import { counted, Failure, printable, table, writeOut } from '../terminal.ts'
import {
  addSeveral,
  asked,
  eachCode,
  oneLine,
  reasonFrom,
  textFrom,
  writtenStates,
  type Flags,
  type Many,
} from './written.ts'

const named: Named = { one: 'a question or an answer', columns: ['code', 'question', 'answer'] }

/** Rows of a list. */
const most = 10_000

export function addQuestions(program: Command): void {
  const questions = program
    .command('questions')
    .description(
      'read what people ask about products and what buyers answer, publish or refuse it, and answer',
    )

  questions
    .command('list')
    .description('list the questions and answers that nobody has read yet, oldest first')
    .option('--all', 'those that were read, too', false)
    .option('--state <state>', `only ${writtenStates.join(', ')} ones, read or not`)
    .option('--product <slug>', 'only those of one product')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  questions
    .command('show')
    .description('show one question or answer')
    .argument('<code>', 'as in the list: q-… or a-…')
    .option('--json', 'print it as JSON', false)
    .action(show)

  const several = (name: string, description: string): Command =>
    addSeveral(questions, name, description, 'of questions and answers, as in the list')

  several('publish', 'show questions and answers; one that is shown already counts as read').action(publish)

  several('refuse', 'take questions and answers off the shop, or do not show them')
    .requiredOption('--reason <reason>', refusalReasons.join(', '))
    .option('--yes', 'do not ask', false)
    .action(refuse)

  several('delete', 'delete questions with their answers, or answers, for good')
    .option('--yes', 'do not ask', false)
    .action(remove)

  questions
    .command('answer')
    .description('answer a question in the name of the shop, and show it; who asked gets a mail')
    .argument('<code>', 'of the question')
    .option('--text <file>', 'the answer, plain text; - for standard input', '-')
    .option('--language <code>', 'the language of the answer; the question’s when not given')
    .option('--json', 'print the result as JSON', false)
    .action(answer)
}

async function list(flags: Flags & { all: boolean; state?: string; product?: string }): Promise<void> {
  const state = flags.state === undefined ? null : writtenStates.find((one) => one === flags.state)
  if (state === undefined) throw new Failure(`--state is one of ${writtenStates.join(', ')}`)
  await withShop(async ({ db }) => {
    const filter = {
      state,
      unchecked: !flags.all && state === null,
      product: flags.product ?? null,
      code: null,
    }
    const found = await listWords(db, filter, most)
    if (flags.json) {
      for (const word of found) await writeOut(`${JSON.stringify(asJson(word))}\n`)
      return
    }
    const head = ['CODE', 'STATE', 'PRODUCT', 'BY', 'LINK', 'WRITTEN', 'ABOUT', 'BEGINS']
    await writeOut(`${table([head, ...found.map(asRow)])}\n`)
  })
}

async function show(code: string, { json }: Flags): Promise<void> {
  await withShop(async ({ db }) => {
    const word = await findWord(db, code)
    if (word === null) throw new Failure(noSuch(code))
    if (json) return writeOut(`${JSON.stringify(asJson(word))}\n`)
    const { state, refusal, product, author, by, createdAt, locale, question, content } = word
    const lines = [
      `${word.code}  ${state}${refusal === null ? '' : ` (${refusal})`}  ${product}`,
      `${author}${by === null ? '' : ` (${by})`}  ${new Date(createdAt).toISOString()}  ${locale}`,
      ...(question === null ? [] : [`answers ${question.code}: ${question.content}`]),
      '',
      content,
    ]
    await writeOut(`${lines.map(printable).join('\n')}\n`)
  })
}

async function publish(typed: string[], flags: Many): Promise<void> {
  const codes = await readNames(typed, flags.file, named)
  await withShop(({ db }) =>
    eachCode(codes, flags.json, (code) => publishWord({ db, now: new Date() }, code), faults),
  )
}

async function refuse(typed: string[], flags: Many & { reason: string }): Promise<void> {
  const codes = await readNames(typed, flags.file, named)
  const reason = reasonFrom(flags.reason)
  await withShop(async ({ db }) => {
    await confirmed(`Refuse ${counted(codes.length, 'text')} as ${reason}?`, asked(flags))
    await eachCode(codes, flags.json, (code) => refuseWord({ db, now: new Date() }, code, reason), faults)
  })
}

async function remove(typed: string[], flags: Many): Promise<void> {
  const codes = await readNames(typed, flags.file, named)
  await withShop(async ({ db }) => {
    await confirmed(
      `Delete ${counted(codes.length, 'text')} for good, questions with their answers?`,
      asked(flags),
    )
    await eachCode(codes, flags.json, (code) => removeWord({ db, now: new Date() }, code), faults)
  })
}

async function answer(code: string, flags: Flags & { text: string; language?: string }): Promise<void> {
  await withShop(async ({ db }) => {
    // Before somebody types an answer to nobody.
    const question = await findWord(db, code)
    if (question === null || question.kind !== 'question') throw new Failure(noSuch(code))
    const locale = flags.language ?? question.locale
    if (!isLocale(locale)) throw new Failure(`${JSON.stringify(locale)} is no language of the shop`)
    const author = (await loadConfig(db)).document.shop.name
    const text = await textFrom(flags.text)
    const done = await answerAsMerchant({ db, now: new Date() }, code, { text, author, locale })
    if (!done.ok) throw new Failure(`${printable(code)}: ${faults[done.problem.name]}`)
    await writeOut(
      flags.json ? `${JSON.stringify({ code, state: 'answered' })}\n` : `${printable(code)}: answered\n`,
    )
  })
}

const faults: Readonly<Record<WordFault['name'], string>> = {
  unknown_question: 'the shop has no such question or answer',
  not_now: 'it is in that state already, or was refused',
  empty: 'the answer is empty',
  too_long: 'the answer is longer than 2,000 characters',
}

function noSuch(code: string): string {
  return `the shop has no question ${JSON.stringify(code)}`
}

function asJson({ id: _, ...word }: WordRow): object {
  return { ...word, hasLink: hasLink(word) }
}

function hasLink({ author, content }: Pick<WordRow, 'author' | 'content'>): boolean {
  return [author, content].some(leadsAway)
}

function asRow(word: WordRow): string[] {
  const { code, state, product, author, by, content, createdAt, question } = word
  return [
    ...[code, state, product, by === null ? author : `${author} (${by})`, hasLink(word) ? 'yes' : '-'],
    ...[new Date(createdAt).toISOString().slice(0, 16), question?.code ?? '-', oneLine(content)],
  ].map(printable)
}
