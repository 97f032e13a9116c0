import { beforeEach, expect, it } from 'vitest'
import { article, catalog, fillShop } from '#transfer/content/for-tests.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { freshDatabase } from '#test/database.ts'
import { plantUpload } from '#test/planted/words.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import { contextOf } from '#test/page-visitor.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { CallInput } from '#wire/endpoint.ts'
import { findArticle } from './actions/browse.ts'
import { addComment } from './actions/comment.ts'
import { deleteArticle, findDraft, myArticles, previewArticle, saveArticle } from './actions/my-articles.ts'
import * as comments from './contract/comments.ts'
import * as contract from './contract/my-articles.ts'
import {
  findRevision,
  listRevisions,
  publishRevision,
  refuseRevision,
  removeArticle,
} from './shop/articles.ts'

let db: Database
let ada: SignedIn
beforeEach(async () => {
  db = (await freshDatabase()).db
  await fillShop(db, catalog, { articles: [article('oak')] })
  ada = await signedIn(db)
})

type Given = Partial<CallInput<typeof contract.saveArticle>>

const save = (who: SignedIn, given: Given) =>
  saveArticle(who.context(), contract.saveArticle.input.parse({ title: 'On oak', ...given }))

async function saved(who: SignedIn, given: Given) {
  const answer = await save(who, given)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}
// Before the moment of the requests.
const work = () => ({ db, now: new Date(Date.now() - 60_000), ctxFor: () => contextOf(db) })
const read = (slug: string) => findArticle(contextOf(db, { now: new Date() }), slug)
async function mine(who: SignedIn) {
  const answer = await myArticles(who.context(), { page: 1 })
  return answer.ok ? answer.value.articles : []
}
async function waiting(): Promise<number[]> {
  const found: number[] = []
  await listRevisions(db, 'submitted', ({ id }) => void found.push(id))
  return found
}

it('is a draft, is handed in, published by the merchant, and read by everybody', async () => {
  const draft = await saved(ada, { content: 'One *two*.' })
  expect(draft).toMatchObject({ slug: 'on-oak', state: 'draft' })
  expect(await waiting()).toEqual([])
  // Drafts are nobody's business.
  expect(await findRevision(db, draft.revision)).toBeNull()
  expect(await publishRevision(work(), draft.revision)).toEqual({ ok: false, problem: { name: 'not_found' } })

  const handed = await saved(ada, { ...pick(draft), content: 'One *two* three.', submit: true })
  expect(handed).toMatchObject({ id: draft.id, slug: 'on-oak', state: 'submitted' })
  expect(handed.revision).not.toBe(draft.revision)
  expect(await read('on-oak')).toBeNull()
  expect(await publishRevision(work(), handed.revision)).toMatchObject({ ok: true })
  expect(await read('on-oak')).toMatchObject({
    title: 'On oak',
    author: 'Ada L.',
    body: '<p>One <em>two</em> three.</p>',
    updated: null,
  })
  expect(await mine(ada)).toMatchObject([
    { id: draft.id, title: 'On oak', state: 'published', href: '/article/on-oak', author: 'Ada L.' },
  ])
  const { rows } = await db.pool.query(
    'select kind, recipient, subject, unsubscribe_url is not null as stop from outbox_mails',
  )
  expect(rows).toEqual([
    { kind: 'article.published', recipient: ada.email, subject: '“On oak” is published', stop: true },
  ])
})

/** @returns the article, published */
async function published(given: Given = {}) {
  const handed = await saved(ada, { content: 'First.', submit: true, ...given })
  expect(await publishRevision(work(), handed.revision)).toMatchObject({ ok: true })
  return handed
}

it('stays as it is while a change of it waits, and while that is refused', async () => {
  const first = await published()
  const { id, revision } = first
  const second = await saved(ada, {
    id,
    revision,
    title: 'On ash',
    content: 'Second.',
    slug: 'on-ash',
    submit: true,
  })
  expect(second).toMatchObject({ slug: 'on-oak', state: 'submitted' })
  expect(await read('on-oak')).toMatchObject({ title: 'On oak', body: '<p>First.</p>' })
  expect(await refuseRevision(work(), second.revision, 'Too short.')).toMatchObject({ ok: true })
  expect(await mine(ada)).toMatchObject([{ state: 'refused', reason: 'Too short.', href: '/article/on-oak' }])
  expect(await read('on-oak')).toMatchObject({ title: 'On oak' })

  const third = await saved(ada, {
    id,
    revision: second.revision,
    title: 'On ash',
    content: 'Third.',
    submit: true,
  })
  expect(await publishRevision(work(), third.revision)).toMatchObject({ ok: true })
  const shown = await read('on-oak')
  expect(shown).toMatchObject({ title: 'On ash', body: '<p>Third.</p>' })
  expect(shown!.updated).not.toBeNull()
})

