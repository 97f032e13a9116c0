import { beforeEach, describe, expect, it } from 'vitest'
import { article, catalog, comment, fillShop } from '#transfer/content/for-tests.ts'
import { day, hour } from '#domain/time.ts'
import { addChoices, settingsId } from '#features/notifications/queries/settings.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn } from '#test/signed-in.ts'
import { mayGoOn } from '#platform/server/rate.ts'
import { contextOf } from '#test/page-visitor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { CallInput } from '#wire/endpoint.ts'
import { listComments } from './actions/browse.ts'
import { addComment, deleteComment, listOwnComments, myComments } from './actions/comment.ts'
import { editInfo } from '#features/customer/actions/profile.ts'
import * as contract from './contract/comments.ts'
import { answerComment, publishComment, refuseComment } from './shop/moderate.ts'

let db: Database
beforeEach(async () => {
  db = (await freshDatabase()).db
  await fillShop(db, catalog, {
    articles: [article('oak'), article('ash'), article('later', { publishedAt: '2027-01-01T00:00:00Z' })],
    comments: [comment('a-1'), comment('a-2', { answers: 'a-1' }), comment('elsewhere', { article: 'ash' })],
  })
})

type Given = Partial<CallInput<typeof contract.addComment>>

const write = (ctx: Ctx, given: Given) =>
  addComment(ctx, contract.addComment.input.parse({ article: 'oak', ...given }))

async function written(ctx: Ctx, given: Given): Promise<contract.OwnComment> {
  const answer = await write(ctx, given)
  if (!answer.ok) throw new Error(answer.problem.name)
  return answer.value.comment
}

const everybody = { shop: { commentsBy: 'everybody' } }
const work = () => ({ db, now: new Date(), ctxFor: () => contextOf(db) })

async function shown(): Promise<[string, string[]][]> {
  const listed = await listComments(contextOf(db), { article: 'oak', page: 1 })
  if (!listed.ok) throw new Error(listed.problem.name)
  return listed.value.comments.map(({ content, replies }) => [content, replies.map((one) => one.content)])
}
const stored = async (): Promise<number> =>
  (await db.pool.query<{ count: number }>('select count(*) from article_comments')).rows[0]!.count
const tags = async (): Promise<string[]> =>
  (await db.pool.query<{ tags: string[] }>('select tags from cache_changes')).rows.flatMap((row) => row.tags)

it('holds the first comment of a customer, and shows the next ones once that was published', async () => {
  const ada = await signedIn(db)
  const before = await shown()
  const first = await written(ada.context(), { content: ' Good \r\n\r\n\r\n\r\noak. ' })
  expect(first).toMatchObject({
    author: 'Ada L.',
    content: 'Good\n\noak.',
    state: 'pending',
    official: false,
    answers: null,
  })
  expect(await shown()).toEqual(before)
  expect(await publishComment(work(), first.code)).toMatchObject({ ok: true, value: { state: 'published' } })
  expect((await shown())[0]).toEqual(['Good\n\noak.', []])

  const second = await written(ada.context(), { content: 'And ash.' })
  expect(second.state).toBe('published')
  expect((await shown())[0]).toEqual(['And ash.', []])
  expect(await tags()).toContainEqual(expect.stringMatching(/^article:\d+$/))
  // Of the same customer, but with a link.
  expect((await written(ada.context(), { content: 'See https://example.com' })).state).toBe('pending')
  // The same words of another customer.
  const eve = await signedIn(db)
  const known = await written(eve.context(), { content: 'First of mine.' })
  await publishComment(work(), known.code)
  expect((await written(eve.context(), { content: 'And ash.' })).state).toBe('pending')
})

it('holds what a known customer says under a name that leads away or claims to be the shop’s', async () => {
  const ada = await signedIn(db)
  const first = await written(ada.context(), { content: 'Good oak.' })
  await publishComment(work(), first.code)
  const before = await shown()
  const shop = contextOf(db).shop.shop.name
  for (const nickname of ['www.casino-win.example', `${shop} · the shop`, '官方客服']) {
    expect(await editInfo(ada.context(), { nickname, bio: '', birthday: '' })).toMatchObject({ ok: true })
    const held = await written(ada.context(), { content: `Good ash, too, ${nickname.length}.` })
    expect([nickname, held.author, held.state]).toEqual([nickname, nickname, 'pending'])
  }
  // What is shown keeps the name that it was shown with.
  expect(await shown()).toEqual(before)
  const { rows } = await db.pool.query('select author from article_comments where code = $1', [first.code])
  expect(rows).toEqual([{ author: 'Ada L.' }])
})

