import { randomBytes } from 'node:crypto'
import {
  insertCustomer,
  lockCustomer,
  putIdentity,
  putPassword,
} from '#features/account/queries/customers.ts'
import { deleteAccess } from '#features/account/queries/erase.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { credentialRemovers } from '#features/account/rules/credential-removers.ts'
import { endAccess } from '#features/account/rules/end-access.ts'
import { insertAddress, makeDefault } from '#features/addresses/queries/book.ts'
import { deleteCart } from '#features/cart/queries/prune.ts'
import { withdrawArticlesOf } from '#features/content/rules/withdraw.ts'
import { changeCredit } from '#features/credit/rules/change-credit.ts'
import { addFavourite } from '#features/favourites/actions/change.ts'
import { forgetDeleted } from '#features/names/queries.ts'
import { eraseNotifications } from '#features/notifications/rules/erase.ts'
import { openOwnPayments } from '#features/payments/rules/providers.ts'
import { address as addressOf } from '#features/postal/contract.ts'
import { eraseReviews } from '#features/reviews/rules/erase.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { htmlLang, langPath } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Words } from '#i18n/words.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import type { Theme } from '#wire/shop-config.ts'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { demoAccount } from './account.ts'
import {
  commitSoon,
  demoArticle,
  demoCustomer,
  demoFavourites,
  demoPicture,
  demoSkus,
  noteAsked,
  removeTraces,
  settleHistory,
  shownArticles,
} from './customer/queries.ts'
import { recordEntries } from './queries.ts'
import { returnScenes } from './return-scenes.ts'
import { scenes } from './scenes.ts'
import { customerCtx, daysBefore, perform, sure, type Stage } from './stage.ts'
import { writtenScenes } from './writing.ts'

const home = addressOf.parse({
  firstName: 'Mei',
  lastName: 'Lam',
  country: 'HK',
  region: 'KL',
  city: 'Mong Kok',
  line1: '88 Argyle Street',
  line2: 'Flat 12B',
  countryCode: '+852',
  phone: '23456789',
})
const office = addressOf.parse({
  firstName: 'Mei',
  lastName: 'Lam',
  company: 'Lam & Partners',
  country: 'HK',
  region: 'HK',
  city: 'Central',
  line1: '1 Queen’s Road Central',
  countryCode: '+852',
  phone: '23456780',
})

/** SKUs that the scenes buy. */
const wantedSkus = 12
/** Days ago: before anything was bought or written. */
const signedUp = 120
/** Days ago: the article that is commented on was there. */
const articleBefore = 16

export interface DemoCustomerOptions {
  db: Database
  now: Date
  /** Words come from whoever has them. */
  words: Words
}

/**
 * Makes the demo's customer with addresses, favourites, store credit, an order and a return in every state, reviews, a
 * comment and articles. False where there is one, where its e-mail address is taken, and where the demo has been sold
 * out.
 */
export async function makeDemoCustomer({ db, now, words }: DemoCustomerOptions): Promise<boolean> {
  if ((await demoCustomer(db)) !== null) return false
  const skus = await demoSkus(db, wantedSkus)
  if (skus.length < wantedSkus) return false
  const hash = await hashPassword(demoAccount.password)
  const id = await db.transact((tx) => insertOne(tx, hash, daysBefore(now, signedUp)))
  if (id === null) return false
  const log = pino({ level: 'silent' })
  const payments = await openOwnPayments({ db, log, now: () => now })
  try {
    const { document } = await loadConfig(db)
    // Nothing of the theme is shown to anybody here.
    const shop = { ...document, theme: document.theme as Theme }
    const own = quiet(db, id, now)
    const ctx = demoCtx(own, { shop, words, now, pay: payments.providers, log })
    const at = (daysAgo: number): Ctx => customerCtx(ctx, id, daysBefore(now, daysAgo))
    const stage: Stage = {
      db: own,
      customer: { id, email: demoAccount.email, home },
      skus,
      article: await demoArticle(db, daysBefore(now, articleBefore)),
      picture: (await demoPicture(db)) ?? '',
    }
    await perform([...scenes, ...returnScenes, ...writtenScenes], stage, at)
    for (const slug of await demoFavourites(db, 5))
      sure(await addFavourite(at(6), { type: 'product', id: slug }))
    await db.transact(async (tx) => {
      await giveCredit(tx, id, ctx, 1_200, 'thanks', daysBefore(now, 5))
      await noteAsked(tx, id, now)
    })
    return true
  } catch (error) {
    await db.transact((tx) => removeDemoCustomer(tx, now))
    throw error
  } finally {
    await payments.stop()
  }
}

