import { expect } from 'vitest'
import { linkVersion } from '#app/themes/draft-links.ts'
import { storeTheme } from '#app/themes/versions.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { origin, type WholeShop } from '#test/whole-shop.ts'

export type Texts = Record<string, string | Buffer>

export const said = (text: string): string =>
  JSON.stringify({ sections: { a: { type: 'rich-text', settings: { html: { en: text } } } }, order: ['a'] })

/** A draft whose every part says §draft: its home page, its frame, its products. */
export const draft: Texts = {
  'templates/home.json': said('<p>§draft home</p>'),
  'templates/product.liquid': '<p>§draft {{ product.title }}</p>{% main %}',
  'frame.json': JSON.stringify({ header: [{ text: { en: '§draft link' }, href: '/article' }] }),
}

/** Drafts of a shop: stored, linked to, and looked at. */
export function draftsOf(shop: () => WholeShop) {
  async function store(texts: Texts, more: { workplace?: string } = {}): Promise<number> {
    const all = { 'theme.json': '{"theme": {"useDefTemplate": true, "primaryColor": "#2f5d50"}}', ...texts }
    const files = new Map(
      Object.entries(all).map(([path, text]) => [path, typeof text === 'string' ? Buffer.from(text) : text]),
    )
    const media = (): ReturnType<typeof openMedia> => openMedia(`${shop().folder}/media`)
    const options = { name: 'mine', now: new Date(), media, isDraft: true, ...more }
    const stored = await storeTheme(shop().database.db, files, options)
    if (!stored.ok) throw new Error(JSON.stringify(stored.problem))
    return stored.value.version
  }

  async function keyOf(version: number): Promise<string> {
    const { url } = await linkVersion(shop().database.db, { version, days: 7, origin }, new Date())
    expect(url).toMatch(/^https:\/\/shop\.example\/theme\.draft\?key=[\w.-]{50,70}$/)
    return new URL(url).searchParams.get('key')!
  }

  /** Opens the link; gives the headers of the browser that came by it. */
  async function enter(key: string, node = shop()): Promise<Record<string, string>> {
    const { status, headers } = await node.get(`/theme.draft?key=${key}`)
    expect([status, headers['location']]).toEqual([303, '/'])
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(
      /^__Host-violet_draft=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    return { cookie: cookie.split(';')[0]! }
  }

  return { store, keyOf, enter }
}