it('puts an answer to an answer into the same thread', async () => {
  const ada = await signedIn(db)
  for (const parent of ['a-1', 'a-2']) {
    const { code, answers } = await written(ada.context(), { content: `To ${parent}`, parent })
    expect(answers).toBe('a-1')
    await publishComment(work(), code)
  }
  expect((await shown())[0]![1].slice(-2)).toEqual(['To a-1', 'To a-2'])
})

it('answers no comment that is not shown below the same article', async () => {
  const ada = await signedIn(db)
  const held = await written(ada.context(), { content: 'Held.' })
  const before = await stored()
  for (const parent of ['elsewhere', 'none', held.code])
    expect(await write(ada.context(), { content: 'Hm', parent })).toEqual({
      ok: false,
      problem: { name: 'unknown_comment' },
    })
  for (const slug of ['later', 'none'])
    expect(await write(ada.context(), { content: 'Hm', article: slug })).toEqual({
      ok: false,
      problem: { name: 'unknown_article' },
    })
  expect(await stored()).toBe(before)
})

it('is for those whom the shop lets write; what guests write always waits', async () => {
  const before = await stored()
  expect(await write(contextOf(db), { content: 'Hm' })).toMatchObject({
    problem: { name: 'sign_in_required' },
  })
  const closed = contextOf(db, { config: { shop: { commentsBy: 'nobody' } } })
  expect(await write(closed, { content: 'Hm' })).toMatchObject({ problem: { name: 'comments_closed' } })
  const guest = contextOf(db, { config: everybody })
  expect(await write(guest, {})).toEqual({
    ok: false,
    problem: {
      name: 'invalid_input',
      fields: {
        content: 'Please write your comment.',
        name: 'Please enter a name to be shown.',
      },
    },
  })
  expect(await stored()).toBe(before)
  expect(await written(guest, { content: 'Hello', name: ' Mo\n ' })).toMatchObject({
    author: 'Mo',
    state: 'pending',
  })
  const { code } = await written(guest, { content: 'Hello again', name: 'Mo' })
  await publishComment(work(), code)
  expect((await written(guest, { content: 'And again', name: 'Mo' })).state).toBe('pending')
})

it('stores nothing of programs, and the same words once', async () => {
  const ada = await signedIn(db)
  const before = await stored()
  expect((await written(ada.context(), { content: 'Buy', website: 'https://x' })).state).toBe('pending')
  expect(await stored()).toBe(before)
  const all = await Promise.all([1, 2, 3].map(() => written(ada.context(), { content: 'Twice' })))
  expect(new Set(all.map(({ code }) => code)).size).toBe(1)
  expect(await stored()).toBe(before + 1)
})

it('takes so many of a network, and so many of a customer', async () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const ada = await signedIn(db, { now })
  const at = (ip: string, later: number): Ctx => {
    const ctx = ada.context()
    ctx.now = new Date(now.getTime() + later)
    return { ...ctx, visitor: { ...ctx.visitor, ip } }
  }
  let refused = 0
  for (let n = 0; n < 24; n++)
    refused += (await write(at('198.51.100.7', n), { content: `No ${n}` })).ok ? 0 : 1
  expect(refused).toBe(4)
  for (let n = 0; n < 12; n++)
    refused += (await write(at(`198.51.100.${n + 20}`, n), { content: `More ${n}` })).ok ? 0 : 1
  // 20 of the 30 of a day are used: what the network's limit refused is not among them.
  expect(refused).toBe(4 + 2)
  expect((await write(at('198.51.100.7', 25 * hour), { content: 'Tomorrow' })).ok).toBe(true)
})

it('counts of one network for all guests only what that network may write', async () => {
  const guest = contextOf(db, { config: everybody })
  const names = new Set<string>()
  for (let n = 0; n < 30; n++) {
    const answer = await write(guest, { content: `No ${n}`, name: 'Mo' })
    names.add(answer.ok ? 'ok' : answer.problem.name)
  }
  expect([...names]).toEqual(['ok', 'too_many_requests'])
  // 20 of 30 are, so that this is the 21st.
  const ofGuests = { name: 'comment.add.guests', most: 21, within: day }
  expect(await mayGoOn(db, ofGuests, '', guest.now)).toBe(true)
  expect(await mayGoOn(db, ofGuests, '', guest.now)).toBe(false)
})

