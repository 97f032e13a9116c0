import { InvalidArgumentError, Option, type Command } from 'commander'
import { couponOfCode, listCoupons, type ListedCoupon } from '#features/promotions/shop/coupons.ts'
import { couponTexts } from '#features/promotions/shop/coupon-texts.ts'
import { findEntries } from '#transfer/entries/entries.ts'
import { readTerms } from '#transfer/content/prepare-offers.ts'
import type { CouponEntry } from '#wire/content-format.ts'
import { printable, shown } from '#wire/shown-text.ts'
import { benefitText } from './benefit-text.ts'
import { Failure, table, writeOut } from '../terminal.ts'
import { openWords } from './words.ts'
import { dayAfter, momentOf, startOfDay } from './day.ts'
import { changeEntries, withEntries, type EntryShop } from './work.ts'

interface AddFlags {
  percent?: number
  amount?: string
  freeShipping: boolean
  minimum?: string
  currency?: string
  from?: string
  until?: string
  limit?: number
  perCustomer: number
  firstOrder: boolean
  category: readonly string[]
  collection: readonly string[]
  product: readonly string[]
  stackable: boolean
  unlisted: boolean
  name?: string
  summary?: string
  dryRun: boolean
  json: boolean
}

/** `violet coupon add|list|end`; what it shares with other entries is in `entries.ts`. */
export function addCouponCommands(coupon: Command): void {
  coupon
    .command('add')
    .description('make a coupon; its texts are made in all languages of the program, unless they are given')
    .argument('<code>', 'what shoppers type, as SPRING')
    .option('--percent <percent>', 'so many percent off', whole)
    .option('--amount <amount>', 'so much off, as 10 or 7.50')
    .option('--free-shipping', 'no charge for shipping', false)
    .option('--minimum <amount>', 'only for orders of so much or more')
    .option('--currency <code>', "of the amounts (the shop's base currency when not given)")
    .option('--from <day>', "the first day, as 2026-12-01, in the shop's time zone; or a moment (ISO 8601)")
    .option('--until <day>', 'the last day; or the moment at which it ends')
    .option('--limit <count>', 'uses in all', whole)
    .option('--per-customer <count>', 'uses by one customer', whole, 1)
    .option('--first-order', "only for a customer's first order", false)
    .addOption(several('--category <slug...>', 'only for goods of these categories'))
    .addOption(several('--collection <slug...>', 'only for goods of these collections'))
    .addOption(several('--product <slug...>', 'only for these products'))
    .option('--stackable', 'may be used together with another coupon', false)
    .option('--unlisted', 'only for who knows the code: not on the page of coupons', false)
    .option('--name <text>', 'its name, in English')
    .option('--summary <text>', 'what it says of itself, in English')
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--json', 'print the coupon as JSON', false)
    .action(add)

  coupon
    .command('list')
    .description('list coupons, with how often each was used')
    .option('--json', 'print one JSON object in each line, amounts in minor units', false)
    .action(list)

  coupon
    .command('end')
    .description('end a coupon now; orders that have used it keep what it took off')
    .argument('<code>', 'its code')
    .option('--json', 'print the result as JSON', false)
    .action(end)
}

