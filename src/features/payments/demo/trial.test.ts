import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { openWholeShop } from '#test/whole-shop.ts'
import { sales } from '#wire/settings/sales.ts'
import { warnOfTrial } from './trial.ts'

const open = { PUBLIC_URL: 'https://shop.example' }

it.each([
  ['a shop that is tried out', {}, true],
  ['an empty one', { DEMO: 'off' }, false],
  ['one on this machine', { PUBLIC_URL: 'http://localhost:3000' }, true],
  ['one on this machine by https', { PUBLIC_URL: 'https://localhost:3000' }, true],
  ['one at a loopback address', { PUBLIC_URL: 'https://[::1]:3000' }, true],
  ['one at a name of this machine', { PUBLIC_URL: 'https://violet.localhost' }, true],
  ['one that is open to all', open, false],
  ['one that only sounds like this machine', { PUBLIC_URL: 'https://localhost.example' }, false],
  ['one that is open and was asked for it', { ...open, DEMO_GATEWAY: 'on' }, true],
  ['an open, empty one that was asked for it', { ...open, DEMO: 'off', DEMO_GATEWAY: 'on' }, true],
  ['one that was asked to do without', { DEMO_GATEWAY: 'off' }, false],
])('the pretend bank of %s (%j) is open: %j', (_, env, isOpen) => {
  expect(readConfig(env).demoGateway).toBe(isOpen)
})

const card = { code: 'card', provider: 'demo', name: { en: 'Card' } }
const transfer = { code: 'transfer', provider: 'manual', name: { en: 'Transfer' } }

/** What the operator reads at the start of a shop with these variables and payment methods. */
function warnings(env: Record<string, string>, payment: object[]): [level: string, text: string][] {
  const said: [string, string][] = []
  const log = {
    info: (_: object, text: string) => void said.push(['info', text]),
    warn: (_: object, text: string) => void said.push(['warn', text]),
  }
  warnOfTrial(log as never, readConfig(env), sales.parse({ payment }))
  return said
}

it('says at the start which methods take no money, or are not offered', () => {
  const asked = { ...open, DEMO_GATEWAY: 'on' }
  expect(warnings(asked, [transfer, card])).toEqual([['warn', expect.stringContaining('pays nothing')]])
  expect(warnings(open, [card])).toEqual([['warn', expect.stringContaining('not offered')]])
  expect(warnings({}, [card])).toEqual([['info', expect.stringContaining('no money is taken')]])
  expect(warnings(asked, [transfer])).toEqual([])
})

/** A shop with both methods, and somebody in its checkout. */
async function checkoutIn(env: Record<string, string>) {
  const shop = await openWholeShop(undefined, env)
  onTestFinished(() => shop.close())
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: [transfer, card] } })
  const own = { 'sec-fetch-site': 'same-origin' }
  const added = await shop.post('/api/web/cart/add', { sku: 'stool-sage', quantity: 1 }, own)
  const cookies = [added.headers['set-cookie'] ?? []].flat().map((one) => String(one).split(';')[0])
  const browser = { ...own, cookie: cookies.join('; ') }
  const call = async (path: string, body: object): Promise<{ slug: string; methods: { code: string }[] }> =>
    (JSON.parse((await shop.post(`/api/web${path}`, body, browser)).body) as { data: never }).data
  const { slug } = await call('/checkout/create', {})
  return {
    shop,
    methods: async () => (await call('/checkout/paymentMethods', { slug })).methods.map(({ code }) => code),
    see: async (lang: string) => {
      const { status, body } = await shop.get(`${lang}/checkout/${slug}?step=information`, browser)
      expect(status).toBe(200)
      return body
    },
  }
}

it('says so in the checkout, while such a method is offered', async () => {
  const { shop, methods, see } = await checkoutIn({ DEMO_GATEWAY: 'on' })
  expect(await methods()).toEqual(['transfer', 'card'])
  expect(await see('')).toContain('its bank only pretends. No money moves')
  expect(await see('/zh')).toContain('银行是假的')
  await shop.configure({ sales: { payment: [transfer] } })
  expect(await methods()).toEqual(['transfer'])
  expect(await see('')).not.toContain('only pretends')
})

it('neither offers a method whose bank is closed nor speaks of it', async () => {
  const { shop, methods, see } = await checkoutIn({ DEMO: 'on' })
  expect(await methods()).toEqual(['transfer'])
  expect(await see('')).not.toContain('only pretends')
  expect((await shop.post('/demo-gateway/dg_any', new URLSearchParams({ answer: 'approve' }))).status).toBe(
    404,
  )
})
