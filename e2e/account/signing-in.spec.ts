import { randomUUID } from 'node:crypto'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import { expect, test as base } from '../fixtures.ts'
import { accountOf } from '../shop/account.ts'
import { pairs, sampledIf } from '../whole.ts'

/*
 * Accounts as shoppers meet them: the codes come from real mails. With scripts and without, on a phone and a desk.
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

const { describe } = test

const password = 'a-tall-ship-and-9-stars'
const another = 'nine-lighthouses-in-fog'

/** A mail's words: its lines are broken anew for the way. */
function wordsOf(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The words of the newest mail to somebody that has not been read yet. */
async function read(mailbox: MailServer, email: string): Promise<string> {
  // A sign-in in a new browser is mailed, too.
  const index = (): number =>
    mailbox.mails.findIndex(({ to, text }) => to.includes(email) && !/^Subject: New sign-in/m.test(text))
  await expect.poll(index, { timeout: 20_000 }).toBeGreaterThanOrEqual(0)
  const [mail] = mailbox.mails.splice(index(), 1)
  return wordsOf(mail!.text)
}

async function codeFor(mailbox: MailServer, email: string): Promise<string> {
  const words = await read(mailbox, email)
  const code = /Your code\W+(\d{6})\b/.exec(words)?.[1]
  if (code === undefined) throw new Error(`there is no code in the mail: ${words}`)
  return code
}

/** How a refusal looks to the browser: a call says what it is, a form comes back with its words. */
function refused(scripts: boolean, ...calls: readonly [status: number, call: string][]): string[] {
  return calls.map(([status, call]) =>
    scripts ? `${status} POST /api/web/auth/${call}` : `422 POST /form/auth/${call}`,
  )
}

for (const [scripts, width] of pairs([true, false], [360, 1280]))
  describe(`${scripts ? 'with' : 'without'} scripts, ${width} px wide`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 800 } })

    test(
      'somebody signs up, and in again by password, and by code in another browser',
      sampledIf(scripts),
      async ({ page, mailbox, visitor, complaints }) => {
        complaints.expect(...refused(scripts, [401, 'signIn'], [403, 'sendCode']))
        complaints.allowEndedSession()
        const account = accountOf(page)
        const email = `${randomUUID()}@example.org`

        await account.open('signup')
        await page.locator('[name=firstName]').fill('Ada')
        await page.locator('[name=lastName]').fill('Lovelace')
        await account.ask(email)
        await expect(page.locator('.auth')).toContainText(`We have written to ${email}`)
        expect(page.url(), 'nothing personal is in a URL').not.toContain(email.split('@')[0])
        // A phone drops the tab while its owner reads the mail.
        await page.reload()
        await expect(page.locator('.auth')).toContainText(email)
        await account.password.fill(password)
        await account.give(await codeFor(mailbox, email), 'Create an account')
        await page.waitForURL('/cart')
        expect(await account.isSignedIn()).toBe(true)
        if (scripts) await expect(page.locator('.header-user.for-customers')).toBeVisible()

        await account.open()
        expect(page.url(), 'who is signed in goes on').toMatch(/\/cart$/)
        await account.signOut()
        expect(await account.isSignedIn()).toBe(false)
        await expect(page.locator('.header-user.for-guests')).toBeVisible()

        await account.open()
        await account.signInByPassword(email, 'not-the-right-password')
        await expect(page.locator('.field-error')).toContainText('do not match')
        await expect(account.account).toHaveValue(email)
        await account.password.fill(password)
        await page.locator('.auth-password button[type=submit]').click()
        await page.waitForURL('/cart')

        const phone = await visitor({ javaScriptEnabled: scripts })
        const there = accountOf(phone.page)
        await there.open()
        await there.ask(email)
        await there.give(await codeFor(mailbox, email), 'Sign in')
        await phone.page.waitForURL('/cart')
        expect(await there.isSignedIn()).toBe(true)
      },
    )

    test(
      'a forgotten password is chosen anew by the code, and by the link of the mail',
      sampledIf(!scripts),
      async ({ page, mailbox, visitor, complaints }) => {
        complaints.expect(...refused(scripts, [422, 'resetPassword'], [403, 'sendCode'], [403, 'forget']))
        const account = accountOf(page)
        const email = `${randomUUID()}@example.org`
        await account.open('signup')
        await page.locator('[name=firstName]').fill('Grace')
        await page.locator('[name=lastName]').fill('Hopper')
        await account.ask(email)
        await account.give(await codeFor(mailbox, email), 'Create an account')
        await page.waitForURL('/cart')

        complaints.allowEndedSession()
        const phone = await visitor({ javaScriptEnabled: scripts })
        const there = accountOf(phone.page)
        await there.open('forget')
        await there.ask(email)
        const words = await read(mailbox, email)
        const code = /Your code\W+(\d{6})\b/.exec(words)![1]!
        await there.password.fill('short')
        await there.give(code, 'Save and sign in')
        await expect(phone.page.locator('.field-error')).toContainText('8 characters or more')
        const link = /\/auth\/reset-password\?token=[\w.~%-]+/.exec(words)![0]
        await phone.page.goto(link)
        await there.password.fill(another)
        await phone.page.getByRole('button', { name: 'Save and sign in' }).click()
        await phone.page.waitForURL('/user/center')
        expect(await there.isSignedIn()).toBe(true)
        expect(await account.isSignedIn(), 'every other browser is signed out').toBe(false)

        await there.signOut()
        await there.open()
        await there.signInByPassword(email, another)
        await phone.page.waitForURL('/cart')
      },
    )

    test(
      'what is missing or wrong is said at its field, in the words of the specification',
      sampledIf(scripts),
      async ({ page, complaints }) => {
        complaints.expect(...refused(scripts, [400, 'sendCode']))
        // With scripts an empty field is not even sent.
        if (!scripts) complaints.expect('422 POST /form/auth/signIn', '422 POST /zh/form/auth/sendCode')
        const account = accountOf(page)
        const wrong = page.locator('.field-error')
        await account.open()
        await account.send.click()
        await expect(wrong).toHaveText('Email/Mobile number is required')
        await expect(account.account).toHaveAttribute('aria-invalid', 'true')
        await account.account.fill('ada@')
        await account.send.click()
        await expect(wrong).toHaveText('Account format error')
        await account.signInByPassword('ada@example.org', '')
        await expect(wrong).toHaveText('Password is required')
        await account.open('signin', '/zh')
        await account.send.click()
        await expect(wrong).toHaveText('请输入邮箱或手机号')
      },
    )
  })

