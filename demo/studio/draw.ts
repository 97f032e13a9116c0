/*
 * Draws the pictures of the demo shop into demo/media: `node scripts/run.mjs demo/studio/draw.ts [options]`
 *
 *   --only a,b        these products, or all of these categories (`tableware`, `scenes`)
 *   --draft           400 pixels, few frames, into .cache/studio, with a contact sheet of each category
 *   --size N          pixels of a draft (a draft of 1600 is the real thing, in another place)
 *   --frames N        how many frames are added up
 *   --pause-while F   waits between two pictures as long as the file F exists
 *   --chromium F      the browser's program
 *
 * A picture whose recipe has not changed is left as it is.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import type { Order } from './page.ts'
import { planProducts, planScenes, sheets, type Planned } from './orders.ts'

const root = join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    draft: { type: 'boolean', default: false },
    size: { type: 'string', default: '400' },
    frames: { type: 'string' },
    'pause-while': { type: 'string' },
    chromium: { type: 'string' },
  },
})
const target = options.draft ? join(root, '.cache/studio') : join(root, 'demo/media')
const recipesFile = join(root, 'demo/studio/recipes.json')
const frames = Number(options.frames ?? (options.draft ? 12 : 16))

/** Pixels that the page has posted, by number of the order. */
const arrived = new Map<number, Buffer>()

await main()

async function main(): Promise<void> {
  const only = options.only?.split(',') ?? null
  const products = await planProducts(root)
  const swatches = Object.fromEntries(
    products.flatMap(({ slug, looks }) => looks.map((look) => [`${slug} ${look.code}`, look.color])),
  )
  const planned = [...products, ...(await planScenes(root))].filter(
    ({ slug, category }) => only === null || only.includes(slug) || only.includes(category),
  )
  planned.sort((a, b) => urgency(a) - urgency(b))
  const recipes = JSON.parse(await readFile(recipesFile, 'utf8').catch(() => '{}')) as Record<string, string>
  const wanted = options.draft
    ? planned
    : planned.filter(({ file, recipe }) => recipes[file] !== recipe || !existsSync(join(target, file)))
  console.log(`${wanted.length} of ${planned.length} pictures to draw`)
  if (wanted.length === 0) return
  const server = await serve(await bundle())
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const browser = await chromium.launch({
    executablePath: options.chromium ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  })
  try {
    const page = await browser.newPage()
    const system = await browser.newBrowserCDPSession()
    const spent = async (): Promise<number> =>
      (await system.send('SystemInfo.getProcessInfo')).processInfo.reduce(
        (sum, { cpuTime }) => sum + cpuTime,
        0,
      )
    page.on('console', (message) => {
      if (message.type() !== 'log' && !message.text().includes('GPU stall')) console.log(message.text())
    })
    page.on('pageerror', (error) => console.log(String(error)))
    await page.goto(origin)
    await page.waitForFunction('window.violetStudio !== undefined')
    const slugs = new Set(await page.evaluate<string[]>('window.violetStudio.slugs'))
    const begun = Date.now()
    for (const [index, plan] of wanted.entries()) {
      if (!slugs.has(plan.slug)) {
        console.log(`${plan.slug} has no model yet`)
        continue
      }
      while (options['pause-while'] !== undefined && existsSync(options['pause-while'])) await sleep(2000)
      await stepBack(system)
      const before = await spent()
      const bytes = await draw(page, plan, index, swatches)
      if (!options.draft) {
        recipes[plan.file] = plan.recipe
        await writeWhole(recipesFile, `${JSON.stringify(sorted(recipes), null, 2)}\n`)
      }
      const seconds = ((await spent()) - before).toFixed(1)
      const left = Math.round((((Date.now() - begun) / (index + 1)) * (wanted.length - index - 1)) / 1000)
      console.log(`${plan.file} ${seconds} s of processor, ${Math.round(bytes / 1024)} KB, ${left} s left`)
    }
  } finally {
    await browser.close()
    server.close()
  }
  if (options.draft) for (const category of sheets) await contactSheet(category, wanted)
}

/** The browser takes itself more important than it is: its threads give way to all others. */
async function stepBack(system: CDPSession): Promise<void> {
  for (const { id } of (await system.send('SystemInfo.getProcessInfo')).processInfo) {
    const threads = await readdir(`/proc/${id}/task`).catch(() => [String(id)])
    for (const thread of threads) {
      try {
        setPriority(Number(thread), 19)
      } catch {
        // Ended in the meantime, or of another user.
      }
    }
  }
}

/** Most seen first: scenes, the first colour of each product, then second views, then the other colours. */
function urgency({ code, looks }: Planned): number {
  if (code === '') return -1
  return code === null ? 1 : looks[0]?.code === code ? 0 : 2
}

async function draw(
  page: Page,
  plan: Planned,
  index: number,
  swatches: Readonly<Record<string, string>>,
): Promise<number> {
  const [width, height] = options.draft
    ? [Number(options.size), Math.round((Number(options.size) * plan.height) / plan.width)]
    : [plan.width, plan.height]
  const order: Order = { ...plan, width, height, frames, swatches, post: `/pixels/${index}` }
  await page.evaluate(`window.violetStudio.take(${JSON.stringify(order)})`)
  const pixels = arrived.get(index)
  arrived.delete(index)
  if (pixels === undefined) throw new Error(`no pixels of ${plan.file}`)
  const picture = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 92, effort: 5, smartSubsample: true })
    .toBuffer()
  await writeWhole(join(target, plan.file), picture)
  return picture.byteLength
}

async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

/** The page's program as one text. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4000,
      rollupOptions: {
        input: join(root, 'demo/studio/page.ts'),
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const chunk = outputs[0]?.output[0]
  if (chunk === undefined) throw new Error('the page was not built')
  return chunk.code
}

function serve(code: string): Promise<Server> {
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    if (request.method === 'POST' && url.startsWith('/pixels/')) {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        arrived.set(Number(url.slice('/pixels/'.length)), Buffer.concat(parts))
        response.end()
      })
    } else if (url === '/studio.js') {
      response.setHeader('content-type', 'text/javascript').end(code)
    } else {
      response
        .setHeader('content-type', 'text/html')
        .end(
          '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="/studio.js"></script>',
        )
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** All drafts of a category side by side, one row for each product. */
async function contactSheet(category: string, planned: readonly Planned[]): Promise<void> {
  const own = planned.filter((plan) => plan.category === category && existsSync(join(target, plan.file)))
  if (own.length === 0) return
  const cell = 300
  const rows = [...new Set(own.map(({ slug }) => slug))]
  const columns = Math.max(...rows.map((slug) => own.filter((plan) => plan.slug === slug).length))
  const cells = await Promise.all(
    own.map(async (plan) => ({
      input: await sharp(join(target, plan.file)).resize(cell, cell, { fit: 'cover' }).toBuffer(),
      left: own.filter(({ slug }) => slug === plan.slug).indexOf(plan) * (cell + 6),
      top: rows.indexOf(plan.slug) * (cell + 6),
    })),
  )
  const sheet = join(target, `sheet-${category}.png`)
  await sharp({
    create: {
      width: columns * (cell + 6),
      height: rows.length * (cell + 6),
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(cells)
    .png()
    .toFile(sheet)
  console.log(`contact sheet: .cache/studio/sheet-${category}.png`)
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
