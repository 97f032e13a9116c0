import { randomUUID } from 'node:crypto'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import type { Person } from '#test/oidc-provider.ts'
import { expect } from '../fixtures.ts'
import { accountOf } from '../shop/account.ts'
import { goOn, test as base } from './acme.ts'
import { sampledIf } from '../whole.ts'

/*
 * Signing in by another provider, which is a real one on this machine, and another site than the shop. It comes back by
 * a URL as "Acme", and by a form as "Harbour".
 */

const test = base.extend<object, { mailbox: MailServer; ready: null }>({
  mailbox: [
    async ({ playwright: _ }, provide) => {
      const mailbox = await openMailServer()
      await provide(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  own: [
    ({ mailbox, provider }, provide) =>
      provide({
        env: {
          SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?tls=off`,
          MAIL_FROM: 'shop@violet.example',
          OIDC_PROVIDERS: JSON.stringify([
            provider.access('acme'),
            { ...provider.access('harbour'), title: 'Harbour', formPost: true },
          ]),
        },
      }),
    { scope: 'worker' },
  ],
  ready: [
    async ({ server, provider }, provide) => {
      for (const name of ['acme', 'harbour']) provider.leadsTo(`${server.url}/auth/oauth/${name}`)
      await provide(null)
    },
    { scope: 'worker', auto: true },
  ],
})

const newPerson = (): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.org`,
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
})

async function codeFor(mailbox: MailServer, email: string): Promise<string> {
  const find = (): string | undefined =>
    mailbox.mails
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => /Your code\W+(\d{6})\b/.exec(text)?.[1])
      .findLast((code) => code !== undefined)
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  return find()!
}

for (const scripts of [true, false])
  test.describe(`${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled: scripts })

    for (const name of ['Acme', 'Harbour'])
      test(
        `somebody new signs in by ${name}, and finds it among the linked accounts`,
        sampledIf((name === 'Acme') === scripts),
        async ({ page, provider }) => {
          const account = accountOf(page)
          provider.person = newPerson()
          await account.open()
          await page.getByRole('button', { name: `Continue with ${name}` }).click()
          await goOn(page)
          // Without scripts its form has a button of its own.
          if (name === 'Harbour' && !scripts) await page.getByRole('button').click()
          await page.waitForURL('/cart')
          expect(await account.isSignedIn()).toBe(true)

          await page.goto('/user/security')
          const linked = page.locator('.area-section', { hasText: 'Linked accounts' })
          await expect(linked.locator('li')).toContainText([name])
          await linked.getByRole('button', { name: `Unlink ${name}` }).click()
          await expect(page.locator('.area-notice')).toContainText('unlinked')
          await expect(linked.locator('li')).toHaveCount(0)

          // The provider knows the browser by now.
          await linked.getByRole('button', { name: `Link ${name}` }).click()
          if (name === 'Harbour' && !scripts) await page.getByRole('button').click()
          await expect(page.locator('.area-notice')).toContainText('was linked')
          await expect(linked.locator('li')).toContainText([name])
        },
      )

    test(
      'an account that has the address is linked by its owner’s code alone',
      sampledIf(scripts),
      async ({ page, provider, mailbox, visitor, complaints }) => {
        complaints.allow('422 POST /form/auth/oauthProve', '422 POST /form/auth/oauthSendCode')
        const person = newPerson()
        provider.person = person
        const account = accountOf(page)
        await account.open()
        await page.getByRole('button', { name: 'Continue with Acme' }).click()
        await goOn(page)
        await page.waitForURL('/cart')

        const stranger = await visitor({ javaScriptEnabled: scripts })
        provider.person = { ...person, sub: randomUUID() }
        const there = accountOf(stranger.page)
        await there.open('signin', '/zh')
        await stranger.page.getByRole('button', { name: '使用 Acme 继续' }).click()
        await goOn(stranger.page)
        await stranger.page.waitForURL('/zh/auth/oauth')
        expect(await there.isSignedIn()).toBe(false)
        await expect(there.account).toHaveValue(person.email!)
        await stranger.page.goto('/auth/oauth')
        await stranger.page.getByRole('button', { name: 'Send' }).click()
        // The page has no scripts of its own: the browser looks for the field that is typed into.
        await expect(there.code).toBeFocused()
        await there.code.fill('12')
        await stranger.page.getByRole('button', { name: 'Sign in' }).click()
        await expect(stranger.page.locator('.field-error')).toBeVisible()
        await expect(there.code).toBeFocused()
        await stranger.page.getByRole('link', { name: 'Another address, or a new code' }).click()
        for (const [typed, why] of [
          ['ada@', 'Account format error'],
          ['9123 4567', 'Country code is required'],
        ] as const) {
          await there.account.fill(typed)
          await stranger.page.getByRole('button', { name: 'Send' }).click()
          await expect(stranger.page.locator('.field-error')).toContainText(why)
          await expect(there.account).toHaveValue(typed)
          await expect(there.account).toBeFocused()
        }
        await stranger.page.goto('/auth/oauth')
        await there.code.fill(await codeFor(mailbox, person.email!))
        await stranger.page.getByRole('button', { name: 'Sign in' }).click()
        await stranger.page.waitForURL('/zh/cart')
        expect(await there.isSignedIn()).toBe(true)
      },
    )

    test('who declines is told that nothing was changed', async ({ page, provider }) => {
      provider.person = null
      await accountOf(page).open('signin', '/zh-HK')
      await page.getByRole('button', { name: '使用 Acme 繼續' }).click()
      await goOn(page)
      await page.waitForURL('/zh-HK/auth/signin')
      await expect(page.locator('.auth-notice')).toContainText('你沒有在對方平台登入')
    })
  })
