import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  answerInquiry,
  markInquiry,
  removeInquiry,
  type AnswerFault,
} from '#features/inquiries/shop/answer.ts'
import {
  findInquiry,
  inquiryForms,
  listInquiries,
  tidyInquiryNumber,
  type InquiryRow,
} from '#features/inquiries/shop/read.ts'
import { mediaUrl } from '#features/media/contract.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import type { Database } from '#platform/server/db/db.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { confirmed } from './confirm.ts'
import { operatorPath, withShop } from './shop.ts'
import { Failure, printable, say, table, writeOut } from './terminal.ts'
import { openWords } from './entries/words.ts'

interface Flags {
  json: boolean
}

export function addInquiries(program: Command): void {
  const inquiries = program
    .command('inquiries')
    .description('read what visitors have written to the shop, and answer it')

  inquiries
    .command('list')
    .description('list inquiries that are not answered yet, oldest first')
    .option('--all', 'answered and closed ones too', false)
    .option('--form <address>', 'only those of one form')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  const numbered = (name: string, description: string): Command =>
    inquiries.command(name).description(description).argument('<number>', 'as in the list and in the mails')

  numbered('show', 'show one inquiry, with what was answered')
    .option('--json', 'print it as JSON', false)
    .action(show)

  numbered('answer', 'mail an answer in the language of who wrote, with what was written below it')
    .option('--text <file>', 'the answer, plain text; - for standard input', '-')
    .option('--json', 'print the result as JSON', false)
    .action(answer)

  numbered('close', 'mark an inquiry as done with, without an answer')
    .option('--json', 'print the result as JSON', false)
    .action((number: string, flags: Flags) => mark(number, 'closed', flags))

  numbered('reopen', 'put an inquiry back among those to be answered')
    .option('--json', 'print the result as JSON', false)
    .action((number: string, flags: Flags) => mark(number, 'open', flags))

  numbered('delete', 'delete an inquiry for good, with its answers and pictures')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .action(remove)

  inquiries
    .command('export')
    .description('print all inquiries, one JSON object in each line')
    .option('--form <address>', 'only those of one form')
    .option('--json', 'as it does anyway', false)
    .action((flags: { form?: string }) => list({ ...flags, all: true, json: true }))
}

async function list(flags: { form?: string; all: boolean; json: boolean }): Promise<void> {
  await withShop(async ({ config, db }) => {
    const origin = await shopOrigin(db, config)
    const rows: string[][] = []
    const form = flags.form ?? null
    if (form !== null) await refuseUnknownForm(db, form)
    const filter = { form, state: flags.all ? null : ('open' as const) }
    await listInquiries(db, filter, async (inquiry) => {
      if (flags.json) await writeOut(`${JSON.stringify(asJson(inquiry, origin))}\n`)
      else rows.push(asRow(inquiry))
    })
    const head = ['NUMBER', 'STATE', 'WRITTEN', 'FORM', 'FROM', 'PICTURES', 'BEGINS']
    if (!flags.json) await writeOut(`${table([head, ...rows])}\n`)
  })
}

