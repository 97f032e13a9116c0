import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Page } from '@playwright/test'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { halves, photograph } from '#features/media/test-pictures.ts'
import { expect, type Server, test, writingShop } from '../fixtures.ts'
import { stockUp } from '../lantern.ts'
import { byTheGuidelines } from '../look/axe.ts'
import { callsOf, placeOrder } from '../shop/calls.ts'
import type { Prefix } from '../shop/checkout.ts'
import { sampledIf, takingTurns } from '../whole.ts'

/*
 * A review from the link of a mail to the product's page with the merchant's answer, and a question with its answers.
 */

const { describe } = test

test.use({ own: writingShop, pictures: true })

let pictures: string[]

test.beforeAll(async ({ server }) => {
  for (const slug of ['plain', 'scripted', 'asked']) await stockUp(server, slug)
  pictures = [join(server.own.dataDir, 'stool.jpg'), join(server.own.dataDir, 'foot.png')]
  await writeFile(pictures[0]!, await photograph(1600, 1200))
  await writeFile(pictures[1]!, await halves(300, 200).png().toBuffer())
})

async function query<T>(server: Server, text: string, values: unknown[] = []): Promise<T[]> {
  const database = await connectEmbedded(server.own.dataDir)
  const client = new pg.Client({ connectionString: database!.url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}

interface Arrived {
  number: string
  line: number
  /** Of the mails about it. */
  key: string
}

/** Orders one lantern, which is paid, sent and delivered. */
async function arrived(server: Server, page: Page, slug: string, prefix: Prefix = ''): Promise<Arrived> {
  const number = await placeOrder(callsOf(page, prefix), { sku: slug.toUpperCase() })
  for (const command of [
    ['pay', number],
    ['ship', number, '--carrier', 'DHL'],
    ['deliver', number],
  ]) {
    const { code, stdout, stderr } = await server.operate('orders', ...command)
    expect(code, stdout + stderr).toBe(0)
  }
  const [line] = await query<{ id: number }>(
    server,
    'select l.id::int as id from order_lines l join orders o on o.id = l.order_id where o.number = $1',
    [number],
  )
  const mail = async (): Promise<string | undefined> => {
    const [found] = await query<{ plain: string }>(
      server,
      `select plain from outbox_mails where kind = 'order.delivered' and plain like $1`,
      [`%${number}%`],
    )
    return /key=([\w.-]+)/.exec(found?.plain ?? '')?.[1]
  }
  await expect.poll(mail).toBeTruthy()
  return { number, line: line!.id, key: (await mail())! }
}

async function codeOf(server: Server): Promise<string> {
  const listed = await server.operate('reviews', 'list', '--json')
  const rows = listed.stdout.trim().split('\n')
  return (JSON.parse(rows.at(-1)!) as { code: string }).code
}

describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a star of the mail opens the form with it, one press sends it, and the shop answers', async ({
    server,
    page,
    visitor,
    complaints,
  }) => {
    const { line, key, number } = await arrived(server, page, 'plain')
    // From another browser, as a mail is read on another device; nobody signs in.
    const reader = await visitor({ javaScriptEnabled: false })
    const { page: mail } = reader
    await mail.goto(`/review/${line}?key=${key}&score=2`)
    await expect(mail).toHaveURL(new RegExp(`/review/${line}\\?score=2$`))
    await expect(mail.getByRole('radio', { name: '2 stars: poor' })).toBeChecked()
    await test.step('the star that a key would choose is framed, and stays where it is', async () => {
      const star = mail.locator('.star-field-star').nth(1)
      const placeOf = () => star.locator('.star-field-sign').boundingBox()
      const before = await placeOf()
      await mail.getByRole('link', { name: 'Back to the order' }).focus()
      await mail.keyboard.press('Tab')
      await expect(star.getByRole('radio')).toBeFocused()
      for (const forcedColors of ['active', 'none'] as const) {
        await mail.emulateMedia({ forcedColors })
        await expect(star).toHaveCSS('outline-style', 'solid')
        await expect(star).toHaveCSS('outline-width', '2px')
        expect(await placeOf()).toEqual(before)
      }
    })
    // Opening it has written nothing.
    expect(await query(server, 'select from reviews where order_line_id = $1', [line])).toHaveLength(0)

    await mail.getByLabel('Title (optional)').fill('Leans <b>left</b>')
    await mail.getByLabel('Name shown').fill('www.pills.example')
    await mail.getByLabel('Your review').fill('It leans.\n\nA little.')
    await mail.getByLabel('Add pictures').setInputFiles(pictures)
    complaints.expect('422 POST /form/review/add')
    await mail.getByRole('button', { name: 'Send review' }).click()
    // All that was typed is still there.
    await expect(mail.getByLabel('Name shown')).toHaveAttribute('aria-invalid', 'true')
    await expect(mail.getByLabel('Your review')).toHaveValue('It leans.\n\nA little.')
    await expect(mail.getByRole('radio', { name: '2 stars: poor' })).toBeChecked()
    await expect(mail.getByRole('checkbox', { name: 'Keep' })).toHaveCount(2)
    await mail.getByLabel('Name shown').fill('Ada')
    await mail.getByRole('button', { name: 'Send review' }).click()
    await expect(mail.locator('.review-said')).toHaveText('Thank you. Your review has arrived.')
    await expect(mail.getByText('Waiting to be read.')).toBeVisible()

    await page.goto('/product/plain')
    await expect(page.getByText('It leans.')).toHaveCount(0)
    const code = await codeOf(server)
    expect((await server.operate('reviews', 'publish', code)).code).toBe(0)
    const answer = join(server.own.dataDir, 'answer.txt')
    await writeFile(answer, 'We have sent a new foot.')
    expect((await server.operate('reviews', 'answer', code, '--text', answer)).code).toBe(0)
    await expect(async () => {
      await page.goto('/product/plain')
      await expect(page.getByText('We have sent a new foot.')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(page.getByText('Leans <b>left</b>')).toBeVisible()
    await expect(page.locator('.review-verified')).toHaveText('Checked against an order')
    await expect(page.getByText('It applies to 1 of 1', { exact: false })).toBeVisible()
    const data = await page.locator('script[type="application/ld+json"]').first().textContent()
    expect(JSON.parse(data!)).toMatchObject({ aggregateRating: { ratingValue: 2, reviewCount: 1 } })

    // The order's own page leads to it.
    await page.goto(`/order/${number}`)
    await page.getByRole('link', { name: 'Your review' }).click()
    await expect(page).toHaveURL(new RegExp(`/review/${line}$`))
    await page.getByText('Delete review').first().click()
    await page.getByRole('button', { name: 'Delete review' }).click()
    await expect(page.locator('.review-said')).toHaveText('Your review has been deleted.')
    await expect(page.getByRole('button', { name: 'Send review' })).toBeVisible()
  })
})

