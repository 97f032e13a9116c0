import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { desktop, phone } from '../look/gallery.ts'
import { placesOf, showSkeleton } from '../look/skeletons.ts'
import { accountOf } from '../shop/account.ts'
import { themes, useTheme } from '../shop/themes.ts'
import { whole } from '../whole.ts'
import { goOn, test as base } from './acme.ts'
import { setUpApp } from './app.ts'
import { callsOf } from '../shop/calls.ts'
import { haveEverything, orderReturned } from './everything.ts'
import { goodPassword, signUp } from './own-mails.ts'
import { screensHalfway, screensOfCustomers, screensOfGuests, screensOfUnproven } from './screens.ts'

/*
 * Every screen of signing in and of the account area in every theme, light and dark, on a phone and on a desk. As a
 * sample, each screen in one look.
 */

const test = base.extend<object, object>({
  own: [
    ({ provider }, provide) =>
      provide({ env: { OIDC_PROVIDERS: JSON.stringify([provider.access('acme')]) } }),
    { scope: 'worker' },
  ],
})

test.use({ pictures: false })

const looks = [
  { mode: 'light', viewport: phone },
  { mode: 'dark', viewport: desktop },
  { mode: 'dark', viewport: phone },
  { mode: 'light', viewport: desktop },
]

async function askForCode(page: Page): Promise<void> {
  const asked = {
    purpose: 'signUp',
    account: 'ada@example.org',
    countryCode: '',
    firstName: '',
    lastName: '',
  }
  const value = Buffer.from(JSON.stringify({ ...asked, next: '', keep: 'on' })).toString('base64url')
  await page.context().addCookies([{ name: 'violet_code', value, url: new URL('/', page.url()).href }])
}

async function signInByQr(phone: Page, desk: Page): Promise<void> {
  const { ticket } = await callsOf(desk)<{ ticket: string }>('/auth/qrCreate', {})
  await callsOf(phone)('/auth/qrScan', { ticket })
  await callsOf(phone)('/auth/qrConfirm', { ticket, accept: 'yes' })
  await callsOf(desk)('/auth/qrStatus', { ticket })
}

/** What is wrong with a screen stands with its address; the others are looked at all the same. */
async function look(page: Page, path: string, where: string): Promise<void> {
  await page.goto(path)
  const asked = new URL(path, page.url())
  expect.soft(page.url(), where).toBe(asked.href)
  await expect.soft(page, where).toFitTheWindow()
  await expect.soft(page, where).toPassAxe()
}

for (const theme of whole() ? themes : (['violet'] as const))
  test(`no screen of the account has anything that axe objects to: ${theme}`, async ({
    shop,
    server,
    visitor,
    provider,
    complaints,
  }) => {
    test.setTimeout(300_000)
    const { page } = shop
    const [guest, arriving, desk] = [await visitor(), await visitor(), await visitor()]
    const everybody = [shop, guest, arriving, desk]
    // A link that is over says so.
    for (const path of ['verify-email', 'disown']) complaints.allow(`410 GET /auth/${path}?token=none`)
    const email = await signUp({ page, server, complaints })
    const { article, order } = await haveEverything(page, server, email)
    const returned = await orderReturned(page, server, email)
    const customers = screensOfCustomers({ 'user-order-detail': order, 'user-return-detail': returned })
    await signInByQr(page, desk.page)
    provider.leadsTo(`${server.url}/auth/oauth/acme`)
    provider.person = { sub: randomUUID() }
    await accountOf(arriving.page).open()
    await arriving.page.getByRole('button', { name: 'Continue with Acme' }).click()
    await goOn(arriving.page)
    await arriving.page.waitForURL('/auth/oauth')
    await askForCode(arriving.page)
    if (whole()) await useTheme(server, theme)
    for (const [turn, { mode, viewport }] of looks.entries()) {
      const shown = <T>(all: readonly T[]): T[] =>
        all.filter((_, index) => whole() || index % (2 * looks.length) === 2 * turn)
      for (const { readIn, page: one } of everybody) {
        await one.setViewportSize(viewport)
        await readIn(mode)
      }
      // What a phone that is signed in sees of a code on the guest's page.
      const { ticket } = await callsOf(guest.page)<{ ticket: string }>('/auth/qrCreate', {})
      const where = `${theme}, ${mode}, ${viewport.width} px`
      const own = [...customers, `/user/article/edit?id=${article}`, `/auth/qr?ticket=${ticket}`]
      for (const path of shown(own)) await look(page, path, `${path} ${where}`)
      for (const path of shown(screensOfGuests)) await look(guest.page, path, `${path} as a guest, ${where}`)
      for (const path of shown(screensHalfway)) await look(arriving.page, path, `${path} halfway, ${where}`)
      for (const path of shown(screensOfUnproven)) await look(desk.page, path, `${path}, ${where}`)
    }
    await test.step('the skeleton stands where the pages stand', async () => {
      const landmarks = ['.aside-menu', '.area-main']
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport)
        await page.goto('/user/account')
        const real = await placesOf(page, landmarks)
        await showSkeleton(page, 'user')
        expect(await placesOf(page, landmarks), `at ${viewport.width}`).toEqual(real)
      }
    })
    await test.step('the page that asks for the second factor', async () => {
      complaints.expect('401 POST /api/web/auth/signIn')
      await setUpApp(page)
      const there = accountOf(guest.page)
      await there.open()
      await there.signInByPassword(email, goodPassword)
      await expect(guest.page.locator('.auth-sent')).toContainText('second proof')
      await look(guest.page, '/auth/verify-prompt', `the second factor, ${theme}`)
      await expect(guest.page.locator('h1')).toHaveText('One more step')
    })
    await test.step('the row of pages on a phone begins where one is', async () => {
      await page.setViewportSize(phone)
      await page.goto('/user/coupon')
      await expect(page.locator('.aside-menu [aria-current]')).toBeInViewport({ ratio: 0.9 })
    })
  })
