import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import { expect, test as base } from '../fixtures.ts'
import { accountOf } from '../shop/account.ts'
import { pairs, sampledIf } from '../whole.ts'

/*
 * The second factor as shoppers meet it: set up with an app, asked for in another browser, and "This was not me".
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

const password = 'a-tall-ship-and-9-stars'

/** What the newest mail to somebody that fits says; lines are broken anew for the way. */
async function mailTo(mailbox: MailServer, email: string, wanted: RegExp): Promise<string> {
  const found = (): string | null => {
    for (const { text } of mailbox.mails.filter(({ to }) => to.includes(email)).toReversed()) {
      const words = text
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      const match = wanted.exec(words)
      if (match !== null) return match[1] ?? match[0]
    }
    return null
  }
  await expect.poll(found, { timeout: 20_000 }).not.toBeNull()
  return found()!
}

async function signUp(page: Page, mailbox: MailServer): Promise<string> {
  const account = accountOf(page)
  const email = `${randomUUID()}@example.org`
  await account.open('signup')
  await page.locator('[name=firstName]').fill('Ada')
  await page.locator('[name=lastName]').fill('Lovelace')
  await account.ask(email)
  await account.password.fill(password)
  await account.give(await mailTo(mailbox, email, /Your code\W+(\d{6})\b/), 'Create an account')
  await page.waitForURL('/cart')
  return email
}

/** The code that an app shows, some seconds from now. */
function codeOf(secret: string, later = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  return totp.generate({ timestamp: Date.now() + later * 1000 })
}

for (const [scripts, width] of pairs([true, false], [390, 1440]))
  test.describe(`${scripts ? 'with' : 'without'} scripts, ${width} px wide`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 900 } })

    test(
      'an app is set up, asked for in another browser, and a thief is thrown out by mail',
      sampledIf(scripts),
      async ({ page, mailbox, visitor, complaints }) => {
        const refused = (status: number, call: string): string =>
          scripts ? `${status} POST /api/web/auth/${call}` : `422 POST /form/auth/${call}`
        complaints.expect('422 POST /form/user/confirmFactor')
        complaints.expect('422 POST /form/user/endFactor', '422 POST /form/user/confirm')
        // A session that has not given the factor makes no passkey by itself.
        complaints.allow('403 POST /api/web/user/passkeyOptions')
        complaints.expect(refused(403, 'sendCode'), refused(401, 'secondFactor'))
        if (scripts) complaints.expect('401 POST /api/web/auth/signIn')
        const email = await signUp(page, mailbox)

        await page.goto('/user/security')
        await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
        await page.waitForURL('/user/security/second-factor')
        await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
        const secret = (await page.locator('.factor-secret').textContent())!
        await page.locator('[name=code]').fill('12345')
        await page.getByRole('button', { name: 'Turn on' }).click()
        await expect(page.locator('.field-error')).toContainText('This code is not right')
        await page.locator('[name=code]').fill(codeOf(secret))
        await page.getByRole('button', { name: 'Turn on' }).click()
        await expect(page.locator('.factor-codes code')).toHaveCount(10)
        const codes = await page.locator('.factor-codes code').allTextContents()
        await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible({ visible: scripts })
        const file = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Download' }).click()
        const stored = await (await file).createReadStream()
        expect((await stored.toArray()).join('')).toContain(codes.join('\n'))
        await page.getByRole('button', { name: 'I have stored them' }).click()
        await page.waitForURL('/user/security')
        await expect(page.locator('main')).toContainText('10 recovery codes are left')
        await page.goto('/user/security/second-factor')
        await page.waitForURL('/user/security')

        const phone = await visitor({ javaScriptEnabled: scripts })
        const there = accountOf(phone.page)
        await there.open()
        await there.signInByPassword(email, password)
        await expect(phone.page.locator('.auth')).toContainText('Your account asks for a second proof')
        expect(await there.isSignedIn(), 'the password is not enough').toBe(false)
        await there.code.fill('AAAA-BBBB-CCCC-DDDD')
        const press = phone.page.locator('.auth-form button[type=submit]:visible').last()
        await press.click()
        await expect(phone.page.locator('.field-error')).toContainText('This code is not right')
        await phone.page.locator('[name=trust]').check()
        await there.code.fill(codes[0]!.toLowerCase())
        await press.click()
        await phone.page.waitForURL('/cart')
        expect(await there.isSignedIn()).toBe(true)
        await there.signOut()
        await there.open()
        await there.signInByPassword(email, password)
        await phone.page.waitForURL('/cart')

        await phone.page.goto('/user/security')
        await phone.page.getByRole('button', { name: 'Turn off', exact: true }).click()
        await expect(phone.page.locator('h1')).toHaveText('Confirm that it is you')
        await expect(phone.page).toFitTheWindow()
        if (scripts) await expect(phone.page).toPassAxe()
        const confirm = phone.page.getByRole('button', { name: 'Confirm', exact: true })
        await phone.page.locator('[name=current]').fill(password)
        await confirm.click()
        await expect(phone.page.locator('.field-error')).toContainText('authenticator app, too')
        await phone.page.locator('[name=current]').fill(password)
        await phone.page.locator('[name=factor]').fill(codes[1]!)
        await confirm.click()
        await phone.page.waitForURL('/user/security')
        await expect(phone.page.locator('main')).toContainText('8 recovery codes are left')
        await mailTo(mailbox, email, /Somebody confirmed with a recovery code/)

        complaints.allowEndedSession()
        const link = await mailTo(mailbox, email, /from a new browser[^]*(\/auth\/disown\?token=[\w.~%-]+)/)
        await page.goto(link)
        expect(await there.isSignedIn(), 'a program that follows links changes nothing').toBe(true)
        await page.getByRole('button', { name: 'That was not me' }).click()
        await expect(page.locator('h1')).toHaveText('Your account is secured')
        expect(await there.isSignedIn()).toBe(false)
        expect(await accountOf(page).isSignedIn()).toBe(true)
        await mailTo(mailbox, email, /\/auth\/reset-password\?token=/)

        await page.goto('/user/security/activity')
        await expect(page.locator('.area-rows')).toContainText('Recovery code used; 9 are left')
        await page
          .getByRole('button', { name: /^This was not me/ })
          .last()
          .click()
        // The event was of this session: it has ended, too.
        await page.waitForURL(/\/auth\/signin/)
      },
    )
  })