it('changes the language of what is published, and leaves none behind', async () => {
  const { id, revision } = await published()
  const next = await saved(ada, {
    id,
    revision,
    title: '橡木',
    content: '好。',
    language: 'zh',
    submit: true,
  })
  await publishRevision(work(), next.revision)
  const { rows } = await db.pool.query(
    `select locale, title from article_texts t join articles a on a.id = t.article_id where a.slug = 'on-oak'`,
  )
  expect(rows).toEqual([{ locale: 'zh', title: '橡木' }])
})

it('publishes the text that the merchant has read, or none', async () => {
  const handed = await saved(ada, { content: 'Read this.', submit: true })
  for (let turn = 0; turn < 6; turn++) {
    const { id } = handed
    const [last] = (await waiting()).slice(-1)
    const [decided, changed] = await Promise.all([
      publishRevision(work(), last!),
      save(ada, { id, revision: last!, content: `Changed ${turn}.`, submit: true }),
    ])
    const { rows } = await db.pool.query<{ body: string }>(
      `select t.body from article_texts t join articles a on a.id = t.article_id where a.slug = 'on-oak'`,
    )
    const shown = await db.pool.query<{ id: number }>(
      `select id from article_revisions where state = 'published'`,
    )
    if (decided.ok) expect(shown.rows).toEqual([{ id: last }])
    // Whoever came first, readers see no text of a revision that was not published by its number.
    if (decided.ok) expect(rows[0]!.body).toBe(htmlOf(decided.value.content))
    else expect(decided.problem.name).toBe('not_found')
    expect(changed.ok).toBe(true)
  }
  const states = await db.pool.query<{ state: string; count: number }>(
    'select state, count(*) from article_revisions group by state',
  )
  for (const { count } of states.rows) expect(count).toBe(1)
})
const htmlOf = (content: string): string => `<p>${content}</p>`

it('overwrites nothing that was saved elsewhere', async () => {
  const opened = await saved(ada, { content: 'One.' })
  await saved(ada, { ...pick(opened), content: 'Two.' })
  expect(await save(ada, { ...pick(opened), content: 'Three.' })).toEqual({
    ok: false,
    problem: { name: 'article_changed' },
  })
  expect((await findDraft(ada.context(), ada.customer, opened.id))!.content).toBe('Two.')
  // Of two at a time one is refused.
  const last = (await findDraft(ada.context(), ada.customer, opened.id))!
  const both = await Promise.all(['A', 'B'].map((content) => save(ada, { ...pick(last), content })))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})
const pick = ({ id, revision }: { id: number; revision: number }) => ({ id, revision })

it('belongs to its author alone', async () => {
  const eve = await signedIn(db)
  const own = await saved(ada, { content: 'Mine.' })
  const unknown = { ok: false, problem: { name: 'unknown_article' } }
  expect(await save(eve, { ...pick(own), content: 'Stolen.' })).toEqual(unknown)
  expect(await deleteArticle(eve.context(), { id: own.id })).toEqual(unknown)
  expect(await findDraft(eve.context(), eve.customer, own.id)).toBeNull()
  expect(await mine(eve)).toEqual([])
  expect((await findDraft(ada.context(), ada.customer, own.id))!.content).toBe('Mine.')
})

