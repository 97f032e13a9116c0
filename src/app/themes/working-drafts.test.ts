import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themeVersions } from '#features/theming/queries.ts'
import { statementsOf } from '#test/database-asked/statements.ts'
import { openPublicShop } from '#test/public-shop.ts'
import { draft, draftsOf, said } from '#test/templated/drafts.ts'
import { openWholeShop, origin, type WholeShop } from '#test/whole-shop.ts'
import { linkToWorking } from './draft-links.ts'
import { publishTheme } from './versions.ts'

/* The drafts of `theme dev`, which follow a folder, in a shop of two nodes. */

let shop: WholeShop
let second: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
  second = await openWholeShop(() => new Date(), {}, shop)
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const { store, keyOf, enter } = draftsOf(() => shop)

describe('what `theme dev` stores', () => {
  const workplace = 'a'.repeat(64)

  it('is one version, which each save replaces and the same link shows', async () => {
    const { db } = shop.database
    const before = (await themeVersions(db, 500)).length
    const version = await store({ 'templates/home.json': said('<p>§save 0</p>') }, { workplace })
    const { url } = await linkToWorking(db, { version, origin }, new Date())
    const browser = await enter(new URL(url).searchParams.get('key')!)
    for (let save = 1; save < 5; save += 1) {
      const now = await store({ 'templates/home.json': said(`<p>§save ${save}</p>`) }, { workplace })
      expect((await shop.get('/', browser)).body).toContain(`§save ${save}`)
      expect((await linkToWorking(db, { version: now, origin }, new Date())).url).toBe(url)
    }
    expect(await themeVersions(db, 500)).toHaveLength(before + 1)
    const { rows } = await db.pool.query(
      `select count(*)::int from theme_files where position(convert_to('§save', 'UTF8') in content) > 0`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is followed by open pages of it, and by no other page', async () => {
    const { db } = shop.database
    const version = await store({ 'templates/home.json': said('<p>§first</p>') }, { workplace })
    const { url } = await linkToWorking(db, { version, origin }, new Date())
    const browser = await enter(new URL(url).searchParams.get('key')!)
    const { body } = await shop.get('/', browser)
    const seen = /data-draft-version="(\d+)"/.exec(body)![1]!
    expect([seen, body.match(/<script type="module" src="\/theme\.draft\.js">/g)?.length]).toEqual([
      `${version}`,
      1,
    ])
    expect((await shop.get('/theme.draft.js', browser)).body).toContain('/theme.draft.next')
    // Asked on the other node: whichever a balancer chooses.
    const next = second.get(`/theme.draft.next?seen=${seen}`, browser)
    await store({ 'templates/home.json': said('<p>§second</p>') }, { workplace })
    expect((await next).status).toBe(200)
    expect((await shop.get(`/theme.draft.next?seen=${seen}`, browser)).status).toBe(200)

    expect((await shop.get(`/theme.draft.next?seen=${seen}`)).status).toBe(404)
    // Nobody waits, nor has the database asked again and again, without a link that was signed here.
    const forged = { cookie: `violet_draft=1.zzzzzz.${'A'.repeat(43)}` }
    const asked = await statementsOf(async () =>
      expect((await shop.get('/theme.draft.next?seen=null', forged)).status).toBe(404),
    )
    expect(asked.length).toBeLessThan(3)
    expect((await shop.get('/')).body).not.toContain('theme.draft')
    const still = await enter(await keyOf(await store(draft)))
    expect((await shop.get('/', still)).body).not.toContain('theme.draft.js')
  })

  it('is one draft for each folder, though they have the same name and the same files', async () => {
    const { db } = shop.database
    const links = []
    for (const mine of [workplace, 'b'.repeat(64)]) {
      const version = await store({ 'templates/home.json': said('<p>§alike</p>') }, { workplace: mine })
      links.push((await linkToWorking(db, { version, origin }, new Date())).url)
    }
    const [first, second] = await Promise.all(
      links.map((url) => enter(new URL(url).searchParams.get('key')!)),
    )
    await store({ 'templates/home.json': said('<p>§by the first</p>') }, { workplace })
    expect((await shop.get('/', first)).body).toContain('§by the first')
    expect((await shop.get('/', second)).body).toContain('§alike')
    // Pushed meanwhile, as it is: the draft is followed all the same.
    const pushed = await store({ 'templates/home.json': said('<p>§by the first</p>') })
    await store({ 'templates/home.json': said('<p>§later</p>') }, { workplace })
    expect((await shop.get('/', first)).body).toContain('§later')
    expect((await shop.get('/', await enter(await keyOf(pushed)))).body).toContain('§by the first')
  })

  it('stays when it was published, and what was pushed is none of it', async () => {
    const { db } = shop.database
    const published = await store({ 'templates/home.json': said('<p>one</p>') }, { workplace })
    await publishTheme(db, published, new Date())
    const working = await store({ 'templates/home.json': said('<p>two</p>') }, { workplace })
    const pushed = await store({ 'templates/home.json': said('<p>two</p>') })
    expect(await store({ 'templates/home.json': said('<p>two</p>') })).toBe(pushed)
    const last = await store({ 'templates/home.json': said('<p>three</p>') }, { workplace })
    const known = new Map((await themeVersions(db, 9)).map(({ id, isWorking }) => [id, isWorking]))
    const states = [last, working, pushed, published].map((id) => known.get(id))
    expect(states).toEqual([true, undefined, false, false])
  })
})
