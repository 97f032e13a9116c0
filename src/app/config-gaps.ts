import { isEntryKind, type EntryKind } from '#features/names/contract.ts'
import { entryNamed, pastRoutes } from '#features/names/queries.ts'
import { countUntoldAddresses } from '#features/returns/queries/due.ts'
import { unkeptFreeShipping, unsaidAmounts } from '#features/sales/rules/amount-gaps.ts'
import type { ConfigFault } from '#features/shop/actions.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import { createRouter, type Router } from '#platform/server/pages/router.ts'
import { namedEntries } from '#wire/named-entries.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import { freePriceFaults } from './configure.ts'
import { entryOf } from './routing/elsewhere.ts'
import { routes } from './routes.ts'

export type GapOptions = Pick<Config, 'stripe' | 'demoGateway'>

/**
 * What the configuration speaks of and the shop does not have: it is stored all the same, since a page may come after
 * the setting that names it.
 */
export async function configGaps(
  db: Database,
  document: ShopConfigDocument,
  options: GapOptions,
): Promise<ConfigFault[]> {
  return [
    ...(await lackingEntries(db, document)),
    ...(await lackingTargets(db, document)),
    ...methodsWithoutKeys(document, options),
    ...noAccount(document),
    ...(await noReturnAddress(db, document)),
    ...noMail(document),
    ...unsaidAmounts(document),
    ...unkeptFreeShipping(document),
    ...(await db.transact((tx) => freePriceFaults(tx, document))),
  ]
}

async function lackingEntries(db: Database, document: ShopConfigDocument): Promise<ConfigFault[]> {
  const gaps: ConfigFault[] = []
  for (const { path, kind, slug } of namedEntries(document)) {
    const lack = isEntryKind(kind) ? await lackOf(db, kind, slug) : null
    if (lack !== null)
      gaps.push({
        path,
        reason: path === 'sales.terms' ? `${lack}: shoppers are asked for no consent` : lack,
      })
  }
  return gaps
}

/** "there is no page terms"; null where visitors see it, or will. */
async function lackOf(db: Database, kind: EntryKind, slug: string): Promise<string | null> {
  const found = await entryNamed(db, kind, slug)
  const noun = kind === 'inquiry' ? 'inquiry form' : kind
  if (found === null || found.slug === null) return `there is no ${noun} ${slug}`
  return found.shown === false ? `the ${noun} ${slug} is hidden` : null
}

/** Links of the configuration into the shop. Those by a former pattern lead on. */
async function lackingTargets(db: Database, document: ShopConfigDocument): Promise<ConfigFault[]> {
  const { shop, search, router } = document
  const messages = Array.isArray(shop.announcement) ? shop.announcement : []
  const links = [
    ...Object.entries(search.redirects).map(([term, to]) => ({ path: `search.redirects.${term}`, to })),
    ...messages.flatMap(({ href }, index) =>
      href?.startsWith('/') === true ? [{ path: `shop.announcement.${index}.href`, to: href }] : [],
    ),
  ]
  const known = createRouter(routes(router))
  const past = createRouter((await pastRoutes(db)).map((row) => ({ pattern: row.pattern, target: row })))
  const gaps: ConfigFault[] = []
  for (const { path, to } of links) {
    const lack = past.match(pathOf(to)) === null ? await lackAt(db, pathOf(to), known) : null
    if (lack !== null) gaps.push({ path, reason: `${to} leads nowhere: ${lack}` })
  }
  return gaps
}

function pathOf(to: string): string {
  return to.replace(/[?#].*$/s, '')
}

async function lackAt(db: Database, path: string, known: Router<AnyPage>): Promise<string | null> {
  // Files, such as a feed, are no pages.
  if (/\.[a-z]+$/.test(path)) return null
  const match = known.match(path)
  if (match === null) return 'the shop has no such page'
  const entry = entryOf({ page: match.target, params: match.params })
  return entry === null ? null : lackOf(db, entry.kind, entry.slug)
}

/** Without it, only refunds without a parcel can be approved. */
async function noReturnAddress(db: Database, { sales }: ShopConfigDocument): Promise<ConfigFault[]> {
  if (sales.returns.address !== null) return []
  const waiting = await countUntoldAddresses(db)
  const who =
    waiting === 0
      ? ''
      : `; ${waiting === 1 ? 'a shopper who withdrew waits' : `${waiting} shoppers who withdrew wait`} to hear where to send the goods`
  const reason = `is not set: no return whose goods come back can be approved${who}`
  return [{ path: 'sales.returns.address', reason }]
}

/** Shoppers who pay by transfer read nowhere where to. A shop without ways to pay is paid by transfer, too. */
function noAccount({ sales }: ShopConfigDocument): ConfigFault[] {
  if (sales.payment.length === 0)
    return [
      {
        path: 'sales.payment',
        reason:
          'is empty: orders are paid by bank transfer, and shoppers are told no account; name one in the instructions of a method',
      },
    ]
  return sales.payment.flatMap(({ code, provider, instructions }, index) =>
    provider === 'manual' && Object.values(instructions).every((text) => text.trim() === '')
      ? [
          {
            path: `sales.payment.${index}.instructions`,
            reason: `are not set: shoppers who pay by ${code} are told no account`,
          },
        ]
      : [],
  )
}

/** Nobody learns of orders but from the program. */
function noMail({ shop }: ShopConfigDocument): ConfigFault[] {
  if (shop.email !== null) return []
  return [
    { path: 'shop.email', reason: 'is not set: the shop is mailed of no order, and of nothing that waits' },
  ]
}

/** Ways to pay that are not offered, since the program cannot reach who carries them out. */
function methodsWithoutKeys({ sales }: ShopConfigDocument, options: GapOptions): ConfigFault[] {
  return sales.payment.flatMap(({ code, provider }, index) => {
    const lack =
      provider === 'stripe' && options.stripe === null
        ? 'STRIPE_SECRET_KEY is not set'
        : provider === 'demo' && !options.demoGateway
          ? 'DEMO_GATEWAY is off'
          : null
    const path = `sales.payment.${index}`
    return lack === null
      ? []
      : [{ path, reason: `${code} is not offered: its provider is ${provider}, and ${lack}` }]
  })
}