it('never takes the address of another article', async () => {
  const taken = { problem: { name: 'invalid_input', fields: { slug: expect.any(String) as string } } }
  expect((await saved(ada, { title: 'Oak' })).slug).toBe('oak-2')
  expect((await saved(await signedIn(db), { title: 'Oak!' })).slug).toBe('oak-3')
  expect(await save(ada, { slug: 'Oak' })).toMatchObject(taken)
  // Also one that the merchant's article had, or one that was deleted.
  await db.pool.query(`update articles set slug = 'ash' where slug = 'oak'`)
  expect(await save(ada, { slug: 'oak' })).toMatchObject(taken)
  await db.pool.query(`delete from articles where slug = 'ash'`)
  expect(await save(ada, { slug: 'ash' })).toMatchObject(taken)
  const authors = await Promise.all(Array.from({ length: 8 }, () => signedIn(db)))
  const many = await Promise.all(authors.map((author) => saved(author, { title: 'Same' })))
  expect(new Set(many.map(({ slug }) => slug)).size).toBe(8)
  // And of all who change theirs to one address at once, one has it and the others are told.
  const moved = await Promise.all(
    authors.map((author, n) => save(author, { ...pick(many[n]!), title: 'Same', slug: 'One address' })),
  )
  const [kept, ...told] = moved.sort((a, b) => Number(b.ok) - Number(a.ok))
  expect(kept).toMatchObject({ ok: true, value: { slug: 'one-address' } })
  expect(told).toEqual(told.map(() => expect.objectContaining(taken)))
  // The merchant takes one that waits: then it cannot be published under it.
  const { revision } = await saved(ada, { title: 'Elm', content: 'x', submit: true })
  await fillShop(db, catalog, { articles: [article('elm')] })
  expect(await publishRevision(work(), revision)).toEqual({
    ok: false,
    problem: { name: 'slug_taken', slug: 'elm' },
  })
  expect(await read('elm')).toMatchObject({ title: 'About elm' })
  expect(await waiting()).toEqual([revision])
  expect((await saved(ada, { title: '橡木 与 铁' })).slug).toBe('橡木-与-铁')
})

it('is withdrawn by its author, with its comments, and its address is gone', async () => {
  const { id } = await published()
  const given = comments.addComment.input.parse({ article: 'on-oak', content: 'Nice.' })
  // By the author: shown at once, and marked.
  expect(await addComment(ada.context(), given)).toMatchObject({
    value: { comment: { official: true, state: 'published' } },
  })
  expect(await deleteArticle(ada.context(), { id })).toEqual({ ok: true, value: {} })
  expect(await read('on-oak')).toBeNull()
  expect(await mine(ada)).toEqual([])
  const { rows } = await db.pool.query(
    `select slug, entry_id from former_slugs where kind = 'article' and slug = 'on-oak'`,
  )
  expect(rows).toEqual([{ slug: 'on-oak', entry_id: null }])
})

it('goes with the account of its author', async () => {
  await published()
  await saved(ada, { title: 'Another' })
  expect(await db.transact((tx) => eraseCustomer(tx, ada.customer, new Date()))).toBe(true)
  expect(await read('on-oak')).toBeNull()
  expect((await db.pool.query('select from article_revisions')).rowCount).toBe(0)
  await expect(
    saveArticle(
      { ...ada.context(), who: async () => ({ customer: ada.customer }) as never },
      contract.saveArticle.input.parse({ title: 'Late' }),
    ),
  ).rejects.toThrow('sign_in_required')
})

it('says to its author when the merchant has taken it down', async () => {
  const { revision } = await published()
  await db.pool.query(`update articles set visible = false where slug = 'on-oak'`)
  expect(await mine(ada)).toMatchObject([{ state: 'withdrawn', href: null }])
  await db.pool.query(`delete from articles where slug = 'on-oak'`)
  expect(await mine(ada)).toMatchObject([{ state: 'withdrawn', href: null, slug: 'on-oak' }])
  expect(await removeArticle(db, revision)).toMatchObject({ ok: true })
  expect(await mine(ada)).toEqual([])
})

it('holds its pictures for as long as it shows them', async () => {
  const [one, two] = [await plantUpload(db, 'a'), await plantUpload(db, 'b')]
  const draft = await saved(ada, { content: 'Look:', images: [one.upload] })
  const stored = (await findDraft(ada.context(), ada.customer, draft.id))!
  expect(stored).toMatchObject({
    content: `Look:\n\n![](/media/${one.key}/800.webp)`,
    pictures: [one.key],
    thumbnail: one.key,
  })
  const handed = await saved(ada, {
    ...pick(draft),
    content: stored.content,
    thumbnail: two.key,
    submit: true,
  })
  await publishRevision(work(), handed.revision)
  const shown = await read('on-oak')
  expect(shown).toMatchObject({ picture: { key: two.key } })
  expect(shown!.body).toContain(`<img src="/media/${one.key}/800.jpg"`)
  expect((await mine(ada))[0]).toMatchObject({ thumbnail: { key: two.key } })
  const held = async (): Promise<number> =>
    (
      await db.pool.query<{ count: number }>(
        `select count(*) from (
           select picture_id from article_revision_pictures union
           select picture_id from article_revisions where picture_id is not null
         ) p`,
      )
    ).rows[0]!.count
  expect(await held()).toBe(2)
  await deleteArticle(ada.context(), { id: draft.id })
  expect(await held()).toBe(0)
  // They go with the next old uploads.
  const { rows } = await db.pool.query(
    `select distinct picture_id from uploads where created_at < '2000-01-01'`,
  )
  expect(rows).toHaveLength(2)
})

