import { customerShop, expect, test } from './fixtures.ts'
import { everyJourney, someJourneys } from './journeys.ts'
import { stockUp } from './lantern.ts'
import { whole } from './whole.ts'

/*
 * From the home page to the thank-you page, as a guest. `npm run prove -- journeys` walks all of them.
 */

test.use({ own: customerShop })

test.beforeAll(({ server }) => stockUp(server, 'lantern'))

const thanks = { '': 'Thank you', '/zh': '订单已提交，谢谢', '/zh-HK': '多謝你' } as const

for (const { prefix, width, scripts, method } of whole() ? everyJourney : someJourneys)
  test.describe(`${prefix === '' ? '/' : prefix} at ${width} px, scripts ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 900 } })

    test(`a guest goes from the home page to the thank-you page, by ${method}`, async ({
      page,
      checkout,
      complaints,
    }) => {
      const email = `ada-${prefix.slice(1)}-${width}-${scripts}-${method}@example.org`
      await page.goto(prefix === '' ? '/' : prefix)
      await expect(page.locator('main a[href*="/product/"]').first()).toBeVisible()
      await checkout.begin('lantern', prefix)
      await checkout.toPayment({ 'contact.email': email })
      await checkout.choose(method)
      if (method === 'card') {
        await checkout.placeAtBank()
        await checkout.atBank('approve')
        await checkout.thanked()
      } else {
        if (!scripts && method === 'cod') {
          // The fee was not in the total that was sent: it is shown, and asked for again.
          complaints.expect(`422 POST ${prefix}/form/checkout/submit`)
          await checkout.placeButton.click()
          await expect(checkout.errors).toBeVisible()
          await checkout.agree()
        }
        await checkout.place()
      }
      await expect(page.locator('h1')).toHaveText(thanks[prefix])
      const number = new URL(page.url()).searchParams.get('order')!
      await expect(page.locator('.thanks-number')).toContainText(number)
      await expect(page.locator('.thanks-facts')).toContainText(email)
      await expect(page.locator('.thanks-facts')).toContainText(prefix === '' ? ': ' : '：')
      if (method === 'transfer') await expect(page.locator('.thanks-copies')).toContainText(number)
    })
  })