/** A mistyped name would look like a form that nobody has written to. */
async function refuseUnknownForm(db: Database, form: string): Promise<void> {
  const known = await inquiryForms(db)
  if (known.includes(form)) return
  const names = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`
  throw new Failure(`no form has the address ${form}; ${names}`)
}

async function show(number: string, flags: Flags): Promise<void> {
  await withShop(async ({ config, db }) => {
    const inquiry = await findInquiry(db, number)
    if (inquiry === null) throw new Failure(noSuch(number))
    const origin = await shopOrigin(db, config)
    if (flags.json) return writeOut(`${JSON.stringify(asJson(inquiry, origin))}\n`)
    const facts = inquiry.contact.map(({ label, value }) => `${label}: ${value}`)
    const about = inquiry.product === null ? [] : [`Product: ${inquiry.product}`]
    const head = `${inquiry.number}  ${inquiry.state}  ${inquiry.form}  ${inquiry.createdAt.toISOString()}  ${inquiry.locale}`
    const pictures = picturesOf(inquiry, origin)
    const answers = inquiry.answers.flatMap(({ content, at }) => [
      '',
      `answered ${new Date(at).toISOString()}:`,
      content,
    ])
    await writeOut(
      `${[head, ...facts, ...about, '', inquiry.content, ...pictures, ...answers].map(printable).join('\n')}\n`,
    )
  })
}

async function answer(number: string, flags: Flags & { text: string }): Promise<void> {
  await withShop(async ({ config, db }) => {
    // Before somebody types an answer to nobody.
    if ((await findInquiry(db, number)) === null) throw new Failure(noSuch(number))
    const text = await readText(flags.text)
    const ctxFor = await openWords({ config, db }, (await loadConfig(db)).document)
    const sent = await answerInquiry({ db, now: new Date(), ctxFor }, number, text)
    if (!sent.ok) throw new Failure(faultText(number, sent.problem))
    await writeOut(
      flags.json
        ? `${JSON.stringify({ inquiry: sent.value.number, state: 'answered', to: sent.value.to })}\n`
        : `${sent.value.number}: answered; the mail to ${printable(sent.value.to)} is in line (violet mail list)\n`,
    )
  })
}

async function readText(file: string): Promise<string> {
  if (file === '-' && process.stdin.isTTY) say('Type the answer; Ctrl-D ends it.')
  const bytes = await readFile(file === '-' ? '/dev/stdin' : operatorPath(file)).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
  // Nothing takes a mail back whose letters are gone.
  if (!isUtf8(bytes)) throw new Failure(`${file} is not UTF-8 text: save it as UTF-8 first`)
  return bytes.toString('utf8')
}

function faultText(number: string, { name }: AnswerFault): string {
  switch (name) {
    case 'not_found':
      return noSuch(number)
    case 'no_email':
      return `${number} has no e-mail address to answer to; when you have answered otherwise: violet inquiries close ${number}`
    case 'empty':
      return 'the answer is empty'
    case 'too_long':
      return 'the answer is longer than 20,000 characters'
  }
}

async function mark(number: string, state: 'open' | 'closed', { json }: Flags): Promise<void> {
  await withShop(async ({ db }) => {
    if (!(await markInquiry(db, number, state))) throw new Failure(noSuch(number))
    const inquiry = tidyInquiryNumber(number)
    await writeOut(json ? `${JSON.stringify({ inquiry, state })}\n` : `${inquiry}: ${state}\n`)
  })
}

async function remove(number: string, flags: Flags & { yes: boolean }): Promise<void> {
  await withShop(async ({ db }) => {
    const inquiry = await findInquiry(db, number)
    if (inquiry === null) throw new Failure(noSuch(number))
    await confirmed(`Delete the inquiry ${inquiry.number} for good, with its answers and pictures?`, flags)
    await removeInquiry(db, inquiry.number)
    await writeOut(
      flags.json
        ? `${JSON.stringify({ inquiry: inquiry.number, deleted: true })}\n`
        : `${inquiry.number}: deleted\n`,
    )
  })
}

function noSuch(number: string): string {
  return `the shop has no inquiry ${JSON.stringify(number)}`
}

function asJson({ id: _, ...inquiry }: InquiryRow, origin: string): object {
  return { ...inquiry, pictures: picturesOf(inquiry, origin) }
}

function picturesOf({ pictures }: Pick<InquiryRow, 'pictures'>, origin: string): string[] {
  return pictures.map((key) => `${origin}${mediaUrl(key, 1920, 'jpg')}`)
}

function asRow({ number, state, createdAt, form, contact, pictures, content }: InquiryRow): string[] {
  const from = contact.find(({ kind }) => kind === 'email')?.value ?? contact[0]?.value ?? ''
  const begins = content.replace(/\s+/g, ' ').slice(0, 60)
  return [number, state, createdAt.toISOString(), form, from, String(pictures.length), begins].map(printable)
}
