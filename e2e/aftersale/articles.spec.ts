import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signUp } from '../account/own-mails.ts'
import { expect, type Server, test, writingShop } from '../fixtures.ts'
import { desktop, phone } from '../look/gallery.ts'
import { sampledIf, whole } from '../whole.ts'

/*
 * What customers write: comments below articles, and articles of their own. The merchant decides by the command line.
 */

test.use({ own: writingShop, pictures: true })

const words = {
  '': {
    held: 'We read this comment before it is shown',
    waits: 'Waiting for review',
    posted: 'Your comment is posted.',
    reply: 'Three, in winter',
    none: 'No records',
    states: ['Draft', 'Submitted', 'Published', 'Not accepted'],
  },
  '/zh': {
    held: '谢谢。留言审核后显示',
    waits: '等待审核',
    posted: '留言已发布。',
    reply: '冬天要三盏',
    none: '暂无记录',
    states: ['草稿', '已提交', '已发布', '未采用'],
  },
  '/zh-HK': {
    held: '留言經審核後便會顯示',
    waits: '等待審核',
    posted: '留言已刊登。',
    reply: '冬天要三盞',
    none: '暫無紀錄',
    states: ['草稿', '已提交', '已刊登', '未獲採用'],
  },
} as const
type Prefix = keyof typeof words

const all = [
  ['', true, phone],
  ['/zh', false, desktop],
  ['/zh-HK', true, desktop],
  ['', false, phone],
] as const
const looks: readonly (typeof all)[number][] = whole() ? all : all.slice(0, 2)

/** Runs a command that lists something as JSON. */
async function listed(server: Server, ...args: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await server.operate(...args, '--json')
  expect(code, stderr).toBe(0)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const photo = async () => ({
  name: 'oak.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a08050' } })
    .png()
    .toBuffer(),
})

