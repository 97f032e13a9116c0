import type { SmsProvider } from '../config.ts'
import type { Handover } from '../jobs/handover.ts'
import type { Sms, TextMessage } from './sms.ts'

/*
 * The Messages API of Twilio (twilio.com/docs/messaging/api/message-resource): one POST makes and sends a message.
 */

/** Milliseconds; below the outbox's lease. */
const patience = 15_000
/** Of an answer, in bytes: what is longer is none of Twilio's. */
const longestAnswer = 65_536

export function twilioSms({ apiUrl, account, login, from }: SmsProvider): Sms {
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async hand(message) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: message.to, Body: message.plain, ...sender }),
          // The account's token goes to this host and no other.
          redirect: 'manual',
          signal: AbortSignal.timeout(patience),
        })
        return handoverOf(answer.status, await readAnswer(answer), message)
      } catch (error) {
        return { kind: 'unreachable', reason: oneLine(whyNot(error), message) }
      }
    },
    close: () => {},
  }
}

/** The members of Twilio's answers that are read: of a message, of an error. */
interface Answer {
  sid: string | null
  /** Twilio's number of the error, and its words. */
  code: number | null
  message: string | null
}

const nothing: Answer = { sid: null, code: null, message: null }

async function readAnswer(answer: Response): Promise<Answer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    pieces.push(piece)
    length += piece.length
    if (length > longestAnswer) return nothing
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return nothing
  }
  if (typeof parsed !== 'object' || parsed === null) return nothing
  const { sid, code, message } = parsed as Record<string, unknown>
  return {
    sid: typeof sid === 'string' ? sid : null,
    code: typeof code === 'number' ? code : null,
    message: typeof message === 'string' ? message : null,
  }
}

/**
 * By the status alone: Twilio warns that the numbers of its errors change. 400 is about this message (a number that is
 * none, a country that is not allowed); all else is about the account, the server or the way to it, and passes.
 */
function handoverOf(status: number, { sid, code, message }: Answer, about: TextMessage): Handover {
  if (status === 201 && sid !== null) return { kind: 'sent' }
  const words = [`HTTP ${status}`, code, message].filter((part) => part !== null).join(' ')
  return { kind: status === 400 ? 'refused' : 'unreachable', reason: oneLine(words, about) }
}

/** `fetch` says what happened in the cause of its error. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}

/** For terminals and logs: without control characters, short, and without the recipient's number. */
function oneLine(text: string, { to }: TextMessage): string {
  return text
    .replaceAll(to, '…')
    .replaceAll(to.replace('+', ''), '…')
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 300)
}
