import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Locale } from '#i18n/locales.ts'
import { freshDatabase } from '#test/database.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { bought, now, reader, type Bought } from '#test/aftersale/review-world.ts'
import { loadPage } from '#test/page-visitor.ts'
import { signedIn } from '#test/signed-in.ts'
import { unsubscribe } from '#features/notifications/actions/unsubscribe.ts'
import { listQuestions, showQuestion } from './actions/browse.ts'
import { answerQuestion, askQuestion } from './actions/write.ts'
import { createVerification } from '#features/verify/actions/create.ts'
import askPage from './pages/ask.page.tsx'
import question from './pages/question.page.tsx'
import { forgetEmails } from './queries/write.ts'
import {
  answerAsMerchant,
  findWord,
  listWords,
  publishWord,
  refuseWord,
  removeWord,
} from './shop/moderate.ts'
import { tellAskers } from './work/tell.ts'

let db: Database
let order: Bought
beforeEach(async () => {
  db = (await freshDatabase()).db
  await db.pool.query(cartCatalogue)
  order = await bought(db)
})

const passed = { verifyId: '', verifyAnswer: '' }
const asked = {
  ...{ product: 'stool', content: 'Does it wobble?', displayName: 'Eve' },
  ...{ email: '', website: '', ...passed },
}
const work = (): { db: Database; now: Date } => ({ db, now })

async function ask(change: object = {}, ctx = reader(db, null)): Promise<string> {
  const answer = await askQuestion(ctx, { ...asked, ...change })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.slug
}

async function shownAsked(change: object = {}): Promise<string> {
  const code = await ask(change)
  await publishWord(work(), code)
  return code
}

async function shown(): Promise<{ total: number; questions: { content: string; answers: string[] }[] }> {
  const listed = await listQuestions(reader(db, null), { product: 'stool', page: 1 })
  if (!listed.ok) throw new Error(listed.problem.name)
  const { total, questions } = listed.value
  return {
    total,
    questions: questions.map(({ content, answers }) => ({
      content,
      answers: answers.map(({ by, author, content: text }) => `${by} ${author}: ${text}`),
    })),
  }
}

const mails = async (): Promise<{ kind: string; to: string; plain: string }[]> =>
  (await db.pool.query('select kind, recipient as to, plain from outbox_mails order by id')).rows as never

describe('the page of a question', () => {
  it('is no other page under a made-up value of its query', async () => {
    const slug = await shownAsked()
    const load = (query: string) => loadPage(question, reader(db, null), { slug }, query)
    for (const query of ['', 'answered=', 'other=x']) {
      expect(await load(query)).toMatchObject({ kind: 'page', data: { isAnswered: false } })
    }
    expect(await load('answered=1')).toMatchObject({ kind: 'page', data: { isAnswered: true } })
    for (const query of ['answered=2', 'answered=x', 'answered=1&answered=x', 'answered=1&answered=1'])
      expect(await load(query)).toEqual({ kind: 'redirect', to: `/question/${slug}`, status: 302 })
  })
})

