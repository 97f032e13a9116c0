import type { Page } from '@playwright/test'
import { demoAccount } from '#transfer/demo/account.ts'
import { expect, test, type Server } from '../fixtures.ts'
import { stockUp } from '../lantern.ts'
import { byTheGuidelines } from '../look/axe.ts'
import { desktop, phone } from '../look/gallery.ts'
import { bareOnPaper } from '../look/paper.ts'
import { callsOf, placeOrder } from '../shop/calls.ts'
import type { Method, Prefix } from '../shop/checkout.ts'
import { pairs, sampledIf, takingTurns } from '../whole.ts'

/*
 * What customers do with their orders, by the demo's own customer: find them, pay later, send them elsewhere, cancel,
 * take that back, say that they have arrived, and buy again. Buttons are found by the call that they make, since they
 * are called otherwise in each language.
 */

test.use({ own: { env: { DEMO_CUSTOMER: 'on' } } })

test.beforeAll(({ server }) => stockUp(server, 'lantern', { count: 200 }))

const prefixes = ['', '/zh', '/zh-HK'] as const satisfies readonly Prefix[]

async function signIn(page: Page, prefix: Prefix): Promise<void> {
  const answer = await page.request.post(`${prefix}/form/auth/signIn`, {
    form: { account: demoAccount.email, password: demoAccount.password, keep: 'on', next: '/robots.txt' },
  })
  expect(answer.url(), `${answer.status()} ${await answer.text()}`).toMatch(/robots\.txt$/)
}

const address = {
  firstName: 'Mei',
  lastName: 'Lam',
  country: 'HK',
  region: 'KL',
  city: 'Mong Kok',
  line1: '88 Argyle Street',
  countryCode: '+852',
  phone: '23456789',
}

/** Two lanterns for the demo's customer. Resolves with the number of the order. */
function place(page: Page, method: Method): Promise<string> {
  return placeOrder(callsOf(page), { sku: 'LANTERN', quantity: 2, method, email: demoAccount.email, address })
}

/** The form of a call. */
const formOf = (page: Page, call: string) => page.locator(`main form[action$="/form/${call}"]`)
const send = (page: Page, call: string): Promise<void> =>
  formOf(page, call).locator('button[type=submit]:visible').last().click()

async function operate(server: Server, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await server.operate('orders', ...args)
  expect(code, stdout + stderr).toBe(0)
}

