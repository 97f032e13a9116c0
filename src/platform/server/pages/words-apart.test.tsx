import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Words } from '#i18n/words.ts'
import { testParts } from '../calls/parts-for-tests.ts'
import { contextFor, type ContextParts } from '../request.ts'
import { createPageCache } from './page-cache.ts'
import { Cached, renderView } from './render.tsx'

/* A request that began before the words were changed is answered with the former ones, and leaves none of them behind. */

function opened() {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const parts: ContextParts = { ...testParts({} as never), kept: cache.data }
  const request = { cookies: {}, headers: {}, ip: '192.0.2.1' } as unknown as FastifyRequest
  let words: Words = { ...parts.words(), version: '1' }
  return {
    cache,
    asked: () =>
      contextFor({ ...parts, words: () => words }, request, 'en', new Date('2026-11-26T12:00:00Z')).ctx,
    /** As a node does it. */
    change(version: string) {
      words = { ...words, version }
      cache.clear()
    },
  }
}

it('keeps data with texts in them apart', async () => {
  const { asked, change } = opened()
  const before = asked()
  change('2')
  expect(await before.kept('menu', [], async () => 'former')).toBe('former')
  expect(await asked().kept('menu', [], async () => 'present')).toBe('present')
  expect(await before.kept('menu', [], async () => 'never read')).toBe('former')
  expect(await asked().kept('menu', [], async () => 'never read')).toBe('present')
})

it('keeps pieces of pages apart', () => {
  const { cache, asked, change } = opened()
  const shown = (ctx: ReturnType<typeof asked>, text: string): string =>
    renderView(
      <Cached k="footer" tags={[]}>
        {() => <p>{text}</p>}
      </Cached>,
      {
        lang: 'en',
        islands: new Map(),
        cache,
        tags: new Set(),
        used: new Set(),
        wordsVersion: ctx.words.version,
      },
    )
  const before = asked()
  change('2')
  expect(shown(before, 'former')).toBe('<p>former</p>')
  expect(shown(asked(), 'present')).toBe('<p>present</p>')
  expect(shown(before, 'never rendered')).toBe('<p>former</p>')
  change('')
  expect(shown(asked(), 'as it comes')).toBe('<p>as it comes</p>')
})
