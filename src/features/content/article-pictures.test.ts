import { expect, it } from 'vitest'
import { article, catalog, fillShop } from '#transfer/content/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn } from '#test/signed-in.ts'
import { saveArticle } from './actions/my-articles.ts'
import { saveArticle as contract } from './contract/my-articles.ts'

it('a picture is given up once, and only when the article shows it no more', async () => {
  const { db } = await freshDatabase()
  await fillShop(db, catalog, { articles: [article('oak')] })
  const ada = await signedIn(db)
  const [one, two] = ['a'.repeat(16), 'b'.repeat(16)] as const
  await db.pool.query(
    `insert into pictures (key, width, height, bytes, preview, average_color)
     select key, 1200, 800, 1000, '', '#aabbcc' from unnest($1::text[]) key`,
    [[one, two]],
  )
  let last = { id: 0, revision: 0 }
  const save = async (content: string, thumbnail = ''): Promise<void> => {
    const { id, revision } = last
    const input = contract.input.parse({ title: 'On oak', id, revision, content, thumbnail })
    const answer = await saveArticle(ada.context(), input)
    if (!answer.ok) throw new Error(answer.problem.name)
    last = answer.value
  }
  const givenUp = async (): Promise<string[]> => {
    const { rows } = await db.pool.query<{ key: string }>(
      `select key from uploads u join pictures p on p.id = u.picture_id where u.created_at < '2000-01-01'`,
    )
    return rows.map(({ key }) => key)
  }
  const of = (key: string): string => `![](/media/${key}/800.webp)`
  for (let count = 0; count < 4; count++) await save(`${of(one)} ${of(two)} ${count}`)
  expect(await givenUp()).toEqual([])
  for (let count = 0; count < 3; count++) {
    await save(of(one))
    expect(await givenUp()).toEqual([two])
    await save(of(one), two)
  }
  expect(await givenUp()).toEqual([two])
})

it('an article has twelve different pictures at most, the one on its card among them', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  const keys = Array.from({ length: 13 }, (_, index) => index.toString(16).padStart(16, '0'))
  await db.pool.query(
    `insert into pictures (key, width, height, bytes, preview, average_color)
     select key, 1200, 800, 1000, '', '#aabbcc' from unnest($1::text[]) key`,
    [keys],
  )
  const save = (shown: readonly string[], thumbnail = '') => {
    const content = shown.map((key) => `![](/media/${key}/800.webp)`).join(' ')
    return saveArticle(ada.context(), contract.input.parse({ title: 'On oak', content, thumbnail }))
  }
  const tooMany = { ok: false, problem: { name: 'too_many_pictures', details: { most: 12 } } }
  expect(await save(keys)).toEqual(tooMany)
  expect(await save(keys.slice(1), keys[0])).toEqual(tooMany)
  expect((await db.pool.query('select from customer_articles')).rows).toEqual([])
  const twelve = keys.slice(1)
  expect(await save([...twelve, ...twelve], twelve[0])).toMatchObject({ ok: true })
})