function several(flags: string, description: string): Option {
  return new Option(flags, description).default([], 'everything')
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

async function add(code: string, flags: AddFlags): Promise<void> {
  await withEntries(async (shop) => {
    if ((await couponOfCode(shop.db, code)) !== null)
      throw new Failure(`there is a coupon ${shown(code)} already; violet coupon show ${code}`)
    const entry = await entryOf(shop, code, flags)
    await changeEntries(shop, { coupons: [entry] }, { dryRun: flags.dryRun })
    const [starts, ends] = [entry.startsAt, entry.endsAt]
    const when = `${starts === undefined ? '' : `, from ${moment(starts)} UTC`}${ends === undefined ? '' : `, until ${moment(ends)} UTC`}`
    await writeOut(
      flags.json
        ? `${JSON.stringify({ ...entry, applied: !flags.dryRun })}\n`
        : `${flags.dryRun ? 'a dry run: ' : ''}coupon ${code}: ${Object.values(entry.summary)[0]}${when}\n`,
    )
  })
}

type NewCoupon = Omit<CouponEntry, 'visible' | 'formerSlugs' | 'conditions'> & { conditions: object }

async function entryOf(shop: EntryShop, code: string, flags: AddFlags): Promise<NewCoupon> {
  const { document, now } = shop
  const currency = (flags.currency ?? document.shop.baseCurrency).toUpperCase()
  const startsAt = moments(flags.from, 'from', shop)
  const endsAt = moments(flags.until, 'until', shop)
  if (endsAt !== null && endsAt <= now) throw new Failure('--until is over already')
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw new Failure('--until is before --from')
  const terms = {
    conditions: {
      ...(flags.minimum === undefined ? {} : { minimumAmount: { [currency]: flags.minimum } }),
      products: [...flags.product],
      categories: [...flags.category],
      collections: [...flags.collection],
      firstOrder: flags.firstOrder,
    },
    benefit: benefitOf(flags, currency),
  }
  const read = readTerms(terms, document.shop)
  if (!read.ok) throw new Failure(`${code}: ${read.problem}`)
  const words = await openWords(shop, document)
  const made = words.languages.map((locale) => {
    const ctx = { ...words(locale), currency: document.shop.baseCurrency }
    return [locale, couponTexts({ code, ...read.value }, ctx)] as const
  })
  const texts = (own: string | undefined, member: 'name' | 'summary'): Record<string, string> =>
    own === undefined ? Object.fromEntries(made.map(([locale, text]) => [locale, text[member]])) : { en: own }
  return {
    slug: await freeSlug(shop, slugOf(code)),
    code,
    // A summary in more languages than the name would be refused.
    name:
      flags.name === undefined && flags.summary !== undefined
        ? { en: made[0]![1].name }
        : texts(flags.name, 'name'),
    summary:
      flags.summary === undefined && flags.name !== undefined
        ? { en: made[0]![1].summary }
        : texts(flags.summary, 'summary'),
    ...(startsAt === null ? {} : { startsAt: startsAt.toISOString() }),
    ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
    ...terms,
    claimable: !flags.unlisted,
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    limitPerCustomer: flags.perCustomer,
    stackable: flags.stackable,
  }
}

function benefitOf({ percent, amount, freeShipping }: AddFlags, currency: string): CouponEntry['benefit'] {
  const given: CouponEntry['benefit'][] = [
    ...(percent === undefined ? [] : [{ kind: 'percent' as const, percent }]),
    ...(amount === undefined ? [] : [{ kind: 'amount' as const, amounts: { [currency]: amount } }]),
    ...(freeShipping ? [{ kind: 'free-shipping' as const }] : []),
  ]
  const [benefit] = given
  if (benefit === undefined || given.length > 1)
    throw new Failure(
      'say one of --percent, --amount and --free-shipping (other benefits come in by violet import)',
    )
  return benefit
}

/** The first moment of a day, or the end of the last one. */
function moments(text: string | undefined, which: 'from' | 'until', { document }: EntryShop): Date | null {
  if (text === undefined) return null
  const zone = document.shop.delivery?.timeZone ?? 'UTC'
  const day = startOfDay(text, zone)
  if (day !== null) return which === 'from' ? day : startOfDay(dayAfter(text), zone)
  const at = momentOf(text)
  if (at === null)
    throw new Failure(`--${which} must be a day such as 2026-12-31, or a moment such as 2026-12-31T20:00:00Z`)
  return at
}

/** The code as an address: `Spring 26!` → `spring-26`. */
function slugOf(code: string): string {
  const slug = code
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  if (slug === '') throw new Failure(`${shown(code)} has no letter and no digit`)
  return slug
}

/** SPRING-26 and SPRING_26 would have one address: the second must not become the first. */
async function freeSlug({ db }: EntryShop, wanted: string): Promise<string> {
  const candidates = [wanted, ...Array.from({ length: 98 }, (_, index) => `${wanted}-${index + 2}`)]
  const found = (await findEntries(db, 'coupon', candidates)) as { slug: string }[]
  const taken = new Set(found.map(({ slug }) => slug))
  const free = candidates.find((slug) => !taken.has(slug))
  if (free === undefined) throw new Failure(`too many coupons have an address such as ${wanted}`)
  return free
}

async function list({ json }: { json: boolean }): Promise<void> {
  await withEntries(async ({ db, document, now }) => {
    const coupons: ListedCoupon[] = []
    await db.transact((tx) => listCoupons(tx, now, (coupon) => void coupons.push(coupon)))
    if (json) for (const coupon of coupons) await writeOut(`${JSON.stringify(coupon)}\n`)
    else {
      const cells = coupons.map((coupon) => rowOf(coupon, document.shop.baseCurrency))
      await writeOut(`${table([['CODE', 'STATE', 'USED', 'GIVES', 'FROM', 'UNTIL (UTC)'], ...cells])}\n`)
    }
  })
}

function rowOf(coupon: ListedCoupon, base: string): string[] {
  const { code, state, used, limit, startsAt, endsAt } = coupon
  return [
    code,
    state,
    limit === null ? String(used) : `${used} of ${limit}`,
    benefitText(coupon, base),
    startsAt === null ? '' : moment(startsAt.toISOString()),
    endsAt === null ? '' : moment(endsAt.toISOString()),
  ].map(printable)
}

async function end(code: string, { json }: { json: boolean }): Promise<void> {
  await withEntries(async (shop) => {
    const { db, now } = shop
    const found = await couponOfCode(db, code)
    if (found === null) throw new Failure(`the shop has no coupon ${shown(code)}`)
    const { slug, startsAt, endsAt } = found
    if (endsAt !== null && endsAt <= now) throw new Failure(`${code} ended ${moment(endsAt.toISOString())}`)
    if (startsAt !== null && startsAt >= now)
      throw new Failure(`${code} has not begun: violet coupon hide ${code}, or delete it`)
    await changeEntries(shop, { coupons: [{ slug, endsAt: now.toISOString() }] })
    await writeOut(json ? `${JSON.stringify({ code, endsAt: now })}\n` : `${code} ends now\n`)
  })
}

/** The address of a coupon that is named by its code or its address. */
export async function slugOfCoupon({ db }: EntryShop, given: string): Promise<string> {
  return given.includes('\0') ? given : ((await couponOfCode(db, given))?.slug ?? given)
}

function moment(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}
