import { randomUUID } from 'node:crypto'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import { expect, test as base } from '../fixtures.ts'
import { desktop, phone } from '../look/gallery.ts'
import { accountOf } from '../shop/account.ts'
import { pairs, sampledIf } from '../whole.ts'

/*
 * Store credit and claimed coupons as customers meet them: given by the merchant, seen in the account, spent at the
 * checkout.
 */

const test = base.extend<object, { mailbox: MailServer }>({
  mailbox: [
    async ({ playwright: _ }, provide) => {
      const mailbox = await openMailServer()
      await provide(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  own: [
    ({ mailbox }, provide) =>
      provide({
        env: { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?tls=off`, MAIL_FROM: 'shop@violet.example' },
      }),
    { scope: 'worker' },
  ],
})

async function codeFor(mailbox: MailServer, email: string): Promise<string> {
  const find = (): string | undefined => mailbox.mails.find(({ to }) => to.includes(email))?.text
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  const code = /Your code\W+(\d{6})\b/.exec(find()!.replaceAll('=\r\n', ''))?.[1]
  if (code === undefined) throw new Error('there is no code in the mail')
  return code
}

for (const [scripts, viewport] of pairs([true, false], [phone, desktop]))
  test.describe(`${scripts ? 'with' : 'without'} scripts, ${viewport.width} px wide`, () => {
    test.use({ javaScriptEnabled: scripts, viewport })

    test(
      'credit is given, seen and spent, and a coupon is claimed',
      sampledIf(scripts),
      async ({ page, server, mailbox, complaints }) => {
        if (!scripts) complaints.allow('422 POST /form/auth/sendCode')
        complaints.allow('403 POST /api/web/auth/sendCode')
        const account = accountOf(page)
        const email = `${randomUUID()}@example.org`

        // A guest is led to sign in, and back to the coupon.
        await page.goto('/coupon')
        await page.getByRole('button', { name: 'Keep in my account' }).first().click()
        await page.waitForURL('**/auth/signin**')

        await account.open('signup')
        await page.locator('[name=firstName]').fill('Ada')
        await page.locator('[name=lastName]').fill('Lovelace')
        await account.ask(email)
        await account.give(await codeFor(mailbox, email), 'Create an account')
        await page.waitForURL('/cart')

        await page.goto('/user/credit')
        await expect(page.locator('.area-main')).toContainText('You have no store credit at the moment.')
        const given = await server.operate(
          'customers',
          'credit',
          email,
          '12.34',
          'USD',
          '--reason',
          'Late parcel',
        )
        expect(given.code, given.stderr).toBe(0)
        await page.goto('/user/center')
        await page.getByRole('link', { name: '$12.34' }).click()
        await page.waitForURL('**/user/credit')
        await expect(page.locator('.area-main')).toContainText('Late parcel')
        await expect(page.locator('.area-main')).toContainText('+$12.34')
        await expect(page).toFitTheWindow()
        if (scripts) await expect(page).toPassAxe()

        await page.goto('/coupon')
        await page.getByRole('button', { name: 'Keep in my account' }).first().click()
        await page.waitForURL('**/user/coupon')
        await expect(page.locator('.area-notice')).toContainText('The coupon is yours.')
        await expect(page.locator('.area-rows > li')).toHaveCount(1)
        await expect(page).toFitTheWindow()
        if (scripts) await expect(page).toPassAxe()

        await page.goto('/product/first-light-mug')
        await page.getByRole('button', { name: 'Buy now' }).first().click()
        await page.waitForURL('**/checkout/**')
        // Folded on a phone; always open on a desk, where the bar is not shown.
        const bar = page.locator('.checkout-summary-bar')
        if (await bar.isVisible()) await bar.click()
        await page.locator('.checkout-credit button').click()
        await expect(page.locator('.checkout-credit')).toContainText('$12.34 of your store credit is used.')
      },
    )
  })
