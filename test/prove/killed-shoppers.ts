import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './seeded.ts'
import type { ReadyCheckout } from '../../bench/checkouts.ts'

/*
 * Shoppers who order, pay, change their mind and come back, while everything dies under their hands.
 */

/** What shoppers were told: none of it may turn out wrong. */
export interface Told {
  /** Numbers of orders that were acknowledged. */
  placed: Set<string>
  /** Those that a shopper was thanked for after the bank had said yes. */
  thanked: Set<string>
  /** Those of which a shopper was told that they are cancelled. */
  cancelled: Set<string>
  /** Orders that were refused, by the reason. */
  refused: Record<string, number>
  /** Calls that died. */
  broken: number
  /** What must not be said to anyone. */
  faults: string[]
}

export function nothingTold(): Told {
  return { placed: new Set(), thanked: new Set(), cancelled: new Set(), refused: {}, broken: 0, faults: [] }
}

interface Envelope {
  code: number
  data: { [name: string]: unknown; problem?: string }
}

/** One shopper with a checkout that is filled in, to whatever end. Calls that die are made again, or given up. */
export async function shop(
  origin: string,
  { token, slug }: ReadyCheckout,
  random: Random,
  told: Told,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    cookie: `violet_cart=${token}`,
    'sec-fetch-site': 'same-origin',
  }
  const once = async (path: string, body: object, key: string | null): Promise<Envelope> => {
    const answer = await fetch(`${origin}/api/web${path}`, {
      method: 'POST',
      headers: { ...headers, ...(key === null ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const envelope = (await answer.json()) as Envelope
    // Told to come again, or that it failed: nothing was said about the matter.
    if (answer.status >= 500 || envelope.data.problem === 'idempotency_in_progress') throw new Error('broken')
    return envelope
  }
  const again = async <T>(work: () => Promise<T>): Promise<T | null> => {
    for (let tries = 0; tries < 200; tries++) {
      try {
        return await work()
      } catch {
        told.broken += 1
        // Some people leave when a page breaks.
        if (random() < 0.03) return null
        await sleep(150)
      }
    }
    return null
  }
  const visit = (path: string): Promise<string> => redirectOf(new URL(path, origin).href, { headers })

  const seen = await again(() => once('/checkout/detail', { slug }, null))
  if (seen === null || seen.code !== 0) return
  const isTransfer = random() < 0.15
  const wish = {
    slug,
    paymentMethod: isTransfer ? 'transfer' : 'card',
    total: seen.data['total'],
    terms: true,
  }
  const number = await placeOne(once, again, wish, random, told)
  if (number === null) return

  if (!isTransfer && random() < 0.9) await pay(origin, number, { again, visit }, random, told)
  if (random() < 0.12) {
    const answer = await again(() => once('/order/cancel', { slug: number }, `cancel ${slug}`))
    if (answer?.code === 0 && answer.data['status'] === 'cancelled') told.cancelled.add(number)
  }
}

type Once = (path: string, body: object, key: string | null) => Promise<Envelope>
type Again = <T>(work: () => Promise<T>) => Promise<T | null>

/** Submits until it is known what came of it: under one key, under several, in two tabs at once. */
async function placeOne(
  once: Once,
  again: Again,
  wish: { slug: string },
  random: Random,
  told: Told,
): Promise<string | null> {
  const numbers = new Set<string>()
  const hear = ({ code, data }: Envelope): boolean => {
    if (code === 0) numbers.add(String(data['order']))
    else told.refused[String(data.problem)] = (told.refused[String(data.problem)] ?? 0) + 1
    return code === 0
  }
  const isSameKey = random() < 0.5
  let turn = 0
  const submit = (): Promise<Envelope> =>
    once('/checkout/submit', wish, isSameKey ? wish.slug : `${wish.slug} ${turn++}`)
  if (random() < 0.2) await Promise.allSettled([submit().then(hear), submit().then(hear)])
  const answer = await again(submit)
  if (answer !== null && !hear(answer) && numbers.size > 0)
    told.faults.push(`${[...numbers].join()} was acknowledged, and the same again is ${answer.data.problem}`)
  if (numbers.size > 1) told.faults.push(`one checkout was told of the orders ${[...numbers].join(' and ')}`)
  for (const number of numbers) told.placed.add(number)
  return [...numbers][0] ?? null
}

/** Goes to the bank, lets it answer, and comes back or does not. Who is declined tries once more. */
async function pay(
  origin: string,
  number: string,
  { again, visit }: { again: Again; visit: (path: string) => Promise<string> },
  random: Random,
  told: Told,
): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    const page = await again(() => visit(`/payment/${number}`))
    if (page === null || !page.includes('/demo-gateway/')) return
    const answer = mannerOf(random())
    const bank = new URL(page, origin).href
    const back = await again(() =>
      redirectOf(bank, { method: 'POST', body: new URLSearchParams({ answer }) }),
    )
    // The window is closed: the bank or the shop has to tell the other by itself.
    if (back === null || random() < 0.2) return
    const to = await again(() => visit(new URL(back).pathname))
    if (answer === 'decline') continue
    if (to?.includes('/checkout/thankyou') === true && answer !== 'later') told.thanked.add(number)
    return
  }
}

/** `silent`: it says yes, and its webhook is lost. */
function mannerOf(chance: number): string {
  if (chance < 0.5) return 'approve'
  if (chance < 0.65) return 'silent'
  if (chance < 0.8) return 'twice'
  return chance < 0.88 ? 'later' : 'decline'
}

async function redirectOf(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(20_000) })
  await answer.arrayBuffer()
  const to = answer.headers.get('location')
  if (answer.status !== 303 || to === null) throw new Error(`status ${answer.status}`)
  return to
}
