import { expect, it } from 'vitest'
import { buyer } from '#test/buyer.ts'
import { stockedShop } from '#test/order-changes.ts'

it('asks for the terms under their new name, too', async () => {
  const db = await stockedShop()
  await db.pool.query(`
    insert into pages (slug, visible) values ('agb', true);
    insert into page_texts (page_id, locale, title) select id, 'en', 'Terms' from pages where slug = 'agb';
    update pages set slug = 'conditions' where slug = 'agb'`)
  const ming = buyer(db, { sales: { terms: 'agb' } })
  const view = await ming.ready({ 'stool-sage': 1 })
  expect(view.terms).toEqual({ title: 'Terms', href: '/page/conditions' })
  expect(await ming.submit(view, { terms: false })).toMatchObject({ problem: { name: 'terms_not_accepted' } })
  await db.pool.query('update pages set visible = false')
  expect((await ming.detail(view.slug)).terms).toBeNull()
})
