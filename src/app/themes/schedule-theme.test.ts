import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { themeVersions } from '#features/theming/queries.ts'
import { schedules } from '#features/theming/queries/schedules.ts'
import { holdRows, untilWaiting } from '#test/database.ts'
import { loopsIn } from '#test/loops/loops-in.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { scheduleVersion, unscheduleVersion } from './schedule-theme.ts'
import { storeTheme, undoTheme } from './versions.ts'

/* Versions of the theme that are shown at their time, by the loop that does it, in a shop that runs. */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.pool.query(
    'truncate shop_config, theme_publications, theme_versions, theme_files cascade',
  )
  await shop.configure({ shop: { name: 'Oak' } })
})

const eve = new Date('2026-12-24T18:00:00Z')
const before = new Date(eve.getTime() - 1)

async function store(said: string, isDraft = true): Promise<number> {
  const home = {
    sections: { a: { type: 'rich-text', settings: { html: { en: `<p>§${said}</p>` } } } },
    order: ['a'],
  }
  const files = new Map([
    ['theme.json', Buffer.from('{"theme": {"useDefTemplate": true}}')],
    ['templates/home.json', Buffer.from(JSON.stringify(home))],
  ])
  const media = (): never => {
    throw new Error('it has no pictures')
  }
  const stored = await storeTheme(shop.database.db, files, { name: said, now: before, media, isDraft })
  if (!stored.ok) throw new Error(JSON.stringify(stored.problem))
  return stored.value.version
}

async function plan(version: number, dueAt = eve): Promise<void> {
  const { db } = shop.database
  expect(await scheduleVersion(db, { version, dueAt }, new Date('2026-12-01T00:00:00Z'))).toMatchObject({
    ok: true,
  })
}

/** As the loop does at a moment. */
async function runAt(now: Date): Promise<void> {
  const run = await loopsIn(shop.database.db, { now: () => now })
  await run('themes.publish')
}

async function shown(): Promise<string | undefined> {
  await shop.catchUp()
  return /§(\w+)/.exec((await shop.get('/')).body)?.[1]
}

describe('a version that has a time', () => {
  it('is shown then and not before, once, and can be gone back from', async () => {
    await store('autumn', false)
    await plan(await store('winter'))
    await runAt(before)
    expect(await shown()).toBe('autumn')
    await runAt(eve)
    expect(await shown()).toBe('winter')
    const { version } = await loadConfig(shop.database.db)
    await runAt(new Date(eve.getTime() + minute))
    expect((await loadConfig(shop.database.db)).version).toBe(version)
    expect(await schedules(shop.database.db)).toEqual([])
    await undoTheme(shop.database.db, eve)
    expect(await shown()).toBe('autumn')
  })

  it('is not shown when it was taken back', async () => {
    await store('autumn', false)
    const winter = await store('winter')
    await plan(winter)
    await plan(winter, new Date(eve.getTime() + minute))
    expect(await unscheduleVersion(shop.database.db, winter)).toBe(2)
    await runAt(new Date(eve.getTime() + 2 * minute))
    expect(await shown()).toBe('autumn')
  })

  it('comes after those of earlier times, where several are late', async () => {
    const [late, later] = [await store('late'), await store('later')]
    await plan(late, new Date(eve.getTime() + minute))
    await plan(later, eve)
    await runAt(new Date(eve.getTime() + 2 * minute))
    expect(await shown()).toBe('late')
  })

  it('is published once, however many nodes think that it is theirs', async () => {
    await plan(await store('winter'))
    const { version } = await loadConfig(shop.database.db)
    await Promise.allSettled([runAt(eve), runAt(eve), runAt(eve)])
    // Where all were turned away by each other, the next minute has it.
    await runAt(eve)
    expect((await loadConfig(shop.database.db)).version).toBe(version + 1)
    expect(await shown()).toBe('winter')
  })

  it('is kept, however many versions are stored after it', async () => {
    const winter = await store('winter')
    await plan(winter)
    await shop.database.db.pool.query(
      `insert into theme_versions (name, manifest, created_at) select 'x', '{}', now() from generate_series(1, 201)`,
    )
    await store('last', false)
    const ids = (await themeVersions(shop.database.db, 500)).map(({ id }) => id)
    expect([ids.length, ids.includes(winter)]).toEqual([201, true])
  })
})

describe('one that cannot be shown at its time', () => {
  it('changes nothing, says why, and is not tried again', async () => {
    await store('autumn', false)
    const winter = await store('winter')
    await plan(winter)
    const { db } = shop.database
    // As a later version of the program would refuse it.
    await db.pool.query(
      `update theme_files set content = '{"theme": {"glow": 1}}' where convert_from(content, 'UTF8') like '{"theme"%'`,
    )
    const { version } = await loadConfig(db)
    await runAt(eve)
    expect(await schedules(db)).toMatchObject([
      { version: winter, failure: expect.stringMatching(/^theme\.json:1: .*glow/) },
    ])
    await runAt(new Date(eve.getTime() + minute))
    expect((await loadConfig(db)).version).toBe(version)
    expect(await shown()).toBe('autumn')
  })

  it('is refused when a time is wanted for it', async () => {
    const winter = await store('winter')
    const { db } = shop.database
    await db.pool.query(
      `update theme_files set content = '{' where convert_from(content, 'UTF8') like '{"theme"%'`,
    )
    const refused = await scheduleVersion(db, { version: winter, dueAt: eve }, before)
    expect(refused).toMatchObject({ ok: false, problem: [{ file: 'theme.json' }] })
    expect(await schedules(db)).toEqual([])
  })
})

it.each(['theme_publications', 'theme_schedules', 'cache_changes'])(
  'is whole or not there, and still has its time, when its writer dies at %s',
  async (table) => {
    await store('autumn', false)
    await plan(await store('winter'))
    const { db } = shop.database
    const was = await loadConfig(db)
    const letGo = await holdRows(db, `lock table ${table} in share row exclusive mode`)
    const running = runAt(eve).catch(() => 'died')
    await untilWaiting(db, 1)
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    await letGo()
    expect(await running).toBe('died')
    expect(await loadConfig(db)).toEqual(was)
    expect(await shown()).toBe('autumn')
    await runAt(eve)
    expect(await shown()).toBe('winter')
  },
)