it('gives back to its author alone what waits and why it was refused', async () => {
  const [ada, eve] = [await signedIn(db), await signedIn(db)]
  const { code } = await written(ada.context(), { content: 'Held.' })
  expect(await refuseComment(work(), code, ' Not about oak. ')).toMatchObject({ ok: true })
  const mine = (ctx: Ctx) => myComments(ctx, { article: 'oak' })
  expect(await mine(ada.context())).toMatchObject({
    value: { comments: [{ code, state: 'refused', reason: 'Not about oak.' }] },
  })
  expect(await mine(eve.context())).toEqual({ ok: true, value: { comments: [], name: 'Ada L.' } })
  expect((await listOwnComments(ada.context(), ada.customer, 1)).comments).toMatchObject([
    { code, article: { title: 'About oak', href: '/article/oak' } },
  ])
  const { rows } = await db.pool.query<Record<string, string>>(
    'select kind, recipient, subject, plain, unsubscribe_url as stop from outbox_mails',
  )
  expect(rows).toEqual([
    {
      kind: 'comment.refused',
      recipient: ada.email,
      subject: 'Your comment is not shown',
      plain: expect.stringContaining('Why it is not shown: Not about oak.\n\n> Held.') as string,
      stop: expect.stringContaining('token=comment.refused~') as string,
    },
  ])
})

it('is deleted by its author alone, and its answers stay', async () => {
  const [ada, eve] = [await signedIn(db), await signedIn(db)]
  const { code } = await written(ada.context(), { content: 'Mine' })
  await publishComment(work(), code)
  const answered = await answerComment(work(), code, 'Thank you.')
  expect(answered).toMatchObject({ ok: true, value: { author: 'Violet', official: true, answers: code } })
  expect((await shown())[0]).toEqual(['Mine', ['Thank you.']])
  expect(await deleteComment(eve.context(), { comment: code })).toEqual({
    ok: false,
    problem: { name: 'unknown_comment' },
  })
  expect((await shown())[0]).toEqual(['Mine', ['Thank you.']])
  expect(await deleteComment(ada.context(), { comment: code })).toEqual({ ok: true, value: {} })
  expect((await shown())[0]).toEqual(['Thank you.', []])
})

it('decides a comment once, however many decide at a time', async () => {
  const ada = await signedIn(db)
  const { code } = await written(ada.context(), { content: 'Once' })
  // Nobody is told of it who did not ask to be.
  const { code: untold } = await written(ada.context(), { content: 'Quietly' })
  expect(await publishComment(work(), untold)).toMatchObject({ ok: true })
  expect((await db.pool.query('select from outbox_mails')).rows).toEqual([])
  await db.transact(async (tx) => {
    const id = await settingsId(tx, { customer: ada.customer }, new Date())
    await addChoices(tx, id, { 'comment.published/mail': true }, new Date())
  })
  const all = await Promise.all([1, 2, 3].map(() => publishComment(work(), code)))
  expect(all.filter((one) => one.ok)).toHaveLength(1)
  const { rows } = await db.pool.query('select from outbox_mails')
  expect(rows).toHaveLength(1)
  expect(await publishComment(work(), 'none')).toEqual({ ok: false, problem: { name: 'not_found' } })
  // Deleted by its author while the merchant decides: one of the two comes first, and nothing of it is left.
  await Promise.all([refuseComment(work(), code, ''), deleteComment(ada.context(), { comment: code })])
  expect(await shown()).not.toContainEqual(['Once', []])
})

it('takes the words of an account that is being closed not at all, or deletes them', async () => {
  const ada = await signedIn(db)
  await db.pool.query('update customers set closed_at = now() where id = $1', [ada.customer])
  await expect(
    write({ ...ada.context(), who: async () => ({ customer: ada.customer }) as never }, { content: 'Late' }),
  ).rejects.toThrow('sign_in_required')
})

it('says under which name a comment will stand, and puts it there: the nickname, or the name in short', async () => {
  const ada = await signedIn(db)
  const mine = () => myComments(ada.context(), { article: 'oak' })
  const called = (nickname: string, first: string, last: string) =>
    db.pool.query('update customers set nickname = $2, first_name = $3, last_name = $4 where id = $1', [
      ...[ada.customer, nickname, first, last],
    ])
  for (const [nickname, first, last, name] of [
    ['Potter of Mong Kok', 'Mei', 'Lau', 'Potter of Mong Kok'],
    ['', 'Mei', 'Lau', 'Mei L.'],
    ['', '小明', '王', '王**'],
    ['', '', '', 'A customer'],
  ] as const) {
    await called(nickname, first, last)
    expect(await mine()).toMatchObject({ ok: true, value: { name } })
    expect(await written(ada.context(), { content: `By ${name}` })).toMatchObject({ author: name })
  }
})

it('holds what a known customer writes under a nickname that leads away', async () => {
  const ada = await signedIn(db)
  const { code } = await written(ada.context(), { content: 'Good.' })
  await publishComment(work(), code)
  await db.pool.query(`update customers set nickname = 'billig-moebel.de' where id = $1`, [ada.customer])
  expect(await written(ada.context(), { content: 'Very good.' })).toMatchObject({ state: 'pending' })
})