for (const [index, [prefix, words]] of (
  [
    ['', { write: 'Write a review', five: '5 stars: very good', send: 'Send review', text: 'Your review' }],
    ['/zh', { write: '写评价', five: '5 星：非常满意', send: '提交评价', text: '评价内容' }],
    ['/zh-HK', { write: '寫評價', five: '5 星：非常滿意', send: '提交評價', text: '評價內容' }],
  ] as const
).entries())
  for (const width of takingTurns([360, 1280], index))
    describe(`with scripts in ${prefix || 'English'} at ${width} px`, () => {
      test.use({ viewport: { width, height: 800 } })

      test(
        'the order leads to the form, and pictures go while one writes',
        sampledIf(prefix === '/zh'),
        async ({ server, page }) => {
          const { number, line } = await arrived(server, page, 'scripted', prefix)
          await page.goto(`${prefix}/order/${number}`)
          await page.getByRole('link', { name: words.write }).click()
          await expect(page).toHaveURL(new RegExp(`${prefix}/review/${line}$`))
          await page.locator('.star-field-star', { hasText: words.five }).click()
          await page.getByLabel(words.text).fill('🪑 Stands. 很稳。')
          await page.locator('input[type=file]').setInputFiles(pictures)
          await expect(page.locator('input[type=hidden][name=images]')).toHaveCount(2)
          await expect(page).toFitTheWindow()
          await expect(page).toPassAxe(byTheGuidelines)
          await page.getByRole('button', { name: words.send }).click()
          await expect(page.locator('.review-own .review-pictures li')).toHaveCount(2)
          await expect(page).toPassAxe(byTheGuidelines)
        },
      )
    })

describe('a question', () => {
  test('is answered by the shop and by a buyer, and by nobody else', async ({
    server,
    page,
    visitor,
    complaints,
  }) => {
    await arrived(server, page, 'asked')
    const { page: other } = await visitor()
    await other.goto('/product/asked')
    await other.getByRole('link', { name: 'Ask a question' }).click()
    await other.getByLabel('Your question').fill('Is it heavy?')
    await other.getByLabel('Name shown').fill('Eve')
    await expect(other).toPassAxe(byTheGuidelines)
    await other.getByRole('button', { name: 'Send question' }).click()
    await expect(other.getByText('Your question will be shown once we have read it.')).toBeVisible()

    const listed = await server.operate('questions', 'list', '--json')
    const { code } = JSON.parse(listed.stdout.trim()) as { code: string }
    const answer = join(server.own.dataDir, 'weight.txt')
    await writeFile(answer, 'It weighs 400 g.')
    expect((await server.operate('questions', 'answer', code, '--text', answer)).code).toBe(0)
    await expect(async () => {
      await other.goto(`/question/${code}`)
      await expect(other.getByText('It weighs 400 g.')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(other).toPassAxe(byTheGuidelines)
    await other.getByLabel('Your answer').fill('I guess so.')
    complaints.expect('422 POST /form/question/answer')
    await other.getByRole('button', { name: 'Send answer' }).click()
    await expect(other.getByRole('alert')).toContainText('Only people who have bought this product here')
    await expect(other.getByLabel('Your answer')).toHaveValue('I guess so.')

    await page.goto(`/question/${code}`)
    await page.getByLabel('Your answer').fill('Light as a lantern.')
    await page.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByText('Your answer will be shown once we have read it.')).toBeVisible()
  })
})
