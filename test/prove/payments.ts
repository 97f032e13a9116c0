import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { Stripe } from 'stripe'
import { signNotice } from '#features/payments/demo/signature.ts'
import { stripeProvider } from '#features/payments/providers/stripe.ts'
import { serveWebhooks } from '#features/payments/webhooks.ts'
import { openDatabase } from '#platform/server/db/db.ts'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { paymentWorld, type PaymentWorld } from '../payment-world.ts'
import { newTally, playHistory } from './payment-histories.ts'
import { seeded, type Random } from './seeded.ts'

/*
 * `npm run prove -- payments [--histories N] [--seed N]`: a thousand histories of payments made up by chance, each of
 * which has to end with the bank's books; and five hundred webhooks that somebody changed, of which none may be taken.
 */

export async function provePayments(options: {
  histories: number
  seed: number
  say: (line: string) => void
}): Promise<boolean> {
  const { say } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-prove-'))
  const server = await openEmbedded({ dataDir, log: () => {} })
  await migrate({ url: server.url, directory: 'db/migrations' })
  await withoutSync(server.url)
  const db = openDatabase({ url: server.url, pool: 10, log: pino({ level: 'silent' }) })
  try {
    const world = paymentWorld(db)
    const tally = newTally()
    for (let one = 0; one < options.histories; one++) {
      await playHistory(world, options.seed + one, tally)
      if ((one + 1) % 100 === 0) say(`${one + 1} histories, ${tally.faults.length} faults`)
    }
    const { faults, ...figures } = tally
    for (const fault of faults.slice(0, 20)) say(fault)
    say(JSON.stringify(figures))
    say(`${figures.histories} histories: ${faults.length} do not end with the bank's books`)
    const { mutated, accepted, genuine } = await mutateWebhooks(world, seeded(options.seed), 500)
    say(`${mutated} changed webhooks: ${accepted} accepted; ${genuine} genuine ones taken`)
    const isBelieved = figures.believed + figures.swallowed + accepted > 0
    return faults.length === 0 && !isBelieved && genuine === 2
  } finally {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** It is about what is written, not about power cuts. */
async function withoutSync(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter role current_user set synchronous_commit = off')
  await client.end()
}

interface Sent {
  provider: 'demo' | 'stripe'
  header: string
  signature: string
  body: Buffer
}

/** Sends changed webhooks to the real route; what it takes is counted. */
async function mutateWebhooks(
  world: PaymentWorld,
  random: Random,
  count: number,
): Promise<{ mutated: number; accepted: number; genuine: number }> {
  const secret = `whsec_${randomBytes(16).toString('hex')}`
  const stripe = stripeProvider({ secretKey: 'sk_test_1', webhookSecrets: [secret], apiUrl: null })
  let told = 0
  const app = Fastify()
  serveWebhooks(app, {
    providers: new Map([
      ['demo', world.demo],
      ['stripe', stripe],
    ]),
    now: () => world.clock.now,
    apply: async () => {
      told += 1
    },
  })
  const send = async ({ provider, header, signature, body }: Sent): Promise<number> => {
    const headers = { 'content-type': 'application/json', [header]: signature }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/webhooks/${provider}`,
      headers,
      payload: body,
    })
    return statusCode
  }
  let genuine = 0
  for (const provider of ['demo', 'stripe'] as const)
    if ((await send(signedWebhook(world, secret, provider))) === 200) genuine += 1
  told = 0
  let accepted = 0
  for (let one = 0; one < count; one++) {
    const status = await send(mutate(signedWebhook(world, secret, one % 2 === 0 ? 'demo' : 'stripe'), random))
    if (status !== 400) accepted += 1
  }
  await app.close()
  return { mutated: count, accepted: Math.max(accepted, told), genuine }
}

function signedWebhook({ key, clock }: PaymentWorld, secret: string, provider: Sent['provider']): Sent {
  const id = randomBytes(8).toString('hex')
  if (provider === 'demo') {
    const charge = { reference: `dg_${id}`, status: 'captured', amount: 4850, currency: 'USD' }
    const body = Buffer.from(JSON.stringify({ id: `de_${id}`, type: 'charge.captured', charge }))
    return { provider, header: 'demo-signature', signature: signNotice(key, body, clock.now), body }
  }
  const object = {
    id: `cs_${id}`,
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: 4850,
    currency: 'usd',
  }
  const event = { id: `evt_${id}`, object: 'event', type: 'checkout.session.completed', data: { object } }
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(clock.now.getTime() / 1000)
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { provider, header: 'stripe-signature', signature, body: Buffer.from(payload) }
}

const mutations: readonly ((sent: Sent, random: Random) => Sent)[] = [
  // One bit of the body.
  (sent, random) => {
    const body = Buffer.from(sent.body)
    body[Math.floor(random() * body.length)]! ^= 1 << Math.floor(random() * 8)
    return { ...sent, body }
  },
  // Another amount, as a thief would have it.
  (sent) => ({ ...sent, body: Buffer.from(sent.body.toString().replace('4850', '1')) }),
  // Somebody else's payment.
  (sent, random) => {
    const other = Math.floor(random() * 1e9).toString(16)
    return {
      ...sent,
      body: Buffer.from(
        sent.body.toString().replace(/(dg|cs)_\w{6}/, `$1_${other.padEnd(6, '0').slice(0, 6)}x`),
      ),
    }
  },
  // A moment later, or long ago.
  (sent, random) => ({
    ...sent,
    signature: sent.signature.replace(
      /t=(\d+)/,
      (_all, t) => `t=${Number(t) + (random() < 0.5 ? 1 : -86_400)}`,
    ),
  }),
  // One digit of the signature.
  (sent, random) => {
    const at = sent.signature.length - 1 - Math.floor(random() * 64)
    const digit = ((Number.parseInt(sent.signature[at]!, 16) + 1 + Math.floor(random() * 15)) % 16).toString(
      16,
    )
    return { ...sent, signature: sent.signature.slice(0, at) + digit + sent.signature.slice(at + 1) }
  },
  (sent, random) => ({ ...sent, signature: sent.signature.slice(0, -1 - Math.floor(random() * 60)) }),
  (sent) => ({ ...sent, signature: '' }),
  // The same JSON in other bytes.
  (sent) => ({ ...sent, body: Buffer.from(JSON.stringify(JSON.parse(sent.body.toString()), null, 1)) }),
  (sent) => ({ ...sent, body: Buffer.concat([sent.body, Buffer.from(' ')]) }),
  (sent, random) => ({ ...sent, body: sent.body.subarray(0, Math.floor(random() * sent.body.length)) }),
  // Signed, by somebody else.
  (sent) => {
    const seconds = /t=(\d+)/.exec(sent.signature)![1]!
    return { ...sent, signature: signNotice(randomBytes(32), sent.body, new Date(Number(seconds) * 1000)) }
  },
  // Under the other provider's name.
  (sent) => ({ ...sent, provider: sent.provider === 'demo' ? 'stripe' : 'demo' }),
]

function mutate(sent: Sent, random: Random): Sent {
  return mutations[Math.floor(random() * mutations.length)]!(sent, random)
}
