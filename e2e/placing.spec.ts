import pg from 'pg'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { customerShop, expect, type Server, test } from './fixtures.ts'
import { stockUp } from './lantern.ts'
import { bareOnPaper } from './look/paper.ts'
import { sampledIf } from './whole.ts'

/*
 * What is said where an order that is placed meets another price, an empty shelf, or a bank that says no.
 */

const { describe } = test

test.use({ own: customerShop })

test.beforeAll(({ server }) => stockUp(server, 'lantern'))

/** A coupon that is over, or not. */
function issueCoupon(server: Server, endsAt: string | null): Promise<void> {
  return server.importing('content', {
    coupons: [
      {
        slug: 'for-a-while',
        code: 'AWHILE',
        name: { en: 'For a while', zh: '一阵子', 'zh-HK': '一陣子' },
        summary: { en: 'Five dollars.', zh: '五美元。', 'zh-HK': '五美元。' },
        conditions: {},
        benefit: { kind: 'amount', amounts: { USD: '5' } },
        ...(endsAt === null ? {} : { endsAt }),
      },
    ],
  })
}

/** The bank that takes its time has taken it: half a minute, which its own test waits for by a clock of its own. */
async function decideNow(server: Server): Promise<void> {
  const database = await connectEmbedded(server.own.dataDir)
  const client = new pg.Client({ connectionString: database!.url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `update demo_charges set decides_at = now() where status = 'waiting'`,
    )
    expect(rowCount).toBe(1)
  } finally {
    await client.end()
  }
}

describe('what has changed meanwhile is told before anything is ordered', () => {
  test('another price', async ({ server, checkout }) => {
    await stockUp(server, 'dear')
    await checkout.beginSoon('dear')
    await checkout.toPayment()
    await checkout.choose('transfer')
    const [seen] = /\$[\d.]+/.exec((await checkout.placeButton.textContent())!)!
    await stockUp(server, 'dear', { price: '44' })
    await checkout.placeButton.click()
    await expect(checkout.dialog).toContainText('The total has changed')
    await expect(checkout.dialog).toContainText(`It was ${seen}`)
    await checkout.dialog.getByRole('button', { name: /^Place order for / }).click()
    await checkout.thanked()
  })

  test('what was sold', async ({ server, page, checkout }) => {
    await stockUp(server, 'rare', { count: 2 })
    await checkout.beginSoon('rare')
    await checkout.cartStep.click()
    await page.getByRole('button', { name: 'One more of Lantern rare' }).click()
    await expect(page.locator('.checkout-quantity')).toHaveText('2')
    await page.locator('.checkout-on a').click()
    await checkout.toPayment()
    await checkout.choose('transfer')
    await stockUp(server, 'rare', { count: 1 })
    await checkout.placeButton.click()
    await expect(checkout.dialog).toContainText('Some items are no longer available')
    await expect(checkout.dialog).toContainText('Lantern rare')
    await checkout.dialog.getByRole('button', { name: 'Continue with the available items' }).click()
    await expect(checkout.dialog).toBeHidden()
    await expect(page.locator('.checkout-line-count').first()).toHaveText('1')
    await checkout.place()
  })

  test('a coupon that is over', async ({ server, page, checkout, complaints }) => {
    await issueCoupon(server, null)
    await checkout.beginSoon('lantern')
    await checkout.toPayment()
    await checkout.apply('awhile')
    await expect(page.locator('.coupon-row-on').getByText('AWHILE')).toBeVisible()
    await checkout.choose('transfer')
    const before = await checkout.total.textContent()
    await issueCoupon(server, '2026-01-01T00:00:00Z')
    await checkout.placeButton.click()
    await expect(checkout.dialog).toContainText('The total has changed')
    await expect(checkout.dialog).toContainText(`It was ${before}`)
    await page.getByRole('button', { name: 'Review my order' }).click()
    await expect(checkout.coupon('AWHILE')).toContainText('is not valid at the moment')
    await page.getByRole('button', { name: 'Remove coupon AWHILE' }).click()
    await expect(checkout.coupon('AWHILE')).toHaveCount(0)
    complaints.expect('410 POST /api/web/checkout/coupon')
    await checkout.apply('AWHILE')
    await expect(page.getByText('This coupon is not valid at the moment.')).toBeVisible()
  })

  describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('what was sold', async ({ server, page, checkout, complaints }) => {
      await stockUp(server, 'last', { count: 1 })
      await checkout.beginSoon('last')
      await checkout.toPayment()
      await checkout.choose('transfer')
      await stockUp(server, 'last', { count: 0 })
      complaints.expect('422 POST /form/checkout/submit')
      await checkout.placeButton.click()
      await expect(checkout.errors).toContainText('Your order has not been placed')
      await expect(page.locator('.cart-line-trouble')).toHaveText(/\S{3}/)
      await page.locator('.checkout-on a').click()
      await page.waitForURL(/\/cart$/)
    })

    test('another price', sampledIf(false), async ({ server, checkout, complaints }) => {
      await stockUp(server, 'plain')
      await checkout.beginSoon('plain')
      await checkout.toPayment()
      await checkout.choose('transfer')
      const before = (await checkout.total.textContent())!
      await stockUp(server, 'plain', { price: '44' })
      complaints.expect('422 POST /form/checkout/submit')
      await checkout.placeButton.click()
      await expect(checkout.errors).toContainText('The total has changed')
      await expect(checkout.total).not.toHaveText(before)
      await checkout.agree()
      await checkout.place()
    })

    test('a method of payment that was never chosen', async ({ server, checkout, complaints }) => {
      await stockUp(server, 'undecided')
      await checkout.beginSoon('undecided')
      await checkout.toPayment()
      await checkout.agree()
      complaints.expect('422 POST /form/checkout/submit')
      await checkout.placeButton.click()
      await expect(checkout.errors).toHaveText('Choose how you want to pay.')
    })
  })
})

