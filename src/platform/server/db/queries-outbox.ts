import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

/* All SQL on mails, text messages and push messages that wait to be sent. */

export type MailState = 'waiting' | 'sent' | 'filed' | 'failed'

export type Channel = 'mail' | 'sms' | 'push'

/** A text message or a push message has a recipient and a plain text; its other texts are empty. */
export interface NewMail {
  channel: Channel
  kind: string
  recipient: string
  replyTo: string | null
  senderName: string
  subject: string
  html: string
  plain: string
  unsubscribeUrl: string | null
  messageId: string
}

export interface ClaimedMail extends NewMail {
  id: number
  /** This try among them. */
  tries: number
  createdAt: Date
  giveUpAt: Date
}

/** When a mail is written, sent at the earliest, and given up. */
export interface MailTimes {
  now: Date
  dueAt: Date
  giveUpAt: Date
}

export async function addMail(tx: Tx, mail: NewMail, { now, dueAt, giveUpAt }: MailTimes): Promise<void> {
  await sql`
    insert into outbox_mails (
      channel, kind, recipient, reply_to, sender_name, subject, html, plain, unsubscribe_url, message_id,
      next_at, give_up_at, created_at
    )
    values (
      ${mail.channel}, ${mail.kind}, ${mail.recipient}, ${mail.replyTo}, ${mail.senderName}, ${mail.subject},
      ${mail.html}, ${mail.plain}, ${mail.unsubscribeUrl}, ${mail.messageId}, ${dueAt}, ${giveUpAt}, ${now}
    )`.execute(rows(tx))
}

/** The mail of a channel that has been due longest; none when nothing is due. @param except ids to skip */
export async function nextMail(
  db: Db,
  channel: Channel,
  now: Date,
  except: readonly number[],
): Promise<{ id: number }[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id
    from outbox_mails
    where channel = ${channel} and state = 'waiting' and next_at <= ${now} and id <> all(${except}::bigint[])
    order by next_at, id limit 1`.execute(rows(db))
  return found
}

/** Leases a due mail; null when another node has it. */
export async function claimMail(
  db: Db,
  id: number,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedMail | null> {
  const { rows: found } = await sql<ClaimedMail>`
    update outbox_mails
    set next_at = ${leaseUntil}, tries = tries + 1
    where id = ${id} and state = 'waiting' and next_at <= ${now}
    returning id, channel, kind, recipient, reply_to as "replyTo", sender_name as "senderName", subject, html,
      plain, unsubscribe_url as "unsubscribeUrl", message_id as "messageId", tries, created_at as "createdAt",
      give_up_at as "giveUpAt"`.execute(rows(db))
  return found[0] ?? null
}

/** The mail is sent. Like the functions below, it does nothing if another node has taken over the lease. */
export async function settleMail(
  db: Db,
  { id, tries }: ClaimedMail,
  state: 'sent' | 'filed',
  now: Date,
): Promise<void> {
  await sql`
    update outbox_mails
    set state = ${state}, sent_at = ${now}, last_error = null
    where id = ${id} and tries = ${tries} and state = 'waiting'`.execute(rows(db))
}

/** Not now. With `counts` false the try was not this mail's fault. Past its time a mail fails. */
export async function postponeMail(
  db: Db,
  { id, tries }: ClaimedMail,
  until: Date,
  reason: string,
  counts: boolean,
): Promise<void> {
  await sql`
    update outbox_mails
    set next_at = ${until}, last_error = ${reason}, tries = tries - ${counts ? 0 : 1}::int,
      state = case when ${until} >= give_up_at then 'failed' else 'waiting' end
    where id = ${id} and tries = ${tries} and state = 'waiting'`.execute(rows(db))
}

/** False when another node has taken over the lease. */
export async function failMail(db: Db, { id, tries }: ClaimedMail, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox_mails
    set state = 'failed', last_error = ${reason}
    where id = ${id} and tries = ${tries} and state = 'waiting'`.execute(rows(db))
  return numAffectedRows === 1n
}

/** How a mail is recognised that came back: by its Message-ID, and whom it was written to. */
export interface ReturnedMail {
  /** Without angle brackets. */
  messageId: string
  /** In small letters. */
  recipient: string
}

