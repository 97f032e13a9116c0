import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { photograph } from '#features/media/test-pictures.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { publicationAt, themePictures, themeVersions } from '#features/theming/queries.ts'
import { holdRows, untilWaiting } from '#test/database.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { configure } from '../configure.ts'
import { publishTheme, storeTheme, themeInUse, undoTheme, type StoredTheme } from './versions.ts'

/* Themes that a merchant stores, publishes and takes back, in a shop of two nodes. */

let shop: WholeShop
let second: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  second = await openWholeShop(() => new Date(), {}, shop)
})
afterAll(async () => {
  await second.close()
  await shop.close()
})
beforeEach(async () => {
  await shop.database.db.pool.query(
    'truncate shop_config, theme_publications, theme_versions, theme_files cascade',
  )
  await shop.configure({ shop: { name: 'Oak' } })
})

const now = new Date('2026-11-28T12:00:00Z')

/** A theme of one colour whose home page says its number. */
function themeOf(number: number, more: Record<string, string | Buffer> = {}): Map<string, Buffer> {
  const files = {
    'theme.json': JSON.stringify({ theme: { primaryColor: colorOf(number), useDefTemplate: true } }),
    'templates/home.json': JSON.stringify({
      layout: { title: { en: `Title §${number}` } },
      sections: { said: { type: 'rich-text', settings: { html: { en: `<p>Text §${number}</p>` } } } },
      order: ['said'],
    }),
    ...more,
  }
  return new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
}

const colorOf = (number: number): string => `#20${(0x30 + number).toString(16)}50`

async function push(files: ReadonlyMap<string, Buffer>, isDraft = false): Promise<StoredTheme> {
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const done = await storeTheme(shop.database.db, files, { name: 'mine', now, media, isDraft })
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
  return done.value
}

async function done(result: ReturnType<typeof undoTheme>): Promise<StoredTheme | null> {
  const given = await result
  if (given !== null && !given.ok) throw new Error(JSON.stringify(given.problem))
  return given?.value ?? null
}

const home = async (node: WholeShop): Promise<string> => (await node.get('/')).body

async function shownOn(node: WholeShop): Promise<string | undefined> {
  await node.catchUp()
  return /Text §(\d+)/.exec(await home(node))?.[1]
}

