import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { hour, minute } from '#domain/time.ts'
import type { Ctx } from '../context.ts'
import type { Database, Db, Tx } from '../db/db.ts'
import {
  addMail,
  claimMail,
  failMail,
  mailRows,
  nextMail,
  postponeMail,
  requeueMails,
  sentMails,
  settleMail,
  type Channel,
  type ClaimedMail,
  type MailRow,
  type MailState,
} from '../db/queries-outbox.ts'
import type { Letter } from '../mail/mail-parts.tsx'
import { letterHtml, letterPlain } from '../mail/mail-parts.tsx'
import type { MailTransport } from '../mail/mail.ts'
import { eachLeased } from './each.ts'

/*
 * A mail is written in the transaction of its cause and sent later. So there is no mail about rolled-back work, and
 * none is lost with a node. It may arrive twice if a node dies between sending and recording; its Message-ID is then
 * the same. A text message is a row of the same table, in a channel of its own.
 */

/** Milliseconds before the next try, by the number of tries. After the last one the mail has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440, 1440, 1440].map((minutes) => minutes * minute)
/** Milliseconds after which an unsent mail has failed: it is too old to help. */
const patience = 5 * 24 * hour
/** Lease in milliseconds, after which another node takes the mail over. */
const lease = 3 * minute

/** What composing a mail needs: a request's context, or the parts of it that a job has. */
export type MailCtx = Pick<Ctx, 'lang' | 'langPath' | 'locale' | 'origin' | 'shop' | 't'>

/** The frame of every letter of the shop, in the recipient's language. */
export function letterOf(
  { lang, langPath, origin, shop }: MailCtx,
  words: Pick<Letter, 'subject' | 'title' | 'parts' | 'footer'>,
): Letter {
  const home = { name: shop.shop.name, href: `${origin}${langPath || '/'}`, color: shop.theme.primaryColor }
  return { lang, shop: home, ...words }
}

export interface QueuedMail {
  /** `<feature>.<what>`: the kind of mail, for the operator. */
  kind: string
  to: string
  replyTo?: string | null
  letter: Letter
  unsubscribeUrl?: string | null
  /** It waits until then. */
  notBefore?: Date | null
}

/** @param origin of the shop: the mail's identity is made of it. */
export async function queueMail(tx: Tx, mail: QueuedMail, origin: string, now: Date): Promise<void> {
  const letter = { ...mail.letter, subject: oneLine(mail.letter.subject) }
  const written = {
    channel: 'mail' as const,
    kind: mail.kind,
    recipient: mail.to,
    replyTo: mail.replyTo ?? null,
    senderName: letter.shop.name,
    subject: letter.subject,
    html: letterHtml(letter),
    plain: letterPlain(letter),
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    messageId: `${randomUUID()}@${new URL(origin).hostname}`,
  }
  const dueAt = mail.notBefore ?? now
  await addMail(tx, written, { now, dueAt, giveUpAt: new Date(dueAt.getTime() + patience) })
}

export interface QueuedSms {
  /** As of a mail. */
  kind: string
  /** `+` and the digits of the whole number (E.164). */
  to: string
  text: string
  /** Later it is of no use: when the code in it expires. */
  until: Date
}

/** @param origin of the shop: the message's identity is made of it. */
export async function queueSms(tx: Tx, sms: QueuedSms, origin: string, now: Date): Promise<void> {
  const written = {
    channel: 'sms' as const,
    kind: sms.kind,
    recipient: sms.to,
    replyTo: null,
    senderName: '',
    subject: '',
    html: '',
    plain: sms.text,
    unsubscribeUrl: null,
    messageId: `${randomUUID()}@${new URL(origin).hostname}`,
  }
  await addMail(tx, written, { now, dueAt: now, giveUpAt: sms.until })
}

export interface QueuedPush {
  /** As of a mail. */
  kind: string
  /** Names the browser, for who finds it again. */
  to: string
  /** What the shop's service worker reads. */
  payload: string
  /** It waits until then. */
  notBefore: Date | null
}

/** A push message that is a day late tells nobody anything. */
const pushPatience = 24 * hour

/** @param origin of the shop: the message's identity is made of it. */
export async function queuePush(tx: Tx, push: QueuedPush, origin: string, now: Date): Promise<void> {
  const written = {
    channel: 'push' as const,
    kind: push.kind,
    recipient: push.to,
    replyTo: null,
    senderName: '',
    subject: '',
    html: '',
    plain: push.payload,
    unsubscribeUrl: null,
    messageId: `${randomUUID()}@${new URL(origin).hostname}`,
  }
  const dueAt = push.notBefore ?? now
  await addMail(tx, written, { now, dueAt, giveUpAt: new Date(dueAt.getTime() + pushPatience) })
}