/** A mail did not arrive. `unknown`: the shop has sent none of that name there; `known`: it was said before. */
export async function markBounced(
  tx: Tx,
  { messageId, recipient }: ReturnedMail,
  reason: string,
  now: Date,
): Promise<'new' | 'known' | 'unknown'> {
  const { rows: found } = await sql<{ isNew: boolean }>`
    select bounced_at is null as "isNew"
    from outbox_mails
    where message_id = ${messageId} and lower(recipient) = ${recipient} and channel = 'mail'
    for update`.execute(rows(tx))
  const mail = found[0]
  if (mail === undefined) return 'unknown'
  if (!mail.isNew) return 'known'
  await sql`
    update outbox_mails
    set bounced_at = ${now}, last_error = ${reason}
    where message_id = ${messageId}`.execute(rows(tx))
  return 'new'
}

export interface MailRow {
  id: number
  channel: Channel
  kind: string
  recipient: string
  subject: string
  state: MailState
  tries: number
  nextAt: Date
  lastError: string | null
  createdAt: Date
  sentAt: Date | null
}

/** Mails after an id, oldest first; optionally only those in one state. */
export async function mailRows(
  db: Db,
  state: MailState | null,
  after: number,
  limit: number,
): Promise<MailRow[]> {
  const { rows: found } = await sql<MailRow>`
    select id, channel, kind, recipient, subject, state, tries, next_at as "nextAt",
      last_error as "lastError", created_at as "createdAt", sent_at as "sentAt"
    from outbox_mails
    where id > ${after} and (${state}::text is null or state = ${state})
    order by id limit ${limit}`.execute(rows(db))
  return found
}

/** The states of these mails and text messages, by number; those that are not there are left out. */
export async function mailStates(db: Db, ids: readonly number[]): Promise<Map<number, MailState>> {
  const { rows: found } = await sql<{ id: number; state: MailState }>`
    select id, state from outbox_mails where id = any(${ids}::bigint[])`.execute(rows(db))
  return new Map(found.map(({ id, state }) => [id, state]))
}

/** Mails that were sent or filed, by number, without text messages: those are of use for minutes. */
export async function sentMails(tx: Tx, ids: readonly number[]): Promise<(NewMail & { id: number })[]> {
  const { rows: found } = await sql<NewMail & { id: number }>`
    select id, channel, kind, recipient, reply_to as "replyTo", sender_name as "senderName", subject, html,
      plain, unsubscribe_url as "unsubscribeUrl", message_id as "messageId"
    from outbox_mails
    where id = any(${ids}::bigint[]) and channel = 'mail' and state in ('sent', 'filed')
    order by id`.execute(rows(tx))
  return found
}

/** Queues mails that failed, wait or were filed, as if they were new; by their state not text messages. Returns how many. */
export async function requeueMails(
  db: Db,
  which: { ids: readonly number[] } | { state: 'failed' | 'filed' },
  now: Date,
  giveUpAt: Date,
): Promise<number> {
  const chosen =
    'ids' in which
      ? sql`id = any(${which.ids}::bigint[]) and state <> 'sent'`
      : sql`state = ${which.state} and channel = 'mail'`
  const { numAffectedRows } = await sql`
    update outbox_mails
    set state = 'waiting', tries = 0, next_at = ${now}, give_up_at = ${giveUpAt}, sent_at = null
    where ${chosen}`.execute(rows(db))
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes mails and text messages, in whatever state, whose person has one of these accounts (in small letters), but
 * those of kinds that begin with `except`. One that is just being handed over may still arrive.
 */
export async function deleteMailsOf(tx: Tx, accounts: readonly string[], except: string): Promise<void> {
  await sql`
    delete from outbox_mails
    where person = any(${accounts}::text[]) and not starts_with(kind, ${except})`.execute(rows(tx))
}

/** Deletes mails that were sent before `sentBefore`, and failed ones that were written before `failedBefore`. */
export async function pruneMails(db: Db, sentBefore: Date, failedBefore: Date): Promise<void> {
  await sql`
    delete from outbox_mails
    where (state in ('sent', 'filed') and sent_at < ${sentBefore})
      or (state = 'failed' and created_at < ${failedBefore})`.execute(rows(db))
}
