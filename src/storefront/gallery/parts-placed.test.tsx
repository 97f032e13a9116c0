import { afterAll, beforeAll, expect, it } from 'vitest'
import { homeProducts } from '#features/catalog/actions/browse.ts'
import type { Rendering } from '#platform/server/pages/render.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { loadIslands, rendered, shopCatalogue, shopContent } from '#test/placed/placed-parts.tsx'
import { fillShop } from '#transfer/content/for-tests.ts'
import { serverParts } from '#wire/placed-names.ts'
import { placedExamples, placedGallery } from './parts-placed.tsx'

let shop: TestDatabase
let islands: Rendering['islands']
beforeAll(async () => {
  shop = await createDatabase()
  islands = await loadIslands()
  await fillShop(shop.db, shopCatalogue, shopContent)
})
afterAll(() => shop.drop())

it('shows each part that only a merchant places, once, with ids of its own', async () => {
  const ctx = contextOf(shop.db)
  const { newest } = await homeProducts(ctx)
  const parts = placedGallery(await placedExamples(ctx, newest), ctx)
  expect(parts.map(({ name }) => name)).toEqual(serverParts)
  const views = parts.flatMap(({ states }) => states.map(({ view }) => view))
  const html = views.map((element) => rendered({ element, tags: [] }, ctx, islands).html).join('')
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(html.match(/<x-island c="[\w-]+"[^>]* k="part\d+-/g)?.length).toBeGreaterThanOrEqual(
    serverParts.length - 1,
  )
})

it('shows what needs no shop in an empty one', async () => {
  const empty = await createDatabase()
  const ctx = contextOf(empty.db)
  expect(placedGallery(await placedExamples(ctx, []), ctx).map(({ name }) => name)).toEqual(['payment'])
  await empty.drop()
})
