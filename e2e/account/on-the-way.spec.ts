import { randomUUID } from 'node:crypto'
import { customerShop, expect, test } from '../fixtures.ts'
import { stockUp } from '../lantern.ts'
import { accountOf } from '../shop/account.ts'
import { checkoutOf } from '../shop/checkout.ts'
import { passCheck } from '../shop/verify.ts'
import { pairs, sampledIf } from '../whole.ts'
import { codeFor, goodPassword, signUp } from './own-mails.ts'

/*
 * Signing in and up where a guest is: in the checkout, on the page of favourites, and after an order.
 */

const { describe } = test

test.use({ own: customerShop })

test.beforeAll(({ server }) => stockUp(server, 'lantern'))

for (const [scripts, width] of pairs([true, false], [1280, 360]))
  describe(`${scripts ? 'with' : 'without'} scripts, ${width} px wide`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 800 } })

    test(
      'an order becomes an account by one field',
      sampledIf(scripts),
      async ({ page, server, checkout, complaints }) => {
        if (scripts) complaints.expect('403 POST /api/web/auth/sendCode')
        const email = `${randomUUID()}@example.org`
        await checkout.beginSoon('lantern')
        await checkout.toPayment({ 'contact.email': email })
        await checkout.choose('transfer')
        await checkout.agree()
        await checkout.place()
        const offer = page.locator('.auth-order')
        await expect(offer).toContainText(email)
        // Without scripts the question of the security check is there from the start: one press is enough.
        await expect(offer.locator('input:visible')).toHaveCount(scripts ? 0 : 1)
        const account = accountOf(page)
        if (scripts) await account.send.click()
        if (!(await passCheck(page))) await account.send.click()
        await account.code.waitFor()
        await account.give(await codeFor(server, email), 'Create an account')
        await page.waitForURL(/\/order\/[\w-]+$/)
        expect(await account.isSignedIn()).toBe(true)
        await page.goto('/user/center')
        await expect(page.locator('main')).toContainText('Ada')
      },
    )

    test(
      'who signs in on the way to an order goes on with it',
      sampledIf(!scripts),
      async ({ page, server, visitor, complaints }) => {
        const email = await signUp({ page, server, complaints, scripts })
        const phone = await visitor({ javaScriptEnabled: scripts })
        const checkout = checkoutOf(phone.page, scripts)
        await checkout.beginSoon('lantern')
        await checkout.fillIn({ 'address.city': 'Wan Chai' })
        await checkout.onwards.click()
        await phone.page.waitForURL(/step=payment/)
        await phone.page.goBack()
        // Without scripts the form leads to the page to sign in, with what is typed and was not sent.
        const city = scripts ? 'Wan Chai' : 'Sai Kung'
        if (!scripts) {
          await checkout.fillIn({ 'address.city': city, note: 'By the door' })
          await expect(phone.page.locator('.auth-here')).toBeHidden()
        }
        const way = scripts
          ? phone.page.locator('.auth-here summary')
          : phone.page.locator('.checkout-sign-in button')
        await way.first().click()
        const there = accountOf(phone.page)
        await there.signInByPassword(email, goodPassword)
        await phone.page.waitForURL(/\/checkout\/[\w-]+\?step=information$/)
        await expect.poll(() => there.isSignedIn()).toBe(true)
        await expect(phone.page.locator('[name="address.city"]:visible')).toHaveValue(city)
        await expect(checkout.field('note')).toHaveValue(scripts ? '' : 'By the door')
      },
    )

    test(
      'who signs in at the favourites comes back to them',
      sampledIf(scripts),
      async ({ page, server, visitor, complaints }) => {
        const email = await signUp({ page, server, complaints, scripts })
        const phone = await visitor({ javaScriptEnabled: scripts })
        await phone.page.goto('/user/favorite')
        await phone.page.locator('.auth-here summary').first().click()
        const there = accountOf(phone.page)
        await there.signInByPassword(email, goodPassword)
        await expect.poll(() => there.isSignedIn()).toBe(true)
        await phone.page.waitForURL(/\/user\/favorite/)
        await expect(phone.page.locator('.auth-here')).toHaveCount(0)
      },
    )
  })
