import type { Page } from '@playwright/test'
import pg from 'pg'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { customerShop, expect, test, type Server } from '../fixtures.ts'
import { bareOnPaper } from '../look/paper.ts'
import { everyReturn, someReturns } from './return-journeys.ts'
import { configure } from '../settings.ts'
import { callsOf, placeOrder } from '../shop/calls.ts'
import type { Prefix } from '../shop/checkout.ts'
import { whole } from '../whole.ts'

/*
 * Returns of guests, each from the application to its end. The operator's half is done by the command line.
 * `npm run prove -- returns` walks all of them.
 */

const { describe } = test

test.use({ own: customerShop })

/** A lamp of two sizes: the large one costs 12 dollars more. */
const lamp = {
  slug: 'tall-lamp',
  title: { en: 'Tall Lamp', zh: '高灯', 'zh-HK': '高燈' },
  options: [
    {
      code: 'size',
      name: { en: 'Size', zh: '尺寸', 'zh-HK': '尺寸' },
      values: [
        { code: 's', name: { en: 'Small', zh: '小', 'zh-HK': '小' } },
        { code: 'l', name: { en: 'Large', zh: '大', 'zh-HK': '大' } },
      ],
    },
  ],
  skus: [
    { sku: 'LAMP-S', options: { size: 's' }, prices: { USD: { price: '100' } }, stock: 500, weight: 400 },
    { sku: 'LAMP-L', options: { size: 'l' }, prices: { USD: { price: '112' } }, stock: 500, weight: 400 },
  ],
}

test.beforeAll(async ({ server }) => {
  await server.importing('catalog', { products: [lamp] })
  await configure(server, {
    sales: {
      returns: {
        fee: { USD: 600 },
        address: {
          consignee: 'Violet Returns',
          phone: '+852 3008 2100',
          lines: ['1 Port Road', 'Hong Kong'],
        },
      },
    },
  })
})

async function operate(server: Server, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await server.operate(...args)
  expect(code, stdout + stderr).toBe(0)
}

/** A lamp, or several, that have arrived; resolves with the order's number. */
async function arrived(server: Server, page: Page, prefix: Prefix, units = 1): Promise<string> {
  const number = await placeOrder(callsOf(page, prefix), { sku: 'LAMP-S', quantity: units })
  await operate(server, 'orders', 'pay', number)
  await operate(server, 'orders', 'ship', number, '--carrier', 'SF Express', '--tracking', 'SF1')
  await operate(server, 'orders', 'deliver', number)
  return number
}

/** The parcel's time is over: the shop itself ends the return within a minute. */
async function letTimePass(server: Server, number: string): Promise<void> {
  const database = await connectEmbedded(server.own.dataDir)
  const client = new pg.Client({ connectionString: database!.url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `update returns set send_by = now() - interval '1 minute' where number = $1`,
      [number],
    )
    expect(rowCount).toBe(1)
  } finally {
    await client.end()
  }
}

/** The words of the specification, in the three languages. */
const words = {
  '': {
    approved: 'Audit successful',
    failed: 'Audit failed',
    completed: 'Completed',
    cancelled: 'Cancelled',
    ended: 'Ended',
    pending: 'Pending approval',
  },
  '/zh': {
    approved: '审核通过',
    failed: '审核未通过',
    completed: '已完成',
    cancelled: '已取消',
    ended: '已结束',
    pending: '待审核',
  },
  '/zh-HK': {
    approved: '審核通過',
    failed: '審核未通過',
    completed: '已完成',
    cancelled: '已取消',
    ended: '已結束',
    pending: '待審核',
  },
} as const

const titles = { '': 'Tall Lamp', '/zh': '高灯', '/zh-HK': '高燈' } as const