for (const [prefix, scripts, viewport] of looks)
  test.describe(`${prefix || '/en'}, ${viewport.width} px, scripts ${scripts}`, () => {
    test.use({ viewport, javaScriptEnabled: scripts })
    test.setTimeout(180_000)
    const said = words[prefix satisfies Prefix]
    // Words of its own in each look: what somebody else has written already would wait.
    const reply = `${said.reply} (${viewport.width}, ${scripts ? 'with' : 'without'} scripts)`

    test(
      'a first comment waits, is published, is answered, and is deleted',
      sampledIf(scripts),
      async ({ page, server, complaints }) => {
        await signUp({ page, server, complaints, scripts })
        const path = `${prefix}/article/three-lamps`
        await page.goto(`${path}#comments`)
        await awake(page, scripts)
        const form = page.locator('.comments-write form')
        if (!scripts) complaints.expect(`422 POST ${prefix}/form/comment/add`)
        else complaints.expect('400 POST /api/web/comment/add')
        await form.locator('button').click()
        await expect(page.locator('.comments-write [aria-invalid]')).toBeVisible()
        await page.locator('.comments-write textarea').fill('Two lamps, and a window.')
        await page.locator('.comments-write form button').click()
        await expect(page.getByText(said.held).filter({ visible: true })).toBeVisible()
        const mine = page.locator('.comment', { hasText: 'Two lamps, and a window.' })
        if (scripts) await expect(mine).toContainText(said.waits)
        else await expect(mine).toHaveCount(0)
        await expect(page).toFitTheWindow()
        if (scripts) await expect(page).toPassAxe()

        const [held] = (await listed(server, 'comments', 'list')).slice(-1)
        expect(held).toMatchObject({
          content: 'Two lamps, and a window.',
          heldFor: 'first',
          author: 'Ada L.',
        })
        await listed(server, 'comments', 'publish', String(held!['code']))
        await expect
          .poll(async () => {
            await page.goto(path)
            return mine.count()
          })
          .toBe(1)
        await awake(page, scripts)

        await mine.locator('.comment-reply > summary').click()
        await mine.locator('.comment-reply textarea').fill(reply)
        await mine.locator('.comment-reply form button').click()
        await expect(page.getByText(said.posted).filter({ visible: true })).toBeVisible()
        // Without scripts the page that was cached may be shown for a second.
        await expect
          .poll(async () => {
            if (!scripts) await page.goto(path)
            return page.locator('.comments-replies .comment', { hasText: reply }).count()
          })
          .toBe(1)
        if (scripts) await expect(page).toPassAxe()

        if (scripts) {
          await mine.first().locator('.comment-delete > summary').first().click()
          await mine.first().locator('.comment-delete form button').first().click()
        } else {
          await page.goto(`${prefix}/user/article`)
          const row = page.locator('.own-comment', { hasText: 'Two lamps' })
          await row.locator('summary').click()
          await row.locator('form button').click()
          await expect(page.locator('.area-notice')).toBeVisible()
        }
        await expect
          .poll(async () => {
            await page.goto(path)
            return mine.count()
          })
          .toBe(0)
        await expect(page.locator('.comment', { hasText: reply })).toHaveCount(1)
      },
    )

    test(
      'an article is written, published, revised and withdrawn',
      sampledIf(!scripts),
      async ({ page, server, complaints }) => {
        await signUp({ page, server, complaints, scripts })
        const title = `On oak ${prefix} ${viewport.width}`
        const list = `${prefix}/user/article`
        await page.goto(list)
        await expect(page.locator('#main')).toContainText(said.none)
        if (scripts) await expect(page).toPassAxe()
        await page.locator('.area-main .button', { hasText: /\S/ }).first().click()
        await page.waitForURL(`**${list}/edit`)
        await page.locator('[name=title]').fill(title)
        await page.locator('[name=content]').fill('## Grain\n\nOak is **hard**. <script>alert(1)</script>')
        await page.locator('[name=images]').setInputFiles(await photo())
        const preview = page.locator('.editor-preview')
        if (scripts) {
          await expect(page.locator('[name=content]')).toHaveValue(
            /!\[\]\(\/media\/[0-9a-f]{16}\/800\.webp\)/,
          )
          await expect(preview.locator('img')).toBeVisible()
        }
        await page.locator('.own-article-ways button').first().click()
        await page.waitForURL(/\/user\/article\/edit\?id=\d+$/)
        await expect(preview.locator('strong')).toHaveText('hard')
        await expect(preview.locator('img')).toBeVisible()
        await expect(preview).toContainText('<script>alert(1)</script>')
        await expect(page.locator('.own-article-standing')).toContainText(said.states[0])
        await expect(page).toFitTheWindow()
        if (scripts) await expect(page).toPassAxe()

        await page.locator('.own-article-ways button[name=submit]').click()
        await page.waitForURL(`**${list}`)
        const row = page.locator('.own-article', { hasText: title })
        await expect(row).toContainText(said.states[1])
        const [waits] = await listed(server, 'articles', 'list')
        await listed(server, 'articles', 'publish', String(waits!['id']))
        await page.goto(list)
        await expect(row).toContainText(said.states[2])
        await expect(page).toFitTheWindow()
        if (scripts) await expect(page).toPassAxe()
        await row.locator('.area-note a').first().click()
        await expect(page.locator('h1')).toHaveText(title)
        await expect(page.locator('.prose img')).toBeVisible()
        const address = page.url()

        await page.goto(list)
        await row.locator('strong a').click()
        await page.locator('[name=content]').fill('Oak is soft.')
        await page.locator('.own-article-ways button[name=submit]').click()
        await page.waitForURL(`**${list}`)
        const [change] = await listed(server, 'articles', 'list')
        await listed(server, 'articles', 'refuse', String(change!['id']), '--reason', 'It is not.')
        await page.goto(list)
        await expect(row).toContainText(said.states[3])
        await expect(row).toContainText('It is not.')
        await page.goto(address)
        await expect(page.locator('.prose')).toContainText('hard')

        await page.goto(list)
        await row.locator('summary').click()
        await row.locator('form button').click()
        await expect(row).toHaveCount(0)
        complaints.expect(`410 GET ${new URL(address).pathname}`)
        expect((await page.goto(address))!.status()).toBe(410)
      },
    )
  })

/** With scripts the island of comments is awake when it is seen. */
async function awake(page: Page, scripts: boolean): Promise<void> {
  await page.locator('.comments').scrollIntoViewIfNeeded()
  if (scripts) await page.locator('x-island[c=comment][data-live], x-island[c=comment]').first().waitFor()
}