describe('a question', () => {
  it('waits to be read, and is seen by nobody before', async () => {
    const code = await ask()
    expect(await shown()).toEqual({ total: 0, questions: [] })
    expect(await showQuestion(reader(db, null), code)).toBeNull()
    expect(await publishWord(work(), code)).toEqual({ ok: true, value: 'published' })
    expect(await shown()).toEqual({ total: 1, questions: [{ content: 'Does it wobble?', answers: [] }] })
    expect(await showQuestion(reader(db, null), code)).toMatchObject({
      product: { slug: 'stool', title: 'Stool' },
    })
    const { rows } = await db.pool.query<{ tags: string[] }>('select tags from cache_changes')
    expect(rows.flatMap(({ tags }) => tags)).toContainEqual(expect.stringMatching(/^questions:\d+$/))
  })

  it('is shown at once where the shop reads afterwards, unless it leads away', async () => {
    const ctx = reader(db, null, { moderation: 'after' })
    await ask({}, ctx)
    await ask({ content: 'Cheaper at billig-moebel.de?' }, ctx)
    await ask({ content: 'Is it oak?', displayName: 'billig-moebel.de' }, ctx)
    expect(await shown()).toMatchObject({ total: 1, questions: [{ content: 'Does it wobble?' }] })
  })

  it('proposes its name to a customer, and none to a guest', async () => {
    const ada = await signedIn(db)
    await db.pool.query(`update customers set nickname = 'Potter' where id = $1`, [ada.customer])
    const load = (ctx: Ctx) => loadPage(askPage, ctx, {}, 'product=stool')
    expect(await load(ada.context())).toMatchObject({ kind: 'page', data: { displayName: 'Potter' } })
    expect(await load(reader(db, null))).toMatchObject({ kind: 'page', data: { displayName: '' } })
  })

  it('asked twice in ten minutes is one, and one that a program asks is none', async () => {
    const code = await ask()
    expect(await ask()).toBe(code)
    await ask({ website: 'https://pills.example', content: 'Pills' })
    expect((await db.pool.query('select from questions')).rows).toHaveLength(1)
  })

  it('of another person in the same words is another one, which is answered, too', async () => {
    const emails = ['eve@example.com', 'bob@example.com']
    const codes = [await ask({ email: emails[0] }), await ask({ email: emails[1] }), await ask()]
    expect(new Set(codes).size).toBe(3)
    expect(await ask({ email: emails[0] })).toBe(codes[0])
    const { rows } = await db.pool.query('select email from questions order by id')
    expect(rows).toEqual([{ email: emails[0] }, { email: emails[1] }, { email: null }])
  })

  it('pressed twice at once is one, and counts once on what an address is mailed', async () => {
    const email = 'eve@example.com'
    const codes = await Promise.all(Array.from({ length: 4 }, () => ask({ email })))
    expect(new Set(codes).size).toBe(1)
    const others = ['Is it oak?', 'Is it heavy?']
    for (const content of others) await ask({ email, content })
    const { rows } = await db.pool.query('select content from questions where email = $1 order by id', [
      email,
    ])
    expect(rows).toEqual([asked.content, ...others].map((content) => ({ content })))
    // The fourth of a day is stored without the address.
    const content = 'Is it oiled?'
    const fourth = await Promise.all(Array.from({ length: 4 }, () => ask({ email, content })))
    expect(new Set(fourth).size).toBe(1)
    const stored = await db.pool.query('select code, email from questions where content = $1', [content])
    expect(stored.rows).toEqual([{ code: fourth[0], email: null }])
  })

  it.each([
    [{ content: ' \n' }, 'invalid_input', ['content']],
    [{ displayName: '' }, 'invalid_input', ['displayName']],
    [{ displayName: 'www.pills.example' }, 'invalid_input', ['displayName']],
    [{ email: 'nobody' }, 'invalid_email', ['email']],
    [{ product: 'hidden' }, 'unknown_product', []],
    [{ product: 'none' }, 'unknown_product', []],
  ])('with %j is refused: %s', async (change, name, fields) => {
    const answer = await askQuestion(reader(db, null), { ...asked, ...change })
    expect(answer.ok ? null : [answer.problem.name, Object.keys(answer.problem.fields ?? {})]).toEqual([
      name,
      fields,
    ])
  })

  it('is none in a shop that takes no questions', async () => {
    expect(await askQuestion(reader(db, null, { questions: false }), asked)).toEqual({
      ok: false,
      problem: { name: 'unknown_product' },
    })
  })

  it('stops at ten of one network in an hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        askQuestion(reader(db, null), { ...asked, content: `Question ${n}?` }),
      ),
    )
    expect(
      answers.filter((answer) => !answer.ok && answer.problem.name === 'too_many_requests'),
    ).toHaveLength(2)
  })
})

