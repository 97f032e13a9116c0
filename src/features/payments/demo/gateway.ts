import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { minute, second } from '#domain/time.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { doAll, eachLeased } from '#platform/server/jobs/each.ts'
import {
  addNotice,
  claimNotice,
  decideDue,
  dropNotice,
  findCharge,
  giveBack,
  moveCharge,
  nextNotice,
  postponeNotice,
  putCharge,
  type Charge,
  type Notice,
} from '../queries/demo.ts'
import { signatureHeader, signNotice } from './signature.ts'

/*
 * A pretend bank: it keeps its own books, shows its own pages, signs its webhooks, and misbehaves like real ones. No
 * money moves.
 */

/** What the shopper, or a test, makes the bank do. */
export const answers = ['approve', 'decline', 'later', 'twice', 'silent'] as const
export type Answer = (typeof answers)[number]

/** Milliseconds until a late answer. */
const lateBy = 30_000
/** Milliseconds after which an unaccepted webhook is sent again, by the number of tries. */
const pauses = [2 * second, 10 * second, minute, 5 * minute, 30 * minute]
/** Milliseconds that the shop may take to answer. */
const patience = 10_000

export interface DemoGateway {
  /** The same key is the same charge, however often it is requested. */
  open(charge: Pick<Charge, 'amount' | 'currency' | 'returnUrl' | 'notifyUrl'>, key: string): Promise<string>
  find(reference: string): Promise<Charge | null>
  /** False when the charge is not open any more. */
  answer(reference: string, answer: Answer): Promise<boolean>
  cancel(reference: string): Promise<void>
  /** Refunds once per key; false when it cannot be refunded. */
  refund(reference: string, amount: number, key: string): Promise<boolean>
  /** Decides due charges and sends due webhooks; resolves when nothing more can be sent now. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export interface DemoGatewayOptions {
  db: Database
  /** Key of the webhooks' signatures and of the references. */
  key: Buffer
  log: Logger
  now: () => Date
  /** Delivers a webhook; true when the shop accepted it. */
  send?: (url: string, headers: Record<string, string>, body: Buffer) => Promise<boolean>
}

export function openDemoGateway({ db, key, log, now, send = post }: DemoGatewayOptions): DemoGateway {
  let under: Promise<void> | null = null
  let stopped = false

  const tell = (tx: Tx, reference: string, kind: Notice['kind'], at: Date): Promise<void> =>
    addNotice(tx, reference, kind, `de_${randomUUID()}`, at)

  const decisions: Record<Answer, (tx: Tx, reference: string, at: Date) => Promise<boolean>> = {
    approve: async (tx, reference, at) => {
      if (!(await moveCharge(tx, reference, 'open', 'captured', at))) return false
      await tell(tx, reference, 'captured', at)
      return true
    },
    decline: async (tx, reference, at) => {
      if (!(await moveCharge(tx, reference, 'open', 'declined', at))) return false
      await tell(tx, reference, 'declined', at)
      return true
    },
    later: async (tx, reference, at) => {
      if (!(await moveCharge(tx, reference, 'open', 'waiting', at, new Date(at.getTime() + lateBy))))
        return false
      await tell(tx, reference, 'waiting', at)
      return true
    },
    twice: async (tx, reference, at) => {
      if (!(await moveCharge(tx, reference, 'open', 'captured', at))) return false
      // The same event twice, and the same news under another event id.
      const event = `de_${randomUUID()}`
      await addNotice(tx, reference, 'captured', event, at)
      await addNotice(tx, reference, 'captured', event, at)
      await tell(tx, reference, 'captured', at)
      return true
    },
    silent: (tx, reference, at) => moveCharge(tx, reference, 'open', 'captured', at),
  }

  const decideWaiting = (): Promise<void> =>
    db.transact(async (tx) => {
      for (const reference of await decideDue(tx, now())) await tell(tx, reference, 'captured', now())
    })

  const sendNotices = (): Promise<number> =>
    eachLeased<{ id: number }, Notice>({
      kind: 'notice',
      next: async (failed) => (stopped ? [] : nextNotice(db, now(), failed)),
      lease: ({ id }) => {
        const at = now()
        return claimNotice(db, id, at, new Date(at.getTime() + patience * 2))
      },
      work: deliver,
    })

  const deliver = async (notice: Notice): Promise<void> => {
    const body = noticeBody(notice)
    const headers = { 'content-type': 'application/json', [signatureHeader]: signNotice(key, body, now()) }
    const isTaken = await send(notice.notifyUrl, headers, body).catch((error: unknown) => {
      log.debug({ err: error, url: notice.notifyUrl }, 'a notice of the demo gateway was not delivered')
      return false
    })
    const pause = pauses[notice.tries - 1]
    if (isTaken || pause === undefined) return dropNotice(db, notice.id)
    await postponeNotice(db, notice, new Date(now().getTime() + pause))
  }

  const drain = (): Promise<void> =>
    (under ??= doAll([decideWaiting, sendNotices]).finally(() => {
      under = null
    }))

  return {
    async open(charge, of) {
      const reference = `dg_${createHmac('sha256', key).update(`charge\0${of}`).digest('base64url').slice(0, 22)}`
      await putCharge(db, { ...charge, reference }, now())
      return reference
    },
    find: (reference) => findCharge(db, reference),
    answer: (reference, answer) => db.transact((tx) => decisions[answer](tx, reference, now())),
    async cancel(reference) {
      await db.transact((tx) => moveCharge(tx, reference, 'open', 'cancelled', now()))
    },
    refund: (reference, amount, of) => db.transact((tx) => giveBack(tx, reference, amount, of, now())),
    drain,
    async stop() {
      stopped = true
      await under?.catch(() => {})
    },
  }
}

/** The body of a webhook: the same event has the same bytes. */
function noticeBody({ eventId, reference, kind, amount, currency }: Notice): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: eventId,
      type: `charge.${kind}`,
      charge: { reference, status: kind, amount, currency },
    }),
  )
}

async function post(url: string, headers: Record<string, string>, body: Buffer): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
  await answer.arrayBuffer()
  return answer.ok
}
