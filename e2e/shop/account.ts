import type { Locator, Page } from '@playwright/test'
import { passCheck } from './verify.ts'

export interface AccountOf {
  /** The sign-in page; it leads to the cart. */
  open(page?: 'signin' | 'signup' | 'forget', prefix?: string): Promise<void>
  account: Locator
  code: Locator
  password: Locator
  send: Locator
  /** What is wrong, above the form. */
  faults: Locator
  /** Asks for a code to an e-mail address. */
  ask(email: string): Promise<void>
  /** Sends the code that came. */
  give(code: string, button: string): Promise<void>
  signInByPassword(email: string, password: string): Promise<void>
  signOut(): Promise<void>
  /** Whether the shop knows the visitor, by what the account's own call answers. */
  isSignedIn(): Promise<boolean>
}

export function accountOf(page: Page): AccountOf {
  // With scripts the first step stays in the form, and is not shown.
  const shown = (selector: string): Locator => page.locator(`.auth-form ${selector}:visible`)
  const account: AccountOf = {
    open: async (name = 'signin', prefix = '') => {
      await page.goto(`${prefix}/auth/${name}${name === 'forget' ? '' : `?next=${prefix}/cart`}`)
    },
    account: shown('[name=account]'),
    code: shown('[name=code]'),
    password: shown('[name=password]'),
    send: page.locator('.auth-form button[value=code]'),
    faults: page.locator('.form-errors'),
    ask: async (email) => {
      await account.account.fill(email)
      await account.send.click()
      // A browser that has not signed in yet is asked first whether somebody sits at it.
      const check = page.locator('.verify-begin:visible, [name=verifyAnswer]:visible')
      await account.code.or(check).first().waitFor()
      if (await account.code.isVisible()) return
      if (!(await passCheck(page))) await account.send.click()
      await account.code.waitFor()
    },
    give: async (code, button) => {
      await account.code.pressSequentially(code)
      // Six digits are all that signing in wants: with scripts they are sent at once.
      const press = page.locator('.auth-form button[type=submit]:visible', { hasText: button }).last()
      await press.click({ timeout: 2_000 }).catch(() => {})
    },
    signInByPassword: async (email, password) => {
      await account.account.fill(email)
      await page.locator('.auth-password summary').click()
      await account.password.fill(password)
      await page.locator('.auth-password button[type=submit]').click()
    },
    signOut: async () => {
      // An open page hears that its session has ended, and would leave by itself just then.
      const here = page.url()
      await page.goto('/robots.txt')
      await page.request.post('/form/auth/signOut', { form: {} })
      await page.goto(here)
    },
    isSignedIn: async () => {
      const cookies = await page.context().cookies()
      const proof = cookies.find(({ name }) => name === 'violet_auth')?.value
      if (proof === undefined) return false
      const answer = await page.request.post('/api/web/cart/count', {
        data: {},
        headers: { 'x-auth': proof },
      })
      return ((await answer.json()) as { code: number }).code === 0
    },
  }
  return account
}