describe('a theme that is pushed', () => {
  it('comes to every node by itself, colours and templates, though the pages were cached', async () => {
    await Promise.all([shop, second].map(home))
    await push(themeOf(1))
    await vi.waitFor(
      async () => {
        const bodies = await Promise.all([shop, second].map(home))
        expect(bodies.filter((body) => !body.includes('Text §1'))).toEqual([])
      },
      { timeout: 10_000, interval: 10 },
    )
  })

  it('is on a page as a whole or not at all, while others are pushed again and again', async () => {
    await push(themeOf(0))
    await Promise.all([shop, second].map((node) => node.catchUp()))
    let isOver = false
    const mixed: string[] = []
    const seen = new Set<string | undefined>()
    const colors = new Map<string, string>()
    const visits = Array.from({ length: 3 }, async () => {
      while (!isOver)
        for (const node of [shop, second]) {
          await wait(1)
          const body = await home(node)
          const href = /data-theme="[^"]+" href="([^"]+)"/.exec(body)![1]!
          const numbers = new Set([...body.matchAll(/(?:Title|Text) §(\d+)/g)].map(([, number]) => number!))
          const [number = ''] = numbers
          seen.add(number)
          // One stylesheet for each theme, and no other with it.
          if (numbers.size !== 1 || (colors.get(number) ?? href) !== href)
            mixed.push(`${[...numbers].join()} ${href}`)
          colors.set(number, href)
        }
    })
    for (let number = 1; number <= 6; number++) await push(themeOf(number))
    await Promise.all([shop, second].map((node) => node.catchUp()))
    isOver = true
    await Promise.all(visits)
    expect(mixed).toEqual([])
    expect(new Set(colors.values()).size).toBe(colors.size)
    expect(seen.size).toBeGreaterThan(2)
    expect(await shownOn(second)).toBe('6')
  })

  it('as a draft is shown to nobody, until it is published', async () => {
    await push(themeOf(1))
    const draft = await push(themeOf(2), true)
    expect(draft.config).toBeNull()
    expect([await shownOn(shop), await shownOn(second)]).toEqual(['1', '1'])
    await done(publishTheme(shop.database.db, null, now))
    expect([await shownOn(shop), await shownOn(second)]).toEqual(['2', '2'])
    expect(await publishTheme(shop.database.db, 999, now)).toBeNull()
  })

  it('keeps its pictures, each content once, and shows them by their paths', async () => {
    const picture = await photograph(64, 48)
    await push(themeOf(1, { 'assets/a.png': picture, 'assets/b.png': picture }))
    await push(themeOf(2, { 'assets/a.png': picture }))
    const { db } = shop.database
    const { version } = await loadConfig(db)
    expect(await themePictures(db, { config: version })).toMatchObject([
      { path: 'assets/a.png', width: 64, height: 48 },
    ])
    expect(await themePictures(db, { config: version - 1 })).toHaveLength(2)
    const { rows } = await db.pool.query('select count(*)::int from theme_files where picture_id is not null')
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is one version, however often the same files are pushed', async () => {
    const first = await push(themeOf(1))
    expect((await push(themeOf(1))).version).toBe(first.version)
  })
})

describe('undoing', () => {
  it('goes back one theme at a time, to the look before the first', async () => {
    for (const number of [1, 2, 3]) await push(themeOf(number))
    const shown: (string | undefined)[] = []
    for (let step = 0; step < 3; step++) {
      await done(undoTheme(shop.database.db, now))
      shown.push(await shownOn(shop))
    }
    expect(shown).toEqual(['2', '1', undefined])
    const { document } = await loadConfig(shop.database.db)
    expect(document).toMatchObject({ theme: {}, templates: {}, shop: { name: 'Oak' } })
    expect(await undoTheme(shop.database.db, now)).toBeNull()
  })

  it('goes back from a theme that was pushed after an undoing', async () => {
    await push(themeOf(1))
    await push(themeOf(2))
    await done(undoTheme(shop.database.db, now))
    await push(themeOf(3))
    await done(undoTheme(shop.database.db, now))
    expect(await shownOn(shop)).toBe('1')
  })

  it('goes back to what was set in the configuration meanwhile, not only to what was pushed', async () => {
    await push(themeOf(1))
    const { db } = shop.database
    const { document } = await loadConfig(db)
    await configure(db, { ...document, theme: { ...document.theme, density: 'dense' } }, now)
    const inUse = await themeInUse(db)
    expect(inUse.changed).toEqual(['theme.json'])
    expect(JSON.parse(String(inUse.files.get('theme.json')))).toMatchObject({ theme: { density: 'dense' } })
    await push(themeOf(2))
    expect((await loadConfig(db)).document.theme.density).toBeUndefined()
    await done(undoTheme(db, now))
    expect((await loadConfig(db)).document.theme.density).toBe('dense')
    expect(await shownOn(shop)).toBe('1')
  })
})

describe('a theme with a fault', () => {
  it('changes nothing, and is named by file and line', async () => {
    await push(themeOf(1))
    const { db } = shop.database
    const before = await loadConfig(db)
    const template =
      '{\n"sections": {\n"a": { "type": "hero" },\n"b": { "type": "tower" }\n},\n"order": ["a"]\n}'
    const faulty = themeOf(2, {
      'templates/page.json': template,
      'templates/product.json':
        '{"sections": {"a": {"type": "rich-text",\n"settings": {"html": {"en": "assets/gone.webp"}}}}, "order": ["a"]}',
    })
    const media = (): never => {
      throw new Error('it has no pictures')
    }
    const refused = await storeTheme(db, faulty, { name: 'x', now, media, isDraft: false })
    if (refused.ok) throw new Error('it was stored')
    expect(refused.problem).toEqual([
      expect.objectContaining({ file: 'templates/product.json', line: 2 }),
      expect.objectContaining({
        file: 'templates/page.json',
        line: 4,
        reason: expect.stringContaining('hero'),
      }),
    ])
    faulty.delete('templates/page.json')
    const missing = await storeTheme(db, faulty, { name: 'x', now, media, isDraft: true })
    expect(missing).toMatchObject({
      problem: [
        { file: 'templates/product.json', line: 2, reason: 'there is no file assets/gone.webp in the theme' },
      ],
    })
    expect(await loadConfig(db)).toEqual(before)
    expect(await themeVersions(db, 10)).toHaveLength(2)
    expect(await shownOn(shop)).toBe('1')
  })

  it('in a picture keeps all of it out', async () => {
    const { db } = shop.database
    const files = themeOf(1, { 'assets/a.png': readFileSync('package.json') })
    const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
    const refused = await storeTheme(db, files, { name: 'x', now, media, isDraft: false })
    expect(refused).toMatchObject({ ok: false, problem: [{ file: 'assets/a.png' }] })
    expect(await themeVersions(db, 10)).toEqual([])
  })
})

it.each(['theme_files', 'theme_versions', 'theme_publications', 'cache_changes'])(
  'is published whole or not at all: nothing of it is left when its writer dies at %s',
  async (table) => {
    await push(themeOf(1))
    const { db } = shop.database
    await Promise.all([shop.catchUp(), second.catchUp()])
    const before = await loadConfig(db)
    const letGo = await holdRows(db, `lock table ${table} in exclusive mode`)
    const pushed = push(themeOf(2)).catch(() => 'died')
    await untilWaiting(db, 1)
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    await letGo()
    expect(await pushed).toBe('died')
    expect(await loadConfig(db)).toEqual(before)
    const { version, changed } = await themeInUse(db)
    expect([version, changed]).toEqual([(await publicationAt(db, before.version))!.version, []])
    expect((await themeVersions(db, 10)).filter(({ id }) => id > version!)).toEqual([])
    expect([await shownOn(shop), await shownOn(second)]).toEqual(['1', '1'])
  },
)
