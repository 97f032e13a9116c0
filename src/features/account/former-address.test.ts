import { expect, it } from 'vitest'
import { day, hour, minute } from '#domain/time.ts'
import { editEmail, sendChangeCode } from '#features/identity/actions/change.ts'
import { undoChange } from '#features/identity/actions/undo.ts'
import { idIn, readLink } from '#platform/server/signing.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { disownState, notMeByMail } from './actions/not-me.ts'
import { signIn } from './actions/sign-in.ts'
import { readNotMe } from './rules/not-me-link.ts'

/*
 * The link "That was not me" belongs to the address that it was mailed to. An address that was given up keeps it as long
 * as it can undo that, and no longer.
 */

const old = 'old@example.com'
const next = 'next@example.com'

const byPassword = (account: string) => ({
  account,
  password: goodPassword,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
})

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let now = new Date('2026-11-24T12:00:00Z')
  let network = 0
  const browser = () => accountVisitor(db, { ip: `198.51.100.${(network += 1)}`, now: () => now })
  const ada = browser()
  await ada.signsUp(old, goodPassword)
  const move = (by: number) => (now = new Date(now.getTime() + by))
  /** Signs in from a browser that nobody knows, as the mail says. Returns it, and the token of the mail's link. */
  const arrives = async (account: string) => {
    const visitor = browser()
    const answer = await visitor.does(signIn, byPassword(account))
    if (!answer.ok) throw new Error(answer.problem.name)
    move(minute)
    return { visitor, token: await tokenTo(account) }
  }
  const tokenTo = async (account: string): Promise<string> => {
    const { rows } = await db.pool.query<{ plain: string }>(
      `select plain from outbox_mails where recipient = $1 and kind = 'account.sign_in' order by id desc limit 1`,
      [account],
    )
    return decodeURIComponent(/\/auth\/disown\?token=([\w.%-]+)/.exec(rows[0]?.plain ?? '')![1]!)
  }
  return { db, ada, browser, arrives, move, now: () => now }
}

type World = Awaited<ReturnType<typeof world>>

async function changes({ visitor, account }: { visitor: World['ada']; account: string }): Promise<void> {
  await visitor.does(sendChangeCode, { account, countryCode: '' })
  const answer = await visitor.does(editEmail, { account, code: await visitor.codeOf(account) })
  if (!answer.ok) throw new Error(answer.problem.name)
}

/** What becomes of an address; the answer is the token of a link that was mailed to it, and whether that works still. */
const stories: Record<string, (shop: World) => Promise<{ token: string; works: boolean }>> = {
  'its own, three weeks later': async ({ arrives, move }) => {
    const { token } = await arrives(old)
    move(21 * day)
    return { token, works: true }
  },
  'a former one, as long as it can undo the change': async ({ arrives, move }) => {
    const { visitor, token } = await arrives(old)
    await changes({ visitor, account: next })
    move(71 * hour)
    return { token, works: true }
  },
  'a former one, when the change can be undone no more': async ({ arrives, move }) => {
    const { visitor, token } = await arrives(old)
    await changes({ visitor, account: next })
    move(73 * hour)
    return { token, works: false }
  },
  'its own again, after it was changed back': async ({ arrives, move }) => {
    const { visitor, token } = await arrives(old)
    await changes({ visitor, account: next })
    move(2 * minute)
    await changes({ visitor, account: old })
    move(80 * hour)
    return { token, works: true }
  },
  'a thief’s, from whom the owner has taken the account back': async ({ ada, arrives, move }) => {
    await changes({ visitor: ada, account: next })
    move(2 * minute)
    const { visitor, token } = await arrives(next)
    await changes({ visitor, account: old })
    return { token, works: false }
  },
  'a thief’s, whose change was undone by the mail': async ({ db, ada, arrives, move }) => {
    await changes({ visitor: ada, account: next })
    move(2 * minute)
    const { token } = await arrives(next)
    const { rows } = await db.pool.query<{ plain: string }>(
      `select plain from outbox_mails where recipient = $1 and plain like '%undo=%'`,
      [old],
    )
    const undo = /[?&]undo=([\w-]{43})/.exec(rows[0]!.plain)![1]!
    expect(await ada.does(undoChange, { token: undo })).toMatchObject({ ok: true })
    return { token, works: false }
  },
  'one between two others, which was told without a link': async ({ ada, arrives, move }) => {
    await changes({ visitor: ada, account: next })
    move(2 * minute)
    const { visitor, token } = await arrives(next)
    move(hour)
    await visitor.does(signIn, byPassword(next))
    await changes({ visitor, account: 'third@example.com' })
    // The first change is over by now, the second is not.
    move(71 * hour)
    return { token, works: false }
  },
  'one that another customer has by now': async ({ arrives, browser }) => {
    const { visitor, token } = await arrives(old)
    await changes({ visitor, account: next })
    await browser().signsUp(old)
    return { token, works: false }
  },
}

it.each(Object.entries(stories))('asks whose the address is: %s', async (_, happens) => {
  const shop = await world()
  const { token, works } = await happens(shop)
  const anybody = shop.browser()
  expect(await disownState(anybody.context(), token)).toBe(works ? 'ready' : 'stale')
  const accounts = async () =>
    (await shop.db.pool.query('select kind, account, customer_id from customer_identities order by account'))
      .rows
  const before = await accounts()
  const answer = await anybody.does(notMeByMail, { token })
  expect(answer).toMatchObject(works ? { ok: true } : { problem: { name: 'stale_link' } })
  if (!works) expect(await accounts()).toEqual(before)
})

/** As links are usually read: signed for an address that the account has or had, and not too old. */
async function trusting(db: World['db'], token: string, now: Date): Promise<{ event: number } | null> {
  const event = idIn(token)
  for (const email of [old, next])
    if ((await readLink(db, `account.notMe.${email}`, token, now)) === event && event !== null)
      return { event }
  return null
}

it('would notice a reading that asks for the signature alone', async () => {
  const shop = await world()
  const { token } = await stories['a former one, when the change can be undone no more']!(shop)
  expect(await trusting(shop.db, token, shop.now())).not.toBeNull()
  expect(await readNotMe(shop.db, token, shop.now())).toBeNull()
})