describe('who wrote a comment that is answered', () => {
  const mailed = async (): Promise<{ kind: string; to: string; subject: string; plain: string }[]> =>
    (
      await db.pool.query<{ kind: string; to: string; subject: string; plain: string }>(
        'select kind, recipient as to, subject, plain from outbox_mails order by id',
      )
    ).rows

  it('is told of what everybody can read, in the own language, with both texts', async () => {
    const [ada, eve] = [await signedIn(db), await signedIn(db)]
    await db.pool.query(`update customers set locale = 'zh' where id = $1`, [ada.customer])
    const { code } = await written(ada.context(), { content: 'Mine' })
    await publishComment(work(), code)
    // The first comment of a customer waits.
    const held = await written(eve.context(), { content: 'Yours', parent: code })
    expect(await mailed()).toEqual([])
    await publishComment(
      { ...work(), ctxFor: (locale) => contextOf(db, { locale: locale as 'zh' }) },
      held.code,
    )
    const next = await written(eve.context(), { content: 'Still yours', parent: code })
    const mails = await mailed()
    expect(mails.map(({ kind, to, subject }) => [kind, to, subject])).toEqual([
      ['comment.replied', ada.email, 'Ada L. 回复了你的留言'],
      ['comment.replied', ada.email, 'Ada L. 回复了你的留言'],
    ])
    expect(mails[1]!.plain).toContain('Still yours\n\n你的留言：\n\n> Mine')
    expect(mails[1]!.plain).toContain(`/zh/article/oak#comment-${next.code}`)
  })

  it('is told of the answer of the shop, and of no own one', async () => {
    const ada = await signedIn(db)
    const { code } = await written(ada.context(), { content: 'Mine' })
    await publishComment(work(), code)
    await written(ada.context(), { content: 'And this', parent: code })
    expect(await mailed()).toEqual([])
    await answerComment(work(), code, 'Thank you.')
    expect(await mailed()).toMatchObject([
      { kind: 'comment.replied', subject: 'Violet has replied to your comment' },
    ])
  })

  type Customer = Awaited<ReturnType<typeof signedIn>>
  const known = async (content: string): Promise<Customer & { code: string }> => {
    const one = await signedIn(db)
    const { code } = await written(one.context(), { content })
    await publishComment(work(), code)
    return { ...one, code }
  }
  const subjects = async (): Promise<string[]> => (await mailed()).map(({ subject }) => subject)
  const [ofCustomer, ofShop] = ['Ada L. has replied to your comment', 'Violet has replied to your comment']

  it('is mailed three answers a day of one customer, and all of the shop', async () => {
    const [ada, eve] = [await known('Mine'), await known('Hers')]
    for (let count = 0; count < 12; count++)
      await written(eve.context(), { content: `Answer ${count}.`, parent: ada.code })
    for (let count = 0; count < 12; count++) await answerComment(work(), ada.code, `Thank you ${count}.`)
    expect(await subjects()).toEqual([...Array(3).fill(ofCustomer), ...Array(12).fill(ofShop)])
    expect(new Set((await mailed()).map(({ to }) => to))).toEqual(new Set([ada.email]))
  })

  it('is mailed ten answers a day of all customers and guests, and all of the shop', async () => {
    const ada = await known('Mine')
    for (let other = 0; other < 4; other++) {
      const { context } = await known(`Of number ${other}`)
      for (let count = 0; count < 3; count++)
        await written(context(), { content: `Answer ${other}-${count}.`, parent: ada.code })
    }
    const guest = { content: 'So do I.', name: 'Bob', parent: ada.code }
    const { code } = await written(contextOf(db, { config: everybody }), guest)
    await publishComment(work(), code)
    await answerComment(work(), ada.code, 'Thank you all.')
    expect(await subjects()).toEqual([...Array(10).fill(ofCustomer), ofShop])
  })

  it('is not told where that is switched off, and of the next one when it is switched on again', async () => {
    const [ada, eve] = [await known('Mine'), await known('Hers')]
    const choose = (isOn: boolean): Promise<void> =>
      db.transact(async (tx) => {
        const id = await settingsId(tx, { customer: ada.customer }, new Date())
        const choices = { 'comment.replied/mail': isOn, 'comment.replied/push': isOn }
        await addChoices(tx, id, choices, new Date())
      })
    await choose(false)
    for (let count = 0; count < 3; count++)
      await written(eve.context(), { content: `Answer ${count}.`, parent: ada.code })
    expect(await mailed()).toEqual([])
    await choose(true)
    await written(eve.context(), { content: 'The last answer.', parent: ada.code })
    expect(await subjects()).toEqual([ofCustomer])
  })
})
