import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type Server } from '../fixtures.ts'
import type { Complaints } from '../look/complaints.ts'
import { accountOf } from '../shop/account.ts'

/** What `pattern` captures in the newest mail to somebody that has it, of a shop that writes its mails into a folder. */
async function foundIn(server: Server, email: string, pattern: RegExp): Promise<string> {
  const folder = join(server.own.dataDir, 'mail')
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const files = await readdir(folder).catch(() => [])
        for (const file of files.filter((one) => one.endsWith('.eml')).sort()) {
          const text = wordsOf(await readFile(join(folder, file), 'utf8'))
          if (text.includes(email)) found = pattern.exec(text)?.[1] ?? found
        }
        return found
      },
      { timeout: 20_000 },
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

/** Signs somebody up by a code and with a password, who is then signed in in this browser. Returns the e-mail address. */
export async function signUp({
  page,
  server,
  complaints,
  scripts = true,
}: {
  page: Page
  server: Server
  complaints: Complaints
  scripts?: boolean
}): Promise<string> {
  // A new browser is asked for the security check.
  complaints.expect(scripts ? '403 POST /api/web/auth/sendCode' : '422 POST /form/auth/sendCode')
  const email = `${randomUUID()}@example.org`
  const account = accountOf(page)
  await account.open('signup')
  await page.locator('[name=firstName]').fill('Ada')
  await page.locator('[name=lastName]').fill('Lovelace')
  await account.ask(email)
  await account.password.fill(goodPassword)
  await account.give(await codeFor(server, email), 'Create an account')
  await page.waitForURL('/cart')
  return email
}