describe('many unread questions about one product', () => {
  /** From six networks, which is no more than each may ask. */
  async function flood(count = 60): Promise<string[]> {
    const outcomes: string[] = []
    for (let n = 0; n < count; n += 1) {
      const ctx = reader(db, null, { ip: `198.51.100.${n % 6}` })
      const answer = await askQuestion(ctx, { ...asked, content: `Question ${n}?` })
      outcomes.push(answer.ok ? 'ok' : answer.problem.name)
    }
    return outcomes
  }

  it('make the next ones show that they are no program, and close the product to nobody', async () => {
    expect(await flood()).toEqual([
      ...Array<string>(30).fill('ok'),
      ...Array<string>(30).fill('verification_required'),
    ])
    const ctx = reader(db, null)
    expect(await askQuestion(ctx, asked)).toMatchObject({
      ok: false,
      problem: { name: 'verification_required', fields: { verifyAnswer: expect.any(String) as string } },
    })
    const issued = (await createVerification(ctx, { way: 'question' })) as { value: { verifyId: string } }
    const { rows } = await db.pool.query<{ wanted: number }>('select wanted from verifications')
    const { verifyId } = issued.value
    const wrong = await askQuestion(ctx, { ...asked, verifyId, verifyAnswer: String(rows[0]!.wanted + 1) })
    expect(wrong).toMatchObject({ problem: { name: 'verification_failed' } })
    const right = { ...asked, verifyId, verifyAnswer: String(rows[0]!.wanted) }
    expect(await askQuestion(ctx, right)).toMatchObject({ ok: true, value: { state: 'pending' } })
    // Another product has its own, and what the shop has read is no queue.
    expect(await askQuestion(reader(db, null), { ...asked, product: 'vase' })).toMatchObject({ ok: true })
    await db.pool.query('update questions set checked_at = $1', [now])
    expect(await askQuestion(reader(db, null), { ...asked, content: 'And now?' })).toMatchObject({ ok: true })
  })

  it('ask the check of the page’s form', async () => {
    const ctx = reader(db, null)
    const posted = {
      problem: 'verification_failed' as const,
      values: { product: ['stool'] },
      errors: { verifyAnswer: 'Please answer.' },
      text: 'Please answer.',
    }
    const refused = { ...ctx, visitor: { ...ctx.visitor, posted } }
    expect(await loadPage(askPage, refused, {}, 'product=stool')).toMatchObject({
      data: { check: { verifyId: expect.any(String) as string, puzzle: { way: 'question' } } },
    })
    expect(await loadPage(askPage, ctx, {}, 'product=stool')).toMatchObject({ data: { check: null } })
  })

  it('of one customer are twenty a day, and the refusal says until when', async () => {
    const outcomes: unknown[] = []
    const ada = await signedIn(db)
    for (let n = 0; n < 22; n += 1) {
      const base = ada.context()
      const ctx = { ...base, now, visitor: { ...base.visitor, ip: `198.51.100.${n % 6}` } }
      const answer = await askQuestion(ctx, { ...asked, content: `Question ${n}?` })
      outcomes.push(answer.ok ? 'ok' : answer.problem)
    }
    const refusal = { name: 'too_many_requests', details: { hours: 12, minutes: 0 } }
    expect(outcomes).toEqual([...Array<string>(20).fill('ok'), refusal, refusal])
  })
})

it('a question or an answer under a name that claims to be the shop’s waits in every shop', async () => {
  const ctx = reader(db, null, { moderation: 'after' })
  for (const displayName of [`${ctx.shop.shop.name} staff`, '官方客服'])
    expect(await askQuestion(ctx, { ...asked, content: displayName, displayName })).toMatchObject({
      value: { state: 'pending' },
    })
})

