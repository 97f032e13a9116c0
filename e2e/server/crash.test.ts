import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { catalogOf } from '#test/catalog.ts'
import { freePort, openShop, startViolet, violet, type RunningShop } from '#test/running-shop.ts'
import { durability, durable } from '#test/undurable.ts'
import { whole } from '../whole.ts'

/*
 * The server is killed without a warning, while carts are written and a catalogue is imported: four times, and twenty in
 * `npm run prove -- crash`.
 */

const rounds = whole() ? 20 : 4
const products = 600
const buyers = 6

let folder: string
let dataDir: string
let shop: RunningShop
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-crash-'))
  dataDir = join(folder, 'data')
  port = await freePort()
  shop = await openShop({ dataDir, port })
  for (let round = 0; round <= rounds; round++)
    await writeFile(catalogFile(round), JSON.stringify(catalogOf(products, round)))
  const first = await violet(['import', catalogFile(0), '--pictures', 'none', '--json'], { dataDir })
  expect(first.stderr + first.stdout).toContain(`"added":${products}`)
  expect(await asked(durability)).toEqual(durable)
})

afterAll(async () => {
  await shop.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

it(
  'starts clean after each kill and has lost nothing that it acknowledged',
  { timeout: 400_000 },
  async () => {
    const carts = Array.from({ length: buyers }, (): Buyer => ({ cookie: '', sent: 0, acknowledged: 0 }))
    for (let round = 1; round <= rounds; round++) {
      const importing = startViolet(['import', catalogFile(round), '--pictures', 'none', '--json'], {
        dataDir,
      })
      const imported = once(importing, 'exit')
      let open = true
      const shopping = Promise.all(carts.map((buyer) => buy(buyer, () => open)))
      // A different moment each time, from the first writes to well into the import.
      await new Promise((resolve) => setTimeout(resolve, 150 + ((round * 197) % 900)))
      if (round % 2 === 0) importing.kill('SIGKILL')
      await shop.kill()
      open = false
      await shopping
      importing.kill('SIGKILL')
      await imported

      shop = await openShop({ dataDir, port })
      await expectWholeProducts()
      for (const buyer of carts.filter(({ cookie }) => cookie !== '')) {
        const units = await unitsIn(buyer)
        expect(units).toBeGreaterThanOrEqual(buyer.acknowledged)
        expect(units).toBeLessThanOrEqual(buyer.sent)
        // What was in flight may have been done or not; from here on it is known.
        buyer.sent = units
        buyer.acknowledged = units
      }
    }
    expect(carts.every(({ acknowledged }) => acknowledged > 0)).toBe(true)

    const last = await violet(['import', catalogFile(rounds), '--pictures', 'none', '--json'], { dataDir })
    expect(last.code).toBe(0)
    const again = await violet(['import', catalogFile(rounds), '--pictures', 'none', '--json'], { dataDir })
    expect(JSON.parse(again.stdout).products).toMatchObject({
      added: 0,
      changed: 0,
      same: products,
      refused: 0,
    })
  },
)

interface Buyer {
  cookie: string
  sent: number
  acknowledged: number
}

async function buy(buyer: Buyer, open: () => boolean): Promise<void> {
  for (let n = 0; open(); n++) {
    const sku = `T${(n * 7) % 20}-m`
    // Until the cart's cookie is known, a unit that was not acknowledged is in a cart that nobody can name.
    const known = buyer.cookie !== ''
    if (known) buyer.sent += 1
    try {
      const answer = await call(buyer, '/cart/add', { sku, quantity: 1 })
      if (!answer.ok) continue
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('violet_cart='))
      if (cookie) buyer.cookie = cookie.split(';')[0]!
      await answer.text()
      if (!known) buyer.sent += 1
      buyer.acknowledged += 1
    } catch {
      // The server is gone: this one was never acknowledged.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function unitsIn(buyer: Buyer): Promise<number> {
  const answer = await call(buyer, '/cart/count', {})
  return ((await answer.json()) as { data: { count: number } }).data.count
}

function call(buyer: Buyer, path: string, body: unknown): Promise<Response> {
  return fetch(`${shop.url}/api/web${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: buyer.cookie },
    body: JSON.stringify(body),
  })
}

/** Every product has its texts, its three SKUs, and all of them one round's price: never half of one and half of another. */
async function expectWholeProducts(): Promise<void> {
  const [counted] = await asked(async (client) => {
    const { rows } = await client.query<{ products: string; broken: string }>(`
      select count(*)::int as products,
        count(*) filter (where texts <> 2 or skus <> 3 or amounts <> 1 or spans = 0)::int as broken
      from (
        select p.id,
          (select count(*) from product_texts t where t.product_id = p.id) as texts,
          (select count(*) from skus s where s.product_id = p.id) as skus,
          (select count(distinct c.amount) from skus s join sku_prices c on c.sku_id = s.id and c.currency = 'USD' where s.product_id = p.id) as amounts,
          (select count(*) from product_prices c where c.product_id = p.id) as spans
        from products p
      ) whole`)
    return rows
  })
  expect(counted).toEqual({ products, broken: 0 })
}

async function asked<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await connectEmbedded(dataDir)
  const client = new pg.Client({ connectionString: server!.url })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

function catalogFile(round: number): string {
  return join(folder, `round-${round}.json`)
}
