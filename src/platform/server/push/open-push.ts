import { request } from 'node:https'
import { day, second } from '#domain/time.ts'
import type { Handover } from '../jobs/handover.ts'
import type { Mail, MailTransport } from '../mail/mail.ts'
import { isPushEndpoint, pushServices } from './push-services.ts'
import type { VapidKeys } from './vapid.ts'

/*
 * Hands push messages to the push services of browsers (RFC 8030), encrypted for one browser (RFC 8291). Only this file
 * knows web-push, and uses it for its encryption and signature alone: it would follow where a service leads.
 */

/** A browser that takes push messages. */
export interface PushTarget {
  endpoint: string
  /** base64url */
  p256dh: string
  auth: string
}

export interface PushOptions {
  /** Null: nobody takes messages there any more. */
  find(recipient: string): Promise<PushTarget | null>
  /** Its push service says that the subscription is over. */
  gone(recipient: string): Promise<void>
  keys(): Promise<VapidKeys>
  /** Whom a push service writes to about a shop that misbehaves: `mailto:…` or `https:…`. */
  contact: string
  services?: readonly string[]
  /** Certificates that are trusted besides those of the system, for tests. */
  ca?: string
}

/** Milliseconds; below the outbox's lease. */
const patience = 15_000
/** Seconds for which a push service keeps a message for a device that is off. */
const life = day / second

export function openPush({
  find,
  gone,
  keys,
  contact,
  services = pushServices,
  ca,
}: PushOptions): MailTransport {
  async function hand({ to, plain }: Mail): Promise<Handover> {
    const target = await find(to)
    if (target === null) return refused('the browser takes no messages any more')
    const { endpoint, p256dh, auth } = target
    if (!isPushEndpoint(endpoint, services)) return refused('no push service that the shop sends to')
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, plain, {
      vapidDetails: { subject: contact, ...(await keys()) },
      TTL: life,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    })
    const status = await post(endpoint, headers, body, ca)
    if (status === 404 || status === 410) await gone(to)
    return handoverOf(status)
  }

  return {
    hand: (mail) =>
      // Each message has a service of its own: one that cannot be reached holds up no other.
      hand(mail).catch((error: unknown) => ({
        kind: 'later',
        reason: String(error instanceof Error ? error.message : error).slice(0, 300),
      })),
    close: () => {},
  }
}

function refused(reason: string): Handover {
  return { kind: 'refused', reason }
}

function handoverOf(status: number): Handover {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `HTTP ${status}`
  // RFC 8030: 429 for too many messages; what is about the service itself passes.
  return status === 429 || status >= 500 ? { kind: 'later', reason } : refused(reason)
}

/** Resolves with the status: nothing of the answer is read, and no redirect followed. */
function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
  ca: string | undefined,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patience)
    const options = { method: 'POST', headers, signal, ...(ca === undefined ? {} : { ca }) }
    const asked = request(endpoint, options, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    // What comes after the answer settles nothing any more.
    asked.on('error', reject)
    asked.end(body)
  })
}