function oneLine(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 200)
}

export interface MailSender {
  /** Resolves when nothing is due any more, or nothing can be handed over. */
  drain(): Promise<void>
  /** Ends after the mail under way. */
  stop(): Promise<void>
}

export interface MailSenderOptions {
  db: Db & Pick<Database, 'untilSpare'>
  /** Whose rows it sends, and by what. */
  channel: Channel
  transport: MailTransport
  log: Logger
  now: () => Date
  /** The recipient's mail server has refused it for good, once for each mail. */
  refused?(mail: ClaimedMail, status: string | null): Promise<unknown>
}

/** How the log calls what a channel carries. */
const names = { mail: 'mail', sms: 'text message', push: 'push message' } as const

/** Hands over what is due in a channel, one after the other. Any number of nodes may do it at once. */
export function openMailSender(options: MailSenderOptions): MailSender {
  const { db, channel, transport, log, now } = options
  const one = names[channel]
  let stopped = false
  let under: Promise<unknown> | null = null
  /** While no mail at all can be sent: the time of the next try, and the number of failed ones. */
  let rest = { until: 0, failures: 0 }

  const work = (): Promise<number> =>
    eachLeased<{ id: number }, ClaimedMail>({
      kind: one,
      next: async (failed) => {
        await db.untilSpare()
        return stopped || now().getTime() < rest.until ? [] : nextMail(db, channel, now(), failed)
      },
      lease: ({ id }) => {
        const at = now()
        return claimMail(db, id, at, new Date(at.getTime() + lease))
      },
      work: async (mail) => {
        // No node ran, or the channel rested, for so long.
        if (mail.giveUpAt.getTime() <= now().getTime()) await failMail(db, mail, 'it was not sent in time')
        else rest = await send(mail, rest.failures)
      },
    })

  const send = async (mail: ClaimedMail, failures: number): Promise<typeof rest> => {
    const handover = await transport.hand({ ...mail, to: mail.recipient, date: mail.createdAt })
    const at = now().getTime()
    switch (handover.kind) {
      case 'sent':
      case 'filed':
        await settleMail(db, mail, handover.kind, new Date(at))
        return { until: 0, failures: 0 }
      case 'refused':
        log.warn({ mail: mail.id, kind: mail.kind, reason: handover.reason }, `a ${one} was refused`)
        if ((await failMail(db, mail, handover.reason)) && handover.status !== undefined)
          await options.refused?.(mail, handover.status)
        return { until: 0, failures: 0 }
      case 'later': {
        const pause = pauses[mail.tries - 1]
        if (pause === undefined) await failMail(db, mail, handover.reason)
        else await postponeMail(db, mail, new Date(at + pause), handover.reason, true)
        return { until: 0, failures: 0 }
      }
      case 'unreachable': {
        const until = at + Math.min(5 * minute, 5_000 * 2 ** failures)
        if (failures === 0)
          log.warn({ reason: handover.reason }, `${one}s cannot be handed over; trying again`)
        await postponeMail(db, mail, new Date(until), handover.reason, false)
        return { until, failures: Math.min(failures + 1, 10) }
      }
    }
  }

  return {
    async drain() {
      await (under ??= work().finally(() => {
        under = null
      }))
    },
    async stop() {
      stopped = true
      await under?.catch(() => {})
      transport.close()
    },
  }
}

export type { MailRow, MailState } from '../db/queries-outbox.ts'

/** Calls `each` with every mail, or with those in one state, oldest first. */
export async function listMails(
  db: Db,
  state: MailState | null,
  each: (mail: MailRow) => void,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await mailRows(db, state, after, 500)
    for (const mail of found) each(mail)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/**
 * Queues these mails again, or all in a state; sent ones stay sent. Text messages only by their numbers: the codes in
 * them have expired. Returns how many.
 */
export function retryMails(
  db: Db,
  which: { ids: readonly number[] } | { state: 'failed' | 'filed' },
  now: Date,
): Promise<number> {
  return requeueMails(db, which, now, new Date(now.getTime() + patience))
}

/**
 * Sends mails that are out once more, each as a mail of its own: the same would be dropped by who has it. All or none:
 * null if one of the numbers is no mail that was sent.
 */
export async function resendMails(tx: Tx, ids: readonly number[], now: Date): Promise<number | null> {
  const found = await sentMails(tx, ids)
  if (found.length < new Set(ids).size) return null
  for (const { id: _, messageId, ...mail } of found) {
    const host = messageId.slice(messageId.lastIndexOf('@') + 1)
    const again = { ...mail, messageId: `${randomUUID()}@${host}` }
    await addMail(tx, again, { now, dueAt: now, giveUpAt: new Date(now.getTime() + patience) })
  }
  return found.length
}