test('a number asks for its country, and names are wanted before a code is sent', async ({ page }) => {
  const account = accountOf(page)
  await account.open('signup')
  await expect(page.locator('[name=countryCode]')).toBeHidden()
  await account.account.fill('9123 4567')
  await expect(page.locator('[name=countryCode]')).toBeVisible()
  await account.send.click()
  await expect(page.locator('.field-error')).toHaveText([
    'Country code is required',
    'First name is required',
    'Last name is required',
  ])
})

test('to sign up the keys go from the account to its country, the names, the check and the button', async ({
  page,
  complaints,
}) => {
  complaints.expect('403 POST /api/web/auth/sendCode')
  const account = accountOf(page)
  await account.open('signup')
  await page.locator('[name=firstName]').fill('Ada')
  await page.locator('[name=lastName]').fill('Lovelace')
  await account.account.fill(`${randomUUID()}@example.org`)
  await account.send.click()
  await page.locator('.verify-begin').waitFor()
  await account.account.fill('9123 4567')
  const inOrder = [
    account.account,
    page.locator('[name=countryCode]'),
    page.locator('[name=firstName]'),
    page.locator('[name=lastName]'),
    page.locator('.verify-begin'),
    account.send,
  ]
  await account.account.focus()
  let top = 0
  for (const one of inOrder) {
    await expect(one).toBeFocused()
    const { y } = (await one.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(top)
    top = y
    await page.keyboard.press('Tab')
  }
})

test('a second tab follows when the first one signs in', async ({ page, mailbox, context, complaints }) => {
  complaints.expect('403 POST /api/web/auth/sendCode')
  const account = accountOf(page)
  const email = `${randomUUID()}@example.org`
  const second = await context.newPage()
  await second.goto('/consent')
  await expect(second.locator('.header-user.for-guests')).toBeVisible()
  await account.open('signup')
  await page.locator('[name=firstName]').fill('Mary')
  await page.locator('[name=lastName]').fill('Somerville')
  await account.ask(email)
  await account.give(await codeFor(mailbox, email), 'Create an account')
  await page.waitForURL('/cart')
  await expect(second.locator('.header-user.for-customers')).toBeVisible()
})
