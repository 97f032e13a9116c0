import { createElement } from 'react'
import { expect, it } from 'vitest'
import { endpoints } from '#app/endpoints.ts'
import { renderView } from '#platform/server/pages/render.tsx'
import { freshDatabase } from '#test/database.ts'
import { elements } from '#test/markup.ts'
import { contextOf } from '#test/page-visitor.ts'
import { subscribe } from '../contract.ts'
import { Newsletter } from './newsletter.tsx'

it('posts to the call that is served, and holds the places that its answers lead to', async () => {
  const { db } = await freshDatabase()
  const ctx = contextOf(db, { locale: 'zh' })
  const html = renderView(createElement(Newsletter, { ctx }), {
    lang: ctx.lang,
    islands: new Map(),
    cache: null,
    tags: new Set(),
    used: new Set(),
  })
  expect(elements(html, 'form')).toMatchObject([
    { action: `/zh/form${subscribe.path}`, 'data-action': subscribe.path.slice(1), method: 'post' },
  ])
  expect(elements(html, 'input')).toMatchObject([
    { name: 'email', type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: '254' },
  ])
  const { form } = endpoints.find(({ endpoint }) => endpoint === subscribe)!
  const places = elements(html, 'p').flatMap(({ id }) => (id === undefined ? [] : [`/zh#${id}`]))
  expect([form!.next(ctx, true, {}, {}), form!.next(ctx, false, null, {})]).toEqual(places)
})
