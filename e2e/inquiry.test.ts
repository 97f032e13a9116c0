import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { halves, photograph } from '#features/media/test-pictures.ts'
import { launch } from '#test/chromium.ts'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/*
 * A message with pictures, from the form to the shop's mailbox and its command line, through a real SMTP server.
 */

let shop: RunningShop
let browser: Browser
let mailbox: MailServer
let pictures: string[]

beforeAll(async () => {
  mailbox = await openMailServer()
  shop = await openShop({
    demo: true,
    env: { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?tls=off`, MAIL_FROM: 'shop@violet.example' },
  })
  browser = await launch()
  pictures = [join(shop.dataDir, 'crack.jpg'), join(shop.dataDir, 'box.png')]
  await writeFile(pictures[0]!, await photograph(2400, 1600))
  await writeFile(pictures[1]!, await halves(300, 200).png().toBuffer())
}, 120_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await Promise.all([shop.remove(), mailbox.close()])
})

const patiently = { timeout: 15_000 }

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, ...options })
  onTestFinished(() => context.close())
  return context.newPage()
}

/** A mail's words: its lines are broken anew for the way, and what is not ASCII is written in hexadecimal. */
function wordsOf(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

interface Told {
  /** Who wrote, whose address tells the mails of one test from another's. */
  email: string
  number: string
  content: string
}

/** The shop has the whole message by mail, who wrote it a receipt, and the operator a row. */
async function expectTold({ email, number, content }: Told): Promise<void> {
  const about = (): MailServer['mails'] => mailbox.mails.filter(({ text }) => text.includes(email))
  await expect.poll(() => about().length, patiently).toBe(2)
  const toShop = about().find(({ to }) => to.includes('hello@violet.example'))!
  const receipt = about().find(({ to }) => to.includes(email))!
  const words = wordsOf(toShop.text)
  expect(words).toContain(content)
  expect(words).toContain(number)
  expect(words).toMatch(new RegExp(`^Reply-To: ${email}\\r$`, 'm'))
  expect(wordsOf(receipt.text)).toContain(number)
  expect(wordsOf(receipt.text)).not.toContain(content)

  const links = new Set(words.match(/http:\/\/localhost:\d+\/media\/[0-9a-f]{16}\/1440\.jpg/g))
  expect(links.size).toBe(2)
  for (const link of links) {
    const picture = await fetch(link)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format).toBe('jpeg')
  }

  const listed = await violet(['inquiries', 'list', '--json'], { dataDir: shop.dataDir })
  expect([listed.code, listed.stderr]).toEqual([0, ''])
  const rows = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { number: string; content: string; pictures: string[] })
  expect(rows.find((row) => row.number === number)).toMatchObject({
    content,
    pictures: [expect.stringContaining('/media/'), expect.stringContaining('/media/')],
  })
  const shown = await violet(['inquiries', 'show', number], { dataDir: shop.dataDir })
  expect(shown.stdout).toContain(content)
}

async function numberOn(page: Page): Promise<string> {
  const text = await page.locator('.inquiry-number').textContent()
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text ?? '')![0]
}

describe('a message with two pictures', () => {
  it('goes without scripts; a refused field keeps all that was typed and sent', async () => {
    const page = await visitor({ javaScriptEnabled: false })
    const content = 'The foot of the lamp wobbles.'
    await page.goto('/inquiry/feedback')
    await page.getByLabel('What would you like to say?').fill(content)
    await page.getByLabel('What is it about?').selectOption('product')
    await page.getByLabel('Your name').fill('Ada <i>')
    // Enough for a browser, and no mailbox on the web.
    await page.getByLabel('Email').fill('plain@localhost')
    await page.getByLabel('Add pictures').setInputFiles(pictures)
    const [refused] = await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('/form/inquiry/submit')),
      page.getByRole('button', { name: 'Send', exact: true }).click(),
    ])
    expect(refused.status()).toBe(422)
    expect(await page.getByLabel('What would you like to say?').inputValue()).toBe(content)
    expect(await page.getByLabel('What is it about?').inputValue()).toBe('product')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada <i>')
    const email = page.getByLabel('Email')
    expect([await email.inputValue(), await email.getAttribute('aria-invalid')]).toEqual([
      'plain@localhost',
      'true',
    ])
    expect(await page.getByRole('checkbox', { name: 'Keep' }).count()).toBe(2)

    await page.getByRole('alert').getByRole('link').click()
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
    await email.fill('ada@example.com')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/inquiry/thankyou')
    await expectTold({ email: 'ada@example.com', number: await numberOn(page), content })
  })

  it('goes with scripts, in Chinese; pictures are sent while one writes, and removed ones do not go', async () => {
    const page = await visitor({ viewport: { width: 360, height: 740 } })
    const complaints: string[] = []
    page.on('pageerror', (error) => void complaints.push(String(error)))
    page.on('console', (message) => {
      const isAnswer = message.location().url.includes('/form/inquiry/submit')
      if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
    })
    const content = '灯脚有点晃。'
    await page.goto('/zh/inquiry/feedback')
    await page.getByLabel('添加图片').setInputFiles([...pictures, pictures[1]!])
    const remove = page.getByRole('button', { name: /^移除/ })
    await expect.poll(() => page.locator('input[type=hidden][name=images]').count(), patiently).toBe(3)
    // The photograph was made smaller on the way here.
    const first = (await page.locator('.inquiry-picture img').first().getAttribute('src'))!
    const stored = await fetch(`${shop.url}${first.replace(/\d+\.\w+$/, '1920.jpg')}`)
    expect((await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).width).toBe(1920)
    await remove.last().click()
    expect(await remove.count()).toBe(2)

    await page.getByLabel('你想说什么？').fill(content)
    await page.getByLabel('关于什么？').selectOption('else')
    await page.getByLabel('你的称呼').fill('梅')
    await page.getByLabel('电子邮箱').fill('mei@localhost')
    await page.getByRole('button', { name: '发送' }).click()
    await page.locator('[aria-invalid=true]').waitFor(patiently)
    expect(await page.getByLabel('你想说什么？').inputValue()).toBe(content)
    // They come back ticked; nothing of them is sent again.
    expect(await page.getByRole('checkbox', { name: '保留', checked: true }).count()).toBe(2)
    await page.getByLabel('电子邮箱').fill('mei@example.com')
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByRole('heading', { level: 1, name: '谢谢你' }).waitFor(patiently)
    await expectTold({ email: 'mei@example.com', number: await numberOn(page), content })
    expect(complaints).toEqual([])
  })
})
