import { beforeEach, expect, it } from 'vitest'
import { fillShop, catalog } from '#transfer/content/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import { contextOf } from '#test/page-visitor.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { CallInput } from '#wire/endpoint.ts'
import { findDraft, myArticles, saveArticle } from './actions/my-articles.ts'
import * as contract from './contract/my-articles.ts'
import { listRevisions, publishRevision } from './shop/articles.ts'

/* An article that is saved once more, since the answer to the first saving did not come in time. */

let db: Database
let ada: SignedIn
beforeEach(async () => {
  db = (await freshDatabase()).db
  await fillShop(db, catalog, { articles: [] })
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
const work = () => ({ db, now: new Date(Date.now() - 60_000), ctxFor: () => contextOf(db) })
async function mine(who: SignedIn) {
  const answer = await myArticles(who.context(), { page: 1 })
  return answer.ok ? answer.value.articles : []
}
async function waiting(): Promise<number[]> {
  const found: number[] = []
  await listRevisions(db, 'submitted', ({ id }) => void found.push(id))
  return found
}

it('a form that is sent again goes to the article that it made, and over what it saved itself', async () => {
  // The answer to the first came too late, and nobody read it; text and title were changed since.
  const first = await saved(ada, { content: 'One.', form: 'a' })
  const again = await saved(ada, { content: 'One.', form: 'a' })
  const changed = await saved(ada, { title: 'On old oak', content: 'Two.', form: 'a' })
  expect([again.id, changed.id]).toEqual([first.id, first.id])
  expect(await mine(ada)).toHaveLength(1)
  // So does a form of an article that was there before, but not over what another one has saved.
  const of = { id: first.id, revision: changed.revision }
  const over = await saved(ada, { ...of, content: 'Three.', form: 'b' })
  const repeated = await saved(ada, { ...of, content: 'Four.', form: 'b' })
  for (const form of ['a', 'c', ''])
    expect(await save(ada, { ...of, content: 'Lost?', form })).toMatchObject({
      problem: { name: 'article_changed' },
    })
  expect(await save(ada, { content: 'Lost?', form: 'a' })).toMatchObject({
    problem: { name: 'article_changed' },
  })
  expect(over.id).toBe(first.id)
  expect(await findDraft(ada.context(), (await ada.context().who()).customer!, first.id)).toMatchObject({
    content: 'Four.',
    revision: repeated.revision,
  })
})

it('both of two saves of one form at once are one article; of two forms, or two customers, two', async () => {
  const both = await Promise.all([1, 2, 3].map(() => saved(ada, { content: 'One.', form: 'a' })))
  expect(new Set(both.map(({ id }) => id)).size).toBe(1)
  await saved(ada, { content: 'One.', form: 'b' })
  await saved(ada, { content: 'One.' })
  await saved(ada, { content: 'One.' })
  expect(await mine(ada)).toHaveLength(4)
  const bob = await signedIn(db)
  expect(await saved(bob, { content: 'One.', form: 'a' })).not.toMatchObject({ id: both[0]!.id })
})

it('what the merchant has published meanwhile is not changed by a form that is sent again', async () => {
  const { revision } = await saved(ada, { content: 'One.', submit: true, form: 'a' })
  await publishRevision(work(), revision)
  expect(await save(ada, { content: 'One.', submit: true, form: 'a' })).toMatchObject({
    problem: { name: 'article_changed' },
  })
  expect(await waiting()).toEqual([])
})