describe('the bank', () => {
  test('declines the card: the order says so, and how to go on', async ({ page, checkout }) => {
    await checkout.beginSoon('lantern')
    await checkout.toPayment()
    await checkout.choose('card')
    await checkout.placeAtBank()
    await checkout.atBank('decline')
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.locator('main')).toContainText(/The card was declined\. Try another card/)
    expect(await bareOnPaper(page)).toEqual([])
  })

  for (const scripts of [true, false])
    describe(`scripts ${scripts}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test(
        'declines the card: the order is paid at the second try',
        sampledIf(scripts),
        async ({ page, checkout }) => {
          await checkout.beginSoon('lantern')
          await checkout.toPayment()
          await checkout.choose('card')
          await checkout.placeAtBank()
          await checkout.atBank('decline')
          await expect(page).toHaveURL(/\/order\//)
          await expect(page.getByText('The card was declined.', { exact: false })).toBeVisible()
          await page.getByRole('link', { name: 'Pay again' }).click()
          await page.waitForURL(/demo-gateway/)
          await checkout.atBank('approve')
          await checkout.thanked()
          await expect(page.locator('h1')).toHaveText('Thank you')
          await expect(page.getByText('It is paid. We pack it now.')).toBeVisible()
        },
      )
    })

  test('takes its time: the page waits, says so, and knows when it is decided', async ({
    page,
    checkout,
    server,
  }) => {
    await checkout.beginSoon('lantern')
    await checkout.toPayment()
    await checkout.choose('card')
    await checkout.placeAtBank()
    await checkout.atBank('later')
    await checkout.thanked()
    await expect(
      page.getByText('Your bank has not confirmed the payment yet.', { exact: false }),
    ).toBeVisible()
    await decideNow(server)
    await expect(page.locator('.thanks-next')).toContainText('It is paid. We pack it now.')
  })
})
