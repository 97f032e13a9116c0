import { createReadStream } from 'node:fs'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { bouncesByEmail, takeReturned, type ReturnedFault } from '#features/notifications/shop/bounce.ts'
import { mostHardBounces } from '#features/notifications/rules/may-notify.ts'
import type { Database, Db } from '#platform/server/db/db.ts'
import { mailStates } from '#platform/server/db/queries-outbox.ts'
import {
  listMails,
  resendMails,
  retryMails,
  type MailRow,
  type MailState,
} from '#platform/server/jobs/outbox.ts'
import { confirmed } from './confirm.ts'
import { operatorPath, withShop } from './shop.ts'
import { counted, Failure, table, writeOut } from './terminal.ts'

const states: readonly MailState[] = ['waiting', 'sent', 'filed', 'failed']

export function addMail(program: Command): void {
  const mail = program
    .command('mail')
    .description('see the mails, text and push messages that wait, were sent or could not be sent')

  mail
    .command('list')
    .description('list mails, text and push messages, oldest first; those that are out are kept for 30 days')
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  mail
    .command('retry')
    .description('put mails in line again: by number, or all that failed or were written to files')
    .argument('[numbers...]', 'as in the list', numbers)
    .option('--failed', 'all that failed', false)
    .option('--filed', 'all that were written to files, since no SMTP server was configured', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nText messages are put in line by their numbers alone: most of them hold a code that has expired.',
    )
    .action(retry)

  mail
    .command('bounce')
    .description('count a mail that came back, from the report of a mail server (RFC 3464)')
    .argument('<file>', 'the report as it came; - reads it from the standard input')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      `\nFor the mail server's alias of the sender: "|npx violet mail bounce -". An address that ${mostHardBounces} mails came back\nfrom for good gets no more mails that could be switched off.`,
    )
    .action(bounce)

  mail
    .command('resend')
    .description(
      'send mails that are out once more, as they were; a new letter about an order: violet orders mail',
    )
    .argument('<numbers...>', 'as in the list', numbers)
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', '\nExample: violet mail resend 1041 --yes')
    .action(resend)
}

async function resend(ids: readonly number[], flags: { yes: boolean; json: boolean }): Promise<void> {
  await withShop(async ({ db }) => {
    const states = await mailStates(db, ids)
    const wrong = [...new Set(ids)].flatMap((id) => {
      const state = states.get(id)
      if (state === 'sent' || state === 'filed') return []
      return [`${id} ${state === undefined ? 'is not there' : `has not been sent: violet mail retry ${id}`}`]
    })
    if (wrong.length > 0) throw new Failure(`no mail was put in line: ${wrong.join(', ')}`)
    await confirmed(`Send ${counted(states.size, 'mail')} once more?`, flags)
    const count = await db.transact((tx) => resendMails(tx, ids, new Date()))
    if (count === null) throw new Failure('no mail was put in line: text messages are not sent again')
    await writeOut(
      flags.json ? `${JSON.stringify({ resent: count })}\n` : `${counted(count, 'mail')} in line once more\n`,
    )
  })
}

function numbers(text: string, before: readonly number[] = []): number[] {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be the number of a mail.')
  return [...before, Number(text)]
}

async function list(flags: { state?: MailState; json: boolean }): Promise<void> {
  await withShop(async ({ db }) => {
    const mails: MailRow[] = []
    await listMails(db, flags.state ?? null, (mail) => void mails.push(mail))
    if (flags.json) {
      const bounces = await bouncesOfMails(db, mails)
      for (const [index, mail] of mails.entries())
        await writeOut(`${JSON.stringify({ ...mail, hardBounces: bounces[index] ?? 0 })}\n`)
    } else {
      const bounces = await bouncesOfMails(db, mails)
      const cells = mails.map((mail, index) => [
        String(mail.id),
        mail.state,
        mail.kind,
        mail.recipient,
        String(mail.tries),
        String(bounces[index] ?? ''),
        mail.createdAt.toISOString(),
        mail.lastError ?? '',
      ])
      await writeOut(
        `${table([['NUMBER', 'STATE', 'ABOUT', 'TO', 'TRIES', 'BOUNCES', 'WRITTEN', 'LAST WORD'], ...cells])}\n`,
      )
    }
  })
}

async function retry(
  ids: readonly number[],
  flags: { failed: boolean; filed: boolean; json: boolean },
): Promise<void> {
  if (ids.length === 0 && !flags.failed && !flags.filed)
    throw new Failure('say which: numbers of mails, --failed or --filed')
  await withShop(async ({ db }) => {
    const now = new Date()
    const missing = await notToRetry(db, ids)
    if (missing.length > 0)
      throw new Failure(`no mail was put in line: ${missing.map(({ id, why }) => `${id} ${why}`).join(', ')}`)
    let count = ids.length > 0 ? await retryMails(db, { ids }, now) : 0
    if (flags.failed) count += await retryMails(db, { state: 'failed' }, now)
    if (flags.filed) count += await retryMails(db, { state: 'filed' }, now)
    await writeOut(
      flags.json ? `${JSON.stringify({ retried: count })}\n` : `${counted(count, 'mail')} in line again\n`,
    )
  })
}

/** How many mails came back for good from the recipient of each; null: none. */
async function bouncesOfMails(db: Database, mails: readonly MailRow[]): Promise<(number | null)[]> {
  const found = await bouncesByEmail(
    db,
    mails.map(({ recipient }) => recipient),
  )
  return found.map((bounces) => bounces?.hard ?? null)
}

/** Bytes: a report has the mail in it, and no mail of the shop is so long. */
const longestReport = 2_000_000

const faults: Readonly<Record<ReturnedFault['name'], string>> = {
  no_report: 'this is no report of a mail server, or names no mail (RFC 3464)',
  nothing_failed: 'the report says of no recipient that the mail did not arrive',
  not_ours: 'the shop has sent no such mail, or has deleted it since: nothing was counted',
}

async function bounce(file: string, flags: { json: boolean }): Promise<void> {
  const report = await readAtMost(file === '-' ? '/dev/stdin' : operatorPath(file), longestReport).catch(
    (error: unknown) => {
      throw new Failure(
        `the report cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      )
    },
  )
  if (report === null) throw new Failure('this is too long for the report of a mail server')
  await withShop(async ({ db }) => {
    const taken = await takeReturned(db, report, new Date())
    if (!taken.ok) throw new Failure(faults[taken.problem.name])
    if (flags.json) return writeOut(`${JSON.stringify(taken.value)}\n`)
    const lines = taken.value.map(
      ({ recipient, isNew, hard, status }) =>
        `${recipient}: ${status}, ${counted(hard, 'refusal')} for good${isNew ? '' : ' (counted before)'}\n`,
    )
    return writeOut(lines.join(''))
  })
}

/** Null for a longer file, of which no more is read: anybody may send one. @param most bytes */
async function readAtMost(path: string, most: number): Promise<string | null> {
  const pieces: Buffer[] = []
  let length = 0
  // `end` counts from 0: one byte more than is taken.
  for await (const piece of createReadStream(path, { end: most }) as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
  }
  return length > most ? null : Buffer.concat(pieces).toString()
}

/** Those of the numbers that name no mail, or one that was sent. */
async function notToRetry(db: Db, ids: readonly number[]): Promise<{ id: number; why: string }[]> {
  const states = await mailStates(db, ids)
  return [...new Set(ids)].flatMap((id) => {
    const state = states.get(id)
    if (state === undefined) return [{ id, why: 'is not there' }]
    return state === 'sent' ? [{ id, why: 'was sent already' }] : []
  })
}