/**
 * The same database, in which nobody is written to about what the customer did before it was there: in the transaction
 * in which it happens, so that no worker sees it.
 */
function quiet(db: Database, customer: number, now: Date): Database {
  return {
    ...db,
    transact: (work) =>
      db.transact(async (tx) => {
        const done = await work(tx)
        await Promise.all([commitSoon(tx), settleHistory(tx, customer, now)])
        return done
      }),
  }
}

async function insertOne(tx: Tx, hash: string, now: Date): Promise<number | null> {
  const names = { firstName: home.firstName, lastName: home.lastName, locale: 'en' }
  const number = `C-DEMO${randomBytes(2).toString('hex').toUpperCase()}`
  const id = await insertCustomer(tx, { number, ...names, now })
  if (id === null) return null
  const isFree = await putIdentity(tx, id, { kind: 'email', account: demoAccount.email }, now)
  if (!isFree) throw new Error(`${demoAccount.email} is a customer of this shop`)
  await putPassword(tx, id, hash, now)
  // Whose orders are weeks old has been here before.
  await addEvent(tx, { now, visitor: demoVisitor }, id, null, 'signed_up')
  await makeDefault(tx, id, await insertAddress(tx, id, home, now))
  await insertAddress(tx, id, office, now)
  await recordEntries(tx, [{ kind: 'customer', key: demoAccount.email, hash: String(id) }])
  await giveCredit(tx, id, null, 2_000, 'welcome', now)
  return id
}

async function giveCredit(
  tx: Tx,
  customer: number,
  ctx: Pick<Ctx, 'currency'> | null,
  amount: number,
  key: string,
  now: Date,
): Promise<void> {
  const currency = ctx?.currency ?? (await loadConfig(tx)).document.shop.baseCurrency
  sure(await changeCredit(tx, { customer, currency, amount, reason: '', key }, now))
}

const demoVisitor: Ctx['visitor'] = {
  cookies: {},
  setCookie: () => {},
  notice: null,
  posted: null,
  isCall: true,
  ip: '127.0.0.1',
  headers: {},
}

function demoCtx(
  db: Database,
  { shop, words, now, pay, log }: Pick<Ctx, 'shop' | 'now' | 'pay'> & { words: Words; log: pino.Logger },
): Ctx {
  const texts = words.texts('en')
  const known = new Map<string, unknown>()
  return {
    db,
    transact: db.transact,
    kept: async <T>(key: string, _tags: readonly string[], read: () => Promise<T>) => {
      if (!known.has(key)) known.set(key, await read())
      return known.get(key) as T
    },
    now,
    locale: 'en',
    lang: htmlLang('en'),
    langPath: langPath('en'),
    currency: shop.shop.baseCurrency,
    shop,
    t: translator(texts, htmlLang('en')),
    texts,
    words,
    origin: 'http://localhost',
    passkeyDomain: null,
    log: log as unknown as FastifyBaseLogger,
    visitor: demoVisitor,
    who: () => Promise.reject(new Error('a scene is played by the customer')),
    live: { tell: () => {} },
    pay,
    signInBy: new Map(),
    isBreached: async () => false,
  }
}

/**
 * Takes the demo's customer away with all that it bought and wrote. Returns how many orders; null where there is none.
 */
export async function removeDemoCustomer(tx: Tx, now: Date): Promise<number | null> {
  const known = await demoCustomer(tx)
  if (known === null) return null
  await deleteCart(tx, ownerHash(known.id))
  await eraseReviews(tx, known.id, now)
  await eraseNotifications(tx, known.id, [known.email])
  const slugs = await shownArticles(tx, known.id)
  await withdrawArticlesOf(tx, known.id)
  await forgetDeleted(tx, 'articles', slugs)
  return removeTraces(tx, known.id)
}

/**
 * A shop that strangers can come to has no account that everybody can open: nor by what somebody left there who knew the
 * password, such as a session, a passkey or an e-mail address.
 */
export async function lockDemoCustomer(db: Database, now: Date): Promise<boolean> {
  const known = await demoCustomer(db)
  if (known === null) return false
  await db.transact(async (tx) => {
    await lockCustomer(tx, known.id)
    for (const remove of credentialRemovers) await remove(tx, known.id, null)
    await endAccess({ now }, tx, known.id, null)
    // The last, for codes are found by the identities.
    await deleteAccess(tx, known.id)
  })
  return true
}