it('takes no pictures that are not here, and none of other sites', async () => {
  expect(await save(ada, { content: `![](/media/${'c'.repeat(16)}/800.webp)` })).toMatchObject({
    problem: { name: 'unknown_picture' },
  })
  expect(await save(ada, { images: ['f'.repeat(32)] })).toMatchObject({
    problem: { name: 'unknown_picture' },
  })
  const html = async (content: string) => {
    const answer = await previewArticle(ada.context(), { content })
    return answer.ok ? answer.value.html : ''
  }
  expect(await html('![x](https://evil.example/x.png)')).toBe('')
  expect(await html('![x](data:image/png;base64,AAAA)')).not.toContain('<img')
})

it.each([
  ['<script>alert(1)</script>'],
  ['<img src=x onerror=alert(1)>'],
  ['[x](javascript:alert(1))'],
  ['[x](data:text/html,<script>alert(1)</script>)'],
  ['<x-island c="cart" p="{}"></x-island>'],
  ['![x" onerror="alert(1)](/media/aaaaaaaaaaaaaaaa/800.webp)'],
  ['<svg><script>alert(1)</script></svg>'],
  ['<a href="https://x" onclick="alert(1)">x</a>'],
  ['[x](https://x "onmouseover=alert(1) \\" onclick=\\"alert(1)")'],
])('runs nothing that an author writes: %s', async (content) => {
  await plantUpload(db, 'a')
  const handed = await saved(ada, { content, submit: true })
  await publishRevision(work(), handed.revision)
  const { body } = (await read('on-oak'))!
  const preview = await previewArticle(ada.context(), { content })
  for (const html of [body, preview.ok ? preview.value.html : 'x']) expect(elementsIn(html)).toEqual([])
})

/** Tags and attributes in HTML that could run or load something. */
function elementsIn(html: string): string[] {
  // Between quotes stand words, but for those of links and pictures.
  const bare = html.replaceAll(/"[^"]*"/g, '""')
  return [
    ...(bare.match(/<(?:script|svg|iframe|x-island)|<[^>]*\s(?:on\w+|class|id)\s*=/gi) ?? []),
    ...(html.match(/\s(?:href|src)="\s*(?:javascript|data|vbscript):/gi) ?? []),
  ]
}

it('has a control: what the sanitiser would let through is found', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<p><img src="x" onerror="alert(1)"></p>',
    '<a href="javascript:alert(1)">x</a>',
    '<p id="x">',
  ])
    expect(elementsIn(html)).not.toEqual([])
})

it('is a text of a certain length, of an account of so many, handed in so often', async () => {
  expect(await save(ada, { title: ' ', content: '' })).toMatchObject({
    problem: { name: 'invalid_input', fields: { title: 'Please enter a title.' } },
  })
  expect(await save(ada, { submit: true })).toMatchObject({
    problem: { fields: { content: 'Please write your article before you submit it.' } },
  })
  const closed = {
    ...ada.context(),
    shop: contextOf(db, { config: { shop: { articlesBy: 'nobody' } } }).shop,
  }
  expect(await saveArticle(closed, contract.saveArticle.input.parse({ title: 'x' }))).toMatchObject({
    problem: { name: 'articles_closed' },
  })
  let refused = 0
  for (let n = 0; n < 12; n++)
    refused += (await save(ada, { title: `T${n}`, content: 'x', submit: true })).ok ? 0 : 1
  expect(refused).toBe(2)
  await db.pool.query(
    `insert into customer_articles (customer_id, slug, created_at, updated_at)
     select $1, 's' || n, now(), now() from generate_series(1, 90) n`,
    [ada.customer],
  )
  expect(await save(ada, { title: 'One more' })).toEqual({
    ok: false,
    problem: { name: 'too_many_articles' },
  })
})