describe('an answer', () => {
  const answer = { content: 'No, it stands.', displayName: '' }

  it('is for buyers alone, whose parcel has arrived', async () => {
    const question = await shownAsked()
    const refused = { ok: false, problem: { name: 'not_a_buyer' } }
    expect(await answerQuestion(reader(db, null), { question, ...answer })).toEqual(refused)
    const other = await bought(db, { units: { 'vase-ink': 1 }, email: 'eve@example.com' })
    expect(await answerQuestion(reader(db, other.token), { question, ...answer })).toEqual(refused)
    const waiting = await bought(db, { arrived: null, email: 'kim@example.com' })
    expect(await answerQuestion(reader(db, waiting.token), { question, ...answer })).toEqual(refused)
    expect(await answerQuestion(reader(db, order.token), { question, ...answer })).toMatchObject({
      ok: true,
      value: { state: 'pending' },
    })
  })

  it('is one for each buyer, also when it is sent many times at once', async () => {
    const question = await shownAsked()
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => answerQuestion(reader(db, order.token), { question, ...answer })),
    )
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
    expect(sent.flatMap((one) => (one.ok ? [] : [one.problem.name]))).toEqual(Array(4).fill('answer_exists'))
  })

  it('to a question that is not shown says the same as to none', async () => {
    const hidden = await ask()
    for (const question of [hidden, 'q-AAAAAAAAAA'])
      expect(await answerQuestion(reader(db, order.token), { question, ...answer })).toEqual({
        ok: false,
        problem: { name: 'unknown_question' },
      })
  })

  it('of the merchant stands first and shows the question; a buyer’s waits', async () => {
    const question = await shownAsked()
    await answerQuestion(reader(db, order.token), { question, ...answer })
    await answerAsMerchant(work(), question, { text: 'It has four feet.', author: 'Oak', locale: 'en' })
    const words = await listWords(db, { state: null, unchecked: false, product: null, code: null }, 10)
    const own = words.find(({ by }) => by === 'buyer')
    await publishWord(work(), own!.code)
    expect((await shown()).questions).toEqual([
      {
        content: 'Does it wobble?',
        answers: ['merchant Oak: It has four feet.', 'buyer Ada B.: No, it stands.'],
      },
    ])
    expect(await refuseWord(work(), own!.code, 'unrelated')).toEqual({ ok: true, value: 'refused' })
    expect((await shown()).questions[0]!.answers).toHaveLength(1)
    expect(await findWord(db, own!.code)).toMatchObject({ state: 'refused', refusal: 'unrelated' })
    expect(await removeWord(work(), question)).toEqual({ ok: true, value: 'deleted' })
    expect(await shown()).toEqual({ total: 0, questions: [] })
    expect((await db.pool.query('select from question_answers')).rows).toEqual([])
  })
})

describe('who asked', () => {
  const telling = () =>
    tellAskers({ db, ctxFor: (locale) => reader(db, null, { locale: locale as Locale }), now: () => now })

  it('is told once, in their language, when the first answer is shown, and their address is deleted', async () => {
    const question = await ask(
      { email: 'Eve@Example.org', content: '会晃吗？' },
      reader(db, null, { locale: 'zh' }),
    )
    expect(await telling()).toBe(0)
    await answerAsMerchant(work(), question, { text: '不会。', author: 'Oak', locale: 'zh' })
    expect((await Promise.all([telling(), telling()])).toSorted((a, b) => a - b)).toEqual([0, 1])
    const [mail] = await mails()
    expect(mail).toMatchObject({ kind: 'question.answered', to: 'eve@example.org' })
    expect(mail!.plain).toContain('> 会晃吗？')
    expect(mail!.plain).toContain(`/zh/question/${question}`)
    expect((await db.pool.query('select email from questions')).rows).toEqual([{ email: null }])
  })

  it('ends such mails by the link in each, for good, whoever asks in their name', async () => {
    const ask3 = async (content: string): Promise<void> => {
      const question = await ask(
        { email: 'Eve@Example.org', content },
        reader(db, null, { moderation: 'after' }),
      )
      await answerAsMerchant(work(), question, { text: 'No.', author: 'Oak', locale: 'en' })
    }
    await ask3('Does it wobble?')
    expect(await telling()).toBe(1)
    const { rows } = await db.pool.query<{ plain: string; stop: string }>(
      'select plain, unsubscribe_url as stop from outbox_mails',
    )
    const [{ plain, stop }] = rows as [{ plain: string; stop: string }]
    expect(plain).toContain(stop)
    const token = new URL(stop).searchParams.get('token')!
    expect(await unsubscribe(reader(db, null), { token })).toMatchObject({ ok: true })
    await ask3('Does it burn?')
    await telling()
    expect(await mails()).toHaveLength(1)
    expect((await db.pool.query('select from questions where email is not null')).rows).toEqual([])
  })

  it('gets three answers to questions of a day, however many are asked', async () => {
    for (let n = 0; n < 5; n += 1) await ask({ email: 'eve@example.org', content: `Question ${n}?` })
    expect((await db.pool.query('select from questions where email is not null')).rows).toHaveLength(3)
  })

  it('is forgotten after 90 days without an answer', async () => {
    await ask({ email: 'eve@example.org' })
    await forgetEmails(db, now)
    expect((await db.pool.query('select email from questions')).rows).toEqual([{ email: 'eve@example.org' }])
    await forgetEmails(db, new Date(now.getTime() + 1))
    expect((await db.pool.query('select email from questions')).rows).toEqual([{ email: null }])
  })
})
