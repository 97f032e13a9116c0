import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renameEntry } from '#features/names/shop.ts'
import { configure } from '#app/configure.ts'
import { freshDatabase } from '#test/database.ts'
import type { Database } from '#platform/server/db/db.ts'
import { createProgram } from './program.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
})
afterEach(() => void vi.unstubAllEnvs())

/** What a call printed; a failure is thrown. */
async function violet(...args: string[]): Promise<string> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text: string | Uint8Array) => {
    out += text.toString()
    return true
  })
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
    return out
  } finally {
    spy.mockRestore()
  }
}

it('prints the table with where each route comes from', async () => {
  const lines = (await violet('routes')).split('\n').map((line) => line.trim().split(/\s{2,}/))
  expect(lines).toContainEqual([
    '[/LANG]',
    '/product/:slug',
    'product-detail',
    'product',
    'router.productRule',
  ])
  expect(lines).toContainEqual(['[/LANG]', '/tag/:slug', 'tag-detail', 'tag', 'router.tagRule'])
  expect(lines).toContainEqual(['[/LANG]', '/cart', 'cart', 'cart', 'fixed'])
  expect(lines).toContainEqual(['[/LANG]', '/user/*', 'user', 'not-found', 'router.userPath'])
})

it('prints it as JSON, custom categories first, and the patterns of before', async () => {
  const stored = await configure(
    db,
    {
      router: {
        isCustom: true,
        categories: [{ path: '/sofas', type: 'category', slug: 'sofas' }],
        tagRule: '/marked/:slug',
      },
    },
    new Date(),
  )
  expect(stored.ok).toBe(true)
  const { prefixes, routes } = JSON.parse(await violet('routes', '--json')) as {
    prefixes: string[]
    routes: object[]
  }
  expect(prefixes.slice(0, 2)).toEqual(['', '/zh'])
  expect(prefixes).toHaveLength(15)
  expect(routes[0]).toEqual({
    name: 'category-detail',
    pattern: '/sofas',
    page: 'category',
    slug: 'sofas',
    source: 'custom',
    setting: 'router.categories.0',
  })
  expect(JSON.parse(await violet('routes', '--past', '--json'))).toEqual([
    { pattern: '/tag/:slug', kind: 'tag', slug: null },
  ])
})

it('renames an entry, or says why not', async () => {
  await db.pool.query(`insert into pages (slug) values ('terms'), ('help')`)
  expect(await violet('rename', 'page', 'terms', 'conditions')).toContain('The page terms is conditions now')
  await expect(violet('rename', 'page', 'help', 'conditions')).rejects.toThrow(
    'there is a page conditions already',
  )
  await expect(violet('rename', 'page', 'nothing', 'x')).rejects.toThrow('there is no page nothing')
  expect(await renameEntry(db, 'page', 'conditions', 'terms')).toMatchObject({ ok: true })
})
