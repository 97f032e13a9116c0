import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './seeded.ts'

/*
 * Shoppers who bring goods back, change their mind and ask again, while everything dies under their hands.
 */

/** An order of three units that have arrived. */
export interface Goods {
  order: string
  /** Of the owner's cookie. */
  token: string
  line: number
}

/** What shoppers were told: none of it may turn out wrong. */
export interface Asked {
  /** Numbers of returns that were acknowledged. */
  applied: Set<string>
  /** Those of which a shopper was told that they are taken back. */
  cancelled: Set<string>
  refused: Record<string, number>
  /** Calls that died. */
  broken: number
  /** What must not be said to anyone. */
  faults: string[]
}

export function nothingAsked(): Asked {
  return { applied: new Set(), cancelled: new Set(), refused: {}, broken: 0, faults: [] }
}

interface Envelope {
  code: number
  data: { [name: string]: unknown; problem?: string }
}

/** One to three returns of an order. Calls that die are made again under their key, or given up. */
export async function bringBack(
  origin: string,
  { order, token, line }: Goods,
  random: Random,
  asked: Asked,
): Promise<void> {
  const ip = `198.51.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`
  const call = async (path: string, body: object, key: string | null): Promise<Envelope> => {
    const answer = await fetch(`${origin}/api/web${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `violet_cart=${token}`,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': ip,
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const envelope = (await answer.json()) as Envelope
    // Told to come again, or that it failed: nothing was said about the matter.
    if (answer.status >= 500 || envelope.data.problem === 'idempotency_in_progress') throw new Error('broken')
    return envelope
  }
  const again = async (path: string, body: object, key: string | null): Promise<Envelope | null> => {
    for (let tries = 0; tries < 200; tries++)
      try {
        return await call(path, body, key)
      } catch {
        asked.broken += 1
        // Some people leave when a page breaks.
        if (random() < 0.02) return null
        await sleep(150)
      }
    return null
  }

  const times = 1 + Math.floor(random() * 3)
  for (let turn = 0; turn < times; turn++) {
    const wish = wishOf(order, line, random)
    const preview = await again('/return/preview', wish, null)
    if (preview === null) return
    const key = `${order} ${turn} ${line}`
    const sent = { ...wish, description: 'Torn', images: [], total: preview.data['total'] }
    const numbers = new Set<string>()
    const hear = (envelope: Envelope | null): void => {
      if (envelope?.code === 0) numbers.add(String(envelope.data['slug']))
      else if (envelope !== null) {
        const name = String(envelope.data.problem)
        asked.refused[name] = (asked.refused[name] ?? 0) + 1
      }
    }
    if (preview.code !== 0) {
      hear(preview)
      continue
    }
    const isImpatient = random() < 0.3
    const answers = isImpatient
      ? await Promise.all([again('/return/apply', sent, key), again('/return/apply', sent, key)])
      : [await again('/return/apply', sent, key)]
    for (const answer of answers) hear(answer)
    if (numbers.size > 1) asked.faults.push(`one wish was told of the returns ${[...numbers].join(' and ')}`)
    for (const slug of numbers) {
      asked.applied.add(slug)
      await goOn(slug, { again, random, asked })
    }
  }
}

/** Names the parcel, or thinks better of it. */
async function goOn(
  slug: string,
  {
    again,
    random,
    asked,
  }: {
    again: (path: string, body: object, key: string | null) => Promise<Envelope | null>
    random: Random
    asked: Asked
  },
): Promise<void> {
  if (random() < 0.3)
    await again('/return/sendParcel', { slug, company: 'Post', trackingNumber: '1' }, `${slug} sent`)
  if (random() > 0.2) return
  const answer = await again('/return/cancel', { slug }, `${slug} back`)
  if (answer?.code === 0) asked.cancelled.add(slug)
}

function wishOf(order: string, line: number, random: Random): object {
  const type = (['return_and_refund', 'return_and_refund', 'exchange', 'refund_only'] as const)[
    Math.floor(random() * 4)
  ]!
  const exchangeFor = type === 'exchange' ? `p${3 + Math.floor(random() * 5)}` : null
  return {
    order,
    type,
    reason: type === 'refund_only' || random() < 0.5 ? 'damaged' : 'changed_mind',
    refundTo: random() < 0.4 ? 'credit' : 'original',
    lines: [{ line, quantity: 1 + Math.floor(random() * 2), exchangeFor }],
  }
}
