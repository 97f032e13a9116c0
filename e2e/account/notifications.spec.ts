import { customerShop, expect, test } from '../fixtures.ts'
import { callsOf, placeOrder } from '../shop/calls.ts'
import { signUp, unsubscribeLinkFor } from './own-mails.ts'
import { sampledIf } from '../whole.ts'

/*
 * What a customer is told of: the switches of the account, the link in a mail, pages that follow, and push messages as
 * far as a browser without a push service goes.
 */

test.use({ own: customerShop })

for (const scripts of [true, false])
  test.describe(`${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width: scripts ? 1280 : 390, height: 844 } })

    test(
      'switches and quiet hours are kept, and half of them is refused at the field',
      sampledIf(scripts),
      async ({ page, server, complaints }) => {
        await signUp({ page, server, complaints, scripts })
        await page.goto('/user/notifications')
        if (scripts) await expect(page).toPassAxe()
        await expect(page).toFitTheWindow()
        const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
        await expect(box('Parcel on its way: Email')).toBeChecked()
        await expect(box('Order received: Email')).toHaveCount(0)
        await box('Parcel on its way: Email').uncheck()
        await box('Newsletter: Email').check()
        await page.getByLabel('From').fill('22:00')
        complaints.expect('422 POST /form/notification/savePreferences')
        await page.getByRole('button', { name: 'Save notification settings' }).click()
        await expect(page.locator('.field-error')).toContainText('two different times')
        // All that was chosen is still there.
        await expect(box('Parcel on its way: Email')).not.toBeChecked()
        await page.getByLabel('Until').fill('07:30')
        await page.getByRole('button', { name: 'Save notification settings' }).click()
        await expect(page.locator('.area-notice')).toContainText('saved')
        await page.reload()
        await expect(box('Parcel on its way: Email')).not.toBeChecked()
        await expect(box('Order arrived: Email')).toBeChecked()
        await expect(box('Newsletter: Email')).toBeChecked()
        await expect(page.getByLabel('Until')).toHaveValue('07:30')
      },
    )

    test(
      'the link in a mail ends mails of its kind, signed in or not',
      sampledIf(!scripts),
      async ({ page, server, complaints, visitor }) => {
        const email = await signUp({ page, server, complaints, scripts })
        const order = await placeOrder(callsOf(page), { sku: 'FLM-OAT-S', email })
        for (const args of [
          ['pay', order],
          ['ship', order, '--carrier', 'DHL', '--tracking', '0034'],
        ]) {
          const done = await server.operate('orders', ...args)
          expect(done.code, done.stderr).toBe(0)
        }
        const link = await unsubscribeLinkFor(server, email)
        const { page: anywhere } = await visitor({ javaScriptEnabled: scripts })
        await anywhere.goto(link)
        if (scripts) await expect(anywhere).toPassAxe()
        await expect(anywhere.locator('h1')).toHaveText('Stop these emails?')
        await anywhere.getByRole('button', { name: 'Stop these emails' }).click()
        await expect(anywhere.locator('h1')).toHaveText('Emails stopped')
        await anywhere.getByRole('button', { name: 'Stop all optional emails' }).click()
        await expect(anywhere.locator('.empty-state')).toContainText('only the emails that we have to send')
        await page.goto('/user/notifications')
        await expect(
          page.getByRole('checkbox', { name: 'Order arrived: Email', exact: true }),
        ).not.toBeChecked()
      },
    )
  })

test('two pages of a customer follow an order by themselves', async ({
  page,
  server,
  complaints,
  context,
}) => {
  const email = await signUp({ page, server, complaints })
  const order = await placeOrder(callsOf(page), { sku: 'FLM-OAT-S', email })
  const center = await context.newPage()
  const [first, second] = [page.waitForEvent('websocket'), center.waitForEvent('websocket')]
  await page.goto(`/order/${order}`)
  await center.goto('/user/center')
  await Promise.all([first, second])
  await expect(center.locator('.area-unpaid')).toContainText(order)
  await center.evaluate(() => document.body.setAttribute('data-same', ''))
  await expect(page.locator('.order-page')).toContainText('still to pay')
  expect((await server.operate('orders', 'pay', order)).code).toBe(0)
  await expect(page.locator('.order-page')).not.toContainText('still to pay')
  await expect(center.locator('.area-unpaid')).toHaveCount(0)
  // It was fetched, and not loaded anew.
  await expect(center.locator('body[data-same]')).toHaveCount(1)
})

test('asks for permission after a press alone, and says what the browser could not do', async ({
  page,
  server,
  complaints,
}) => {
  complaints.allow('error: Chrome currently does not support the Push API in incognito mode')
  await signUp({ page, server, complaints })
  // A browser without a window denies at once: here somebody says yes.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => {
      document.body.dataset['asked'] = String(Number(document.body.dataset['asked'] ?? 0) + 1)
      return Promise.resolve('granted')
    }
  })
  await page.goto('/user/notifications')
  const press = page.getByRole('button', { name: 'Turn on notifications' })
  await expect(press).toBeVisible()
  await expect(page.locator('body[data-asked]')).toHaveCount(0)
  await press.click()
  // No browser of the tests reaches a push service: the page says that it could not.
  await expect(page.locator('.push-switch [role=alert]')).toContainText('could not turn notifications on')
  await expect(page.locator('body')).toHaveAttribute('data-asked', '1')
  // The worker is there all the same, as the policy of the page permits it and no other.
  const worker = await page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistration('/push.js')
    return (found?.active ?? found?.waiting ?? found?.installing)?.scriptURL
  })
  expect(worker).toBe(`${server.url}/push.js`)
})