for (const [index, [scripts, viewport]] of pairs([true, false], [phone, desktop]).entries())
  for (const prefix of takingTurns(prefixes, index + 1))
    test.describe(`${prefix || '/en'}, ${scripts ? 'with' : 'without'} scripts, ${viewport.width} px wide`, () => {
      test.use({ javaScriptEnabled: scripts, viewport })

      test(
        'an order is found, sent elsewhere, paid later, cancelled and kept, received, and bought again',
        sampledIf(scripts),
        async ({ page, server, checkout, complaints }) => {
          test.setTimeout(120_000)
          complaints.allow(`422 POST ${scripts ? '/api/web' : `${prefix}/form`}/order/changeAddress`)
          await signIn(page, prefix)
          const number = await place(page, 'transfer')
          const own = `${prefix}/user/order/${number}`

          // The overview leads to what is to be paid, and the search finds it.
          await page.goto(`${prefix}/user/center`)
          await page.locator('.area-unpaid a[href*="payStatus=unpaid"]').click()
          await page.waitForURL(/payStatus=unpaid/)
          await expect(page.locator('.order-card').first()).toContainText(number)
          await page.locator('.order-search input[name=q]').fill(number.slice(0, 5).toLowerCase())
          await page.locator('.order-search button').click()
          await page.waitForURL(/q=/)
          await expect(page.locator('.order-card')).toHaveCount(1)
          await expect(page).toFitTheWindow()
          if (scripts) await expect(page).toPassAxe(byTheGuidelines)
          await page.locator('.order-card h2 a').click()
          await page.waitForURL(`**${own}`)

          // Sent elsewhere.
          await page.locator('.order-change summary').first().click()
          const address = formOf(page, 'order/changeAddress')
          await address.locator('[name="address.line1"]').fill('')
          await address.locator('button[type=submit]:visible').last().click()
          await expect(address.locator('[name="address.line1"]')).toHaveAttribute('aria-invalid', 'true')
          await address.locator('[name="address.line1"]').fill('2 Nathan Road')
          await address.locator('button[type=submit]:visible').last().click()
          await expect(page.locator('.order-facts address').first()).toContainText('2 Nathan Road')
          await expect(page.locator('.order-change[open]')).toHaveCount(0)

          // Paid later, and in another way.
          await page.locator('.order-methods summary').click()
          await page.locator('.order-methods select').selectOption('card')
          await send(page, 'payment/changeMethod')
          await expect(page.locator('.order-panel-ways a[href*="/payment/"]')).toBeVisible()
          await page.locator('.order-panel-ways a[href*="/payment/"]').click()
          await page.waitForURL(/demo-gateway/)
          await checkout.atBank('approve')
          await checkout.thanked()

          // Cancelled, and kept.
          await page.goto(own)
          // Printed, it has no menu, and no heading over nothing.
          await expect(page.locator('.order-actions > button')).toBeVisible()
          expect(await bareOnPaper(page)).toEqual([])
          await page.emulateMedia({ media: 'print' })
          await expect(page.locator('.order-actions > button')).toBeHidden()
          await page.emulateMedia({ media: null })
          await page.locator('.order-actions > button').click()
          await send(page, 'order/cancel')
          await expect(formOf(page, 'order/withdrawCancellation')).toBeVisible()
          await send(page, 'order/withdrawCancellation')
          await expect(formOf(page, 'order/withdrawCancellation')).toHaveCount(0)

          // It leaves, is there, and is bought again.
          await operate(server, 'ship', number, '--carrier', 'DHL', '--tracking', 'JD014600003612')
          if (!scripts) await page.reload()
          // With scripts the page that is open hears of it.
          await expect(page.locator('.order-parcel a[href*="dhl.com"]')).toBeVisible({ timeout: 15_000 })
          await expect(page.locator('.order-change summary')).toHaveCount(1)
          if (scripts) await expect(page).toPassAxe(byTheGuidelines)
          await send(page, 'order/confirmReceipt')
          await expect(formOf(page, 'order/confirmReceipt')).toHaveCount(0)
          await send(page, 'order/buyAgain')
          await page.waitForURL(`**${prefix}/cart`)
          await expect(page.locator('main')).toContainText('lantern', { ignoreCase: true })
        },
      )

      test(
        'an order that is not paid is cancelled at once, and the list hears of it',
        sampledIf(!scripts),
        async ({ page, visitor }) => {
          await signIn(page, prefix)
          const number = await place(page, 'transfer')
          // What happens before a page follows it, it does not hear.
          const socket = scripts ? page.waitForEvent('websocket') : null
          await page.goto(`${prefix}/user/order`)
          if (socket !== null) await (await socket).waitForEvent('framesent')
          const card = page.locator('.order-card', { hasText: number })
          await expect(card.locator('.badge-warning')).toBeVisible()
          const other = await visitor({ storageState: await page.context().storageState() })
          await other.page.goto(`${prefix}/user/order/${number}`)
          await other.page.locator('.order-actions > button').click()
          await send(other.page, 'order/cancel')
          await expect(other.page.locator('.order-page .badge-error')).toBeVisible()
          if (!scripts) await page.reload()
          await expect(card.locator('.badge-error')).toBeVisible({ timeout: 15_000 })
        },
      )
    })

test('a question about an order has its number filled in, for guests too', async ({ page }) => {
  await signIn(page, '')
  const number = await place(page, 'transfer')
  await page.goto(`/user/order/${number}`)
  await page.locator('.order-actions a[href*="/inquiry/"]').click()
  await expect(page.locator('textarea[name=content]')).toHaveValue(new RegExp(number))
})

test('without a connection a button keeps the page and says so, and works once there is one', async ({
  page,
  context,
  complaints,
}) => {
  // The code that comes when the browser is idle, and the live channel, may be asked for just then.
  complaints.allow('net::ERR_INTERNET_DISCONNECTED', 'error: TypeError: Failed to fetch dynamically imported')
  const words = page.getByText('You are offline. This page stays here until you are back.')
  await signIn(page, '')
  const number = await place(page, 'transfer')
  await page.goto(`/user/order/${number}`)
  await page.locator('.order-actions > button').click()
  await context.setOffline(true)
  await send(page, 'order/cancel')
  await expect(words).toBeVisible()
  await expect(formOf(page, 'order/cancel')).toHaveCount(1)
  await context.setOffline(false)
  await expect(words).toBeHidden()
  await send(page, 'order/cancel')
  await expect(page.locator('.order-page .badge-error')).toBeVisible()
})
