import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type Server } from '../fixtures.ts'
import type { Complaints } from '../look/complaints.ts'
import { accountOf } from '../shop/account.ts'
import { callsOf } from '../shop/calls.ts'
import { sumIn } from '../shop/verify.ts'
import { whole } from '../whole.ts'

/** What `pattern` captures in the newest mail to somebody that has it, of a shop that writes its mails into a folder. */
async function foundIn(server: Server, email: string, pattern: RegExp): Promise<string> {
  const folder = join(server.own.dataDir, 'mail')
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const files = await readdir(folder).catch(() => [])
        const mails = files.filter((one) => one.endsWith('.eml')).sort()
        while (found === undefined && mails.length > 0) {
          const text = wordsOf(await readFile(join(folder, mails.pop()!), 'utf8'))
          if (text.includes(email)) found = pattern.exec(text)?.[1]
        }
        return found
      },
      { timeout: 20_000, intervals: [100] },
    )
    .toBeDefined()
  return found!
}

/** The code in the mail to somebody. */
export function codeFor(server: Server, email: string): Promise<string> {
  return foundIn(server, email, /Your code\W+(\d{6})\b/)
}

/** The link in the mail to somebody that takes a change back: its path. */
export function undoLinkFor(server: Server, email: string): Promise<string> {
  return foundIn(server, email, /(\/auth\/verify-email\?undo=[\w-]+)/)
}

/** The link in a mail to somebody that ends mails of its kind: its path. */
export function unsubscribeLinkFor(server: Server, email: string): Promise<string> {
  return foundIn(server, email, /(\/notification\/unsubscribe\?token=[\w.~%-]+)/)
}

function wordsOf(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=\n', '').replaceAll('=3D', '=')
}

/** A password that no list of leaked ones has. */
export const goodPassword = 'a-tall-ship-and-9-stars'

interface SignUp {
  page: Page
  server: Server
  complaints: Complaints
  scripts?: boolean
}

/**
 * Signs somebody up by a code and with a password, who is then signed in in this browser and looks at the cart. Returns
 * the e-mail address. As a sample, this is done by calls: signing-in.spec.ts walks through the pages of it.
 */
export function signUp(wanted: SignUp): Promise<string> {
  return whole() ? signUpByPages(wanted) : signUpByCalls(wanted)
}

const ada = { firstName: 'Ada', lastName: 'Lovelace' }

async function signUpByCalls({ page, server }: SignUp): Promise<string> {
  const call = callsOf(page)
  const account = `${randomUUID()}@example.org`
  const { verifyId, puzzle } = await call<Question>('/verify/create', { way: 'question' })
  const verifyAnswer = sumIn(puzzle.text)
  await call('/auth/sendCode', { account, purpose: 'signUp', verifyId, verifyAnswer })
  const code = await codeFor(server, account)
  await call('/auth/signUp', { account, code, password: goodPassword, ...ada })
  await page.goto('/cart')
  return account
}

interface Question {
  verifyId: string
  puzzle: { text: string }
}

async function signUpByPages({ page, server, complaints, scripts = true }: SignUp): Promise<string> {
  // A new browser is asked for the security check.
  complaints.expect(scripts ? '403 POST /api/web/auth/sendCode' : '422 POST /form/auth/sendCode')
  const email = `${randomUUID()}@example.org`
  const account = accountOf(page)
  await account.open('signup')
  for (const [name, value] of Object.entries(ada)) await page.locator(`[name=${name}]`).fill(value)
  await account.ask(email)
  await account.password.fill(goodPassword)
  await account.give(await codeFor(server, email), 'Create an account')
  await page.waitForURL('/cart')
  return email
}
