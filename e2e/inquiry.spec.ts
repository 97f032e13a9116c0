import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { halves, photograph } from '#features/media/test-pictures.ts'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import { expect, test as base, type Server } from './fixtures.ts'

/*
 * A message with pictures, from the form to the shop's mailbox and its command line, through a real SMTP server.
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

test.use({ pictures: true })

let pictures: string[]

test.beforeAll(async ({ server }) => {
  pictures = [join(server.own.dataDir, 'crack.jpg'), join(server.own.dataDir, 'box.png')]
  await writeFile(pictures[0]!, await photograph(2400, 1600))
  await writeFile(pictures[1]!, await halves(300, 200).png().toBuffer())
})

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
async function expectTold(
  server: Server,
  mailbox: MailServer,
  { email, number, content }: Told,
): Promise<void> {
  const about = (): MailServer['mails'] => mailbox.mails.filter(({ text }) => text.includes(email))
  await expect.poll(() => about().length).toBe(2)
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

  const listed = await server.operate('inquiries', 'list', '--json')
  expect([listed.code, listed.stderr]).toEqual([0, ''])
  const rows = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { number: string; content: string; pictures: string[] })
  expect(rows.find((row) => row.number === number)).toMatchObject({
    content,
    pictures: [expect.stringContaining('/media/'), expect.stringContaining('/media/')],
  })
  const shown = await server.operate('inquiries', 'show', number)
  expect(shown.stdout).toContain(content)
}

async function numberOn(page: Page): Promise<string> {
  const text = await page.locator('.inquiry-number').textContent()
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text ?? '')![0]
}

describe('a message with two pictures', () => {
  describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('goes; a refused field keeps all that was typed and sent', async ({
      server,
      mailbox,
      page,
      complaints,
    }) => {
      const content = 'The foot of the lamp wobbles.'
      const text = page.getByLabel('What would you like to say?')
      const email = page.getByLabel('Email')
      const send = page.getByRole('button', { name: 'Send', exact: true })
      await page.goto('/inquiry/feedback')
      await text.fill(content)
      await page.getByLabel('What is it about?').selectOption('product')
      await page.getByLabel('Your name').fill('Ada <i>')
      // Enough for a browser, and no mailbox on the web.
      await email.fill('plain@localhost')
      await page.getByLabel('Add pictures').setInputFiles(pictures)
      complaints.expect('422 POST /form/inquiry/submit')
      await send.click()
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await expect(email).toHaveValue('plain@localhost')
      await expect(text).toHaveValue(content)
      await expect(page.getByLabel('What is it about?')).toHaveValue('product')
      await expect(page.getByLabel('Your name')).toHaveValue('Ada <i>')
      await expect(page.getByRole('checkbox', { name: 'Keep' })).toHaveCount(2)

      await page.getByRole('alert').getByRole('link').click()
      await expect(email).toBeFocused()
      await email.fill('ada@example.com')
      await send.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
      await expect(page).toHaveURL(/\/inquiry\/thankyou(?:$|\?)/)
      await expectTold(server, mailbox, { email: 'ada@example.com', number: await numberOn(page), content })
    })
  })

  describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 } })

    test('goes in Chinese; pictures are sent while one writes, and removed ones do not go', async ({
      server,
      mailbox,
      page,
      complaints,
    }) => {
      const content = '灯脚有点晃。'
      const text = page.getByLabel('你想说什么？')
      const email = page.getByLabel('邮箱')
      await page.goto('/zh/inquiry/feedback')
      await page.getByLabel('添加图片').setInputFiles([...pictures, pictures[1]!])
      const remove = page.getByRole('button', { name: /^移除/ })
      await expect(page.locator('input[type=hidden][name=images]')).toHaveCount(3)
      // The photograph was made smaller on the way here.
      const first = (await page.locator('.inquiry-picture img').first().getAttribute('src'))!
      const stored = await fetch(`${server.url}${first.replace(/\d+\.\w+$/, '1920.jpg')}`)
      expect((await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).width).toBe(1920)
      await remove.last().click()
      await expect(remove).toHaveCount(2)

      await text.fill(content)
      await page.getByLabel('关于什么？').selectOption('else')
      await page.getByLabel('你的称呼').fill('梅')
      await email.fill('mei@localhost')
      complaints.expect('422 POST /zh/form/inquiry/submit')
      await page.getByRole('button', { name: '发送' }).click()
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
      await expect(text).toHaveValue(content)
      // They come back ticked; nothing of them is sent again.
      await expect(page.getByRole('checkbox', { name: '保留', checked: true })).toHaveCount(2)
      await email.fill('mei@example.com')
      await page.getByRole('button', { name: '发送' }).click()
      await expect(page.getByRole('heading', { level: 1, name: '谢谢你' })).toBeVisible()
      await expectTold(server, mailbox, { email: 'mei@example.com', number: await numberOn(page), content })
    })
  })
})

describe('a message with six pictures', () => {
  test('that is sent while they are on their way waits for all of them', async ({ server, page }) => {
    const content = 'All six sides of the box are dented.'
    const released = Promise.withResolvers<void>()
    await page.route('**/api/web/upload/image', async (route) => {
      await released.promise
      await route.continue()
    })
    const sides = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        halves(300 + n, 200)
          .png()
          .toBuffer(),
      ),
    )
    await page.goto('/inquiry/feedback')
    await page
      .getByLabel('Add pictures')
      .setInputFiles(sides.map((buffer, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer })))
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(6)
    await page.getByLabel('What would you like to say?').fill(content)
    await page.getByLabel('What is it about?').selectOption('product')
    await page.getByLabel('Your name').fill('Eve')
    await page.getByLabel('Email').fill('eve@example.com')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    released.resolve()
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()

    const shown = await server.operate('inquiries', 'list', '--json')
    const rows = shown.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { content: string; pictures: string[] })
    expect(rows.find((row) => row.content === content)?.pictures).toHaveLength(6)
  })
})