for (const { story, prefix, width, scripts } of whole() ? everyReturn : someReturns)
  describe(`${story}, ${prefix === '' ? '/' : prefix} at ${width} px, scripts ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 900 } })
    const said = words[prefix]
    const title = titles[prefix]

    test.beforeEach(({ complaints }) => {
      // Without scripts the refund is shown by the form that comes back with it.
      if (!scripts) complaints.allow(`422 POST ${prefix}/form/return/apply`)
    })

    if (story === 'refund')
      test('goods come back, and the money goes back', async ({ page, server, returns }) => {
        const order = await arrived(server, page, prefix)
        await returns.begin(order, prefix)
        await expect(page).toFitTheWindow()
        await returns.take(title)
        await returns.reason('changed_mind')
        await returns.show()
        // Of 100 dollars the way back keeps 6.
        await expect(returns.total).toContainText('94')
        const number = await returns.send()
        await expect(returns.states).toContainText(said.pending)
        await operate(server, 'returns', 'approve', number, '--yes')
        // With scripts the open page follows it by itself.
        if (!scripts) await page.reload()
        await expect(returns.states).toContainText(said.approved)
        await expect(returns.next).toContainText('Violet Returns')
        await expect(page).toFitTheWindow()
        expect(await bareOnPaper(page)).toEqual([])
        await returns.sendParcel('SF Express', 'SF999')
        await operate(server, 'returns', 'receive', number, '--yes')
        await operate(server, 'returns', 'complete', number, '--yes')
        if (!scripts) await page.reload()
        await expect(returns.states).toContainText(said.completed)
        await expect(page.locator('.return-sum-total')).toContainText('94')
      })

    if (story === 'exchange')
      test('another version is held, and its difference is paid', async ({ page, server, returns }) => {
        const order = await arrived(server, page, prefix)
        await returns.begin(order, prefix)
        await returns.take(title)
        await returns.type('exchange')
        await returns.exchange(title, 'LAMP-L')
        await returns.reason('too_small')
        await returns.show()
        await expect(returns.total).toContainText('12')
        const number = await returns.send()
        await operate(server, 'returns', 'approve', number, '--yes')
        await operate(server, 'returns', 'receive', number, '--yes')
        await operate(server, 'returns', 'complete', number, '--yes')
        await page.reload()
        await expect(returns.states).toContainText(said.completed)
        await expect(returns.next).toContainText('12')
        await returns.next.locator('a[href*="/order/"]').click()
        await page.waitForURL(/\/order\/(?!.*return)/)
        expect(page.url()).not.toContain(order)
        await expect(page.locator('main')).toContainText('12')
      })

    if (story === 'claim')
      test('a problem is reported, refused with a reason, and then refunded', async ({
        page,
        server,
        returns,
      }) => {
        const order = await arrived(server, page, prefix, 2)
        for (const isRefused of [true, false]) {
          await page.goto(`${prefix}/order/${order}/return?way=problem`)
          await returns.take(title, 1)
          await returns.type('refund_only')
          await returns.reason('damaged')
          await returns.description.fill('A crack in the glass.')
          await returns.show()
          // The shop bears the cost.
          await expect(returns.total).toContainText('100')
          const number = await returns.send()
          await expect(page.locator('.return-quote')).toHaveText('A crack in the glass.')
          if (isRefused) {
            await operate(server, 'returns', 'refuse', number, '--reason', 'It cannot be seen.', '--yes')
            await page.reload()
            await expect(returns.states).toContainText(said.failed)
            await expect(returns.next).toContainText('It cannot be seen.')
          } else {
            await operate(server, 'returns', 'approve', number, '--yes')
            await operate(server, 'returns', 'complete', number, '--yes')
            await page.reload()
            await expect(returns.states).toContainText(said.completed)
          }
        }
      })

    if (story === 'part')
      test('a part is approved, and the shopper cancels', async ({ page, server, returns }) => {
        const order = await arrived(server, page, prefix, 2)
        await returns.begin(order, prefix)
        await returns.take(title, 2)
        await returns.reason('style')
        await returns.show()
        await expect(returns.total).toContainText('194')
        const number = await returns.send()
        const why = ['--reason', 'One of them was used.']
        await operate(server, 'returns', 'approve', number, '--unit', 'LAMP-S=1', ...why, '--yes')
        await page.reload()
        await expect(page.locator('.return-sum-total')).toContainText('94')
        await returns.cancel()
        await expect(returns.states).toContainText(said.cancelled)
        await page.goto(`${prefix}/order/${order}`)
        await expect(page.locator('.return-links')).toContainText(said.cancelled)
      })

    if (story === 'expiry')
      test('no parcel is sent in time, which the open page says by itself', async ({
        page,
        server,
        returns,
      }) => {
        test.setTimeout(200_000)
        const order = await arrived(server, page, prefix)
        await returns.begin(order, prefix)
        await returns.take(title)
        await returns.reason('other')
        await returns.show()
        const number = await returns.send()
        await operate(server, 'returns', 'approve', number, '--yes')
        await page.reload()
        await letTimePass(server, number)
        if (scripts) return expect(returns.states).toContainText(said.ended, { timeout: 80_000 })
        await expect(async () => {
          await page.reload()
          await expect(returns.states).toContainText(said.ended, { timeout: 1_000 })
        }).toPass({ timeout: 80_000, intervals: [5_000] })
      })

    if (story === 'withdrawal')
      test('one button, one page, and the purchase is withdrawn from', async ({ page, server, returns }) => {
        const order = await arrived(server, page, prefix)
        await page.goto(`${prefix}/order/${order}`)
        await page.locator('.return-links a[href$="way=withdraw"]').click()
        await page.locator('.return-panel form button').click()
        await page.waitForURL(/\/return\/R-/)
        await expect(returns.states).toContainText(said.approved)
        await expect(returns.next).toContainText('Violet Returns')
        await expect(page).toFitTheWindow()
        // The lamp comes back dented: less is refunded, and the page says why.
        const slug = /R-[^/?]+/.exec(page.url())![0]
        await operate(server, 'returns', 'receive', slug, '--yes')
        await operate(
          server,
          ...['returns', 'complete', slug, '--amount', '60', '--reason', 'The shade is dented.', '--yes'],
        )
        await page.reload()
        await expect(returns.states).toContainText(said.completed)
        await expect(returns.next).toContainText('The shade is dented.')
        await expect(page).toFitTheWindow()
      })
  })

describe('with scripts', () => {
  test('what was filled in is still there after leaving, and the pages pass axe', async ({
    page,
    server,
    returns,
  }) => {
    const order = await arrived(server, page, '')
    await returns.begin(order)
    await returns.take('Tall Lamp')
    await returns.reason('too_large')
    await returns.description.fill('For the next size.')
    await returns.show()
    await expect(page).toPassAxe()
    await page.locator('.return-head a').click()
    await page.waitForURL(`**/order/${order}`)
    await returns.begin(order)
    await expect(returns.description).toHaveValue('For the next size.')
    await expect(page.locator('select[name=reason]')).toHaveValue('too_large')
    await expect(returns.total).toContainText('94')
    await returns.send()
    await expect(page).toPassAxe()
  })

  test('a field is put right, and a problem without evidence leads to its field', async ({
    page,
    server,
    returns,
    complaints,
  }) => {
    complaints.allow('400 POST /api/web/return/apply')
    const order = await arrived(server, page, '', 2)
    await page.goto(`/order/${order}/return?way=problem`)
    await returns.take('Tall Lamp', 9)
    await expect(returns.line('Tall Lamp').locator('input[type=number]')).toHaveValue('2')
    await expect(returns.line('Tall Lamp')).toContainText('Only 2 can be returned')
    await returns.type('refund_only')
    await returns.reason('damaged')
    await returns.show()
    await returns.sendButton.click()
    await expect(returns.description).toBeFocused()
    await expect(page.locator('.return-aside [role=alert]')).toHaveText(
      'Add a photo, or describe what is wrong.',
    )
  })
})
