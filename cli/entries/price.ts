import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { productsOfSkus } from '#features/catalog/queries/export.ts'
import { findEntries } from '#transfer/entries/entries.ts'
import { priceFault, readPriceRows, type PriceChange } from '#transfer/entries/prices.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import type { ProductEntry, SkuEntry } from '#wire/catalog-format.ts'
import { shown } from '#wire/shown-text.ts'
import { operatorPath } from '../shop.ts'
import { counted, exitCodes, Failure, say, writeOut } from '../terminal.ts'
import { tryEntries, withEntries, type EntryShop } from './work.ts'

interface Flags {
  currency?: string
  was?: string | false
  tier: readonly Tier[]
  tiers: boolean
  dryRun: boolean
  json: boolean
}

type Tier = NonNullable<SkuEntry['prices'][string]['tiers']>[number]

/** `violet price set|load` */
export function addPrice(program: Command): void {
  const price = program.command('price').description('change what SKUs cost')

  const common = (command: Command): Command =>
    command
      .option('--currency <code>', "of the amounts (the shop's base currency when not given)")
      .option('--no-tiers', 'take the prices for larger quantities away')
      .option('--dry-run', 'say what would happen, and keep nothing', false)

  common(
    price
      .command('set')
      .description('say what one SKU costs; a price before it and prices for larger quantities stay')
      .argument('<sku>')
      .argument('<amount>', 'as 99 or 99.90')
      .option('--was <amount>', 'the price before, shown struck through: the SKU is on sale')
      .option('--no-was', 'the SKU is on sale no more')
      .option(
        '--tier <from=amount...>',
        'what each costs from a quantity on: --tier 4=17.50 10=15',
        tier,
        [],
      ),
  )
    .option('--json', 'print the result as JSON', false)
    .action(set)

  common(
    price
      .command('load')
      .description('change many prices by a CSV file with the columns SKU, price and was')
      .argument(
        '<file>',
        'where it has the column was, an empty cell ends a sale; without the column it stays; - for standard input',
      ),
  )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 everything went in, 1 it could not be run, 2 some rows were refused.',
    )
    .action(load)
}

function tier(text: string, before: readonly Tier[]): Tier[] {
  const [, from = '', amount = ''] = /^(\d{1,4})=(\d[\d.]*)$/.exec(text) ?? []
  if (from === '') throw new InvalidArgumentError('It must be quantity=amount, as 4=17.50')
  return [...before, { from: Number(from), amount }]
}

async function set(sku: string, amount: string, flags: Flags): Promise<void> {
  await withEntries(async (shop) => {
    const tiers = flags.tier.length > 0 ? flags.tier : flags.tiers ? undefined : null
    const was = flags.was === false ? null : flags.was
    const change: PriceChange = {
      line: 1,
      sku,
      price: amount,
      ...(was === undefined ? {} : { was }),
      ...(tiers === undefined ? {} : { tiers }),
    }
    const { done, faults } = await setPrices(shop, [change], flags)
    const [fault] = faults
    if (fault !== undefined) throw new Failure(fault.reason)
    await tell(shop, done, flags)
  })
}

async function load(file: string, flags: Omit<Flags, 'tier' | 'was'>): Promise<void> {
  const path = file === '-' ? '/dev/stdin' : operatorPath(file)
  const found = await stat(path).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
  if (found.isDirectory()) throw new Failure(`${file} is not a file`)
  await withEntries(async (shop) => {
    const read = await readPriceRows(createReadStream(path))
    if (!read.ok) throw new Failure(`${file}: ${read.problem}`)
    const changes = read.value.changes.map((one) => (flags.tiers ? one : { ...one, tiers: null }))
    const { done, faults } = await setPrices(shop, changes, flags)
    const all = [...read.value.faults, ...faults].toSorted((a, b) => a.line - b.line)
    if (flags.json)
      await writeOut(`${JSON.stringify({ changed: done.length, applied: !flags.dryRun, problems: all })}\n`)
    else
      await writeOut(
        `${flags.dryRun ? 'a dry run: ' : ''}${counted(done.length, 'price')} of ${counted(read.value.rows, 'row')} ${flags.dryRun ? 'would be set' : 'set'}\n`,
      )
    if (!flags.json) for (const { line, reason } of all) say(`${file}:${line}: ${reason}`)
    process.exitCode = all.length > 0 ? exitCodes.partly : exitCodes.done
  })
}

interface Fault {
  line: number
  reason: string
}

/** Sets prices, product by product: those of a product that is refused stay all as they are. */
async function setPrices(
  shop: EntryShop,
  changes: readonly PriceChange[],
  flags: Pick<Flags, 'currency' | 'dryRun'>,
): Promise<{ done: PriceChange[]; faults: Fault[] }> {
  const currency = currencyOf(shop, flags.currency)
  const slugs = await productsOfSkus(shop.db, [...new Set(changes.map(({ sku }) => sku))])
  const entries = (await findEntries(shop.db, 'product', [...new Set(slugs.values())])) as ProductEntry[]
  const bySku = new Map(entries.flatMap((entry) => entry.skus.map((sku) => [sku.sku, sku] as const)))
  const faults: Fault[] = []
  const sound = changes.filter((change) => {
    const known = bySku.get(change.sku)
    const reason =
      known === undefined
        ? `the shop has no SKU ${shown(change.sku)}`
        : priceFault(change, own(known, currency), currency)
    if (reason !== null) faults.push({ line: change.line, reason })
    return reason === null
  })
  const byProduct = Map.groupBy(sound, ({ sku }) => slugs.get(sku)!)
  const products = [...byProduct].map(([slug, own]) => ({
    slug,
    skus: own.map(({ sku, price, was, tiers }) => ({
      sku,
      prices: {
        [currency]: {
          price,
          ...(was === undefined ? {} : { linePrice: was }),
          ...(tiers === undefined ? {} : { tiers }),
        },
      },
    })),
  }))
  if (products.length === 0) return { done: [], faults }
  const report = await tryEntries(shop, { products }, { dryRun: flags.dryRun, strict: false })
  const refused = new Map(report.problems.map((problem) => [problem.entry, problem.reason]))
  return {
    done: sound.filter(({ sku }) => !refused.has(slugs.get(sku)!)),
    faults: [
      ...faults,
      ...sound.flatMap(({ line, sku }) => {
        const reason = refused.get(slugs.get(sku)!)
        return reason === undefined ? [] : [{ line, reason: `${sku}: ${reason}` }]
      }),
    ],
  }
}

/** The SKU's own price in a currency, or what it has in none. */
function own(sku: SkuEntry, currency: string): SkuEntry['prices'][string] | undefined {
  return Object.hasOwn(sku.prices, currency) ? sku.prices[currency] : undefined
}

function currencyOf({ document }: EntryShop, given: string | undefined): string {
  const { baseCurrency, currencies } = document.shop
  const currency = (given ?? baseCurrency).toUpperCase()
  if (currency !== baseCurrency && !currencies.some(({ code }) => code === currency))
    throw new Failure(`the shop does not sell in ${shown(currency)}: add it to shop.currencies first`)
  return currency
}

/** What the SKU costs now, as the shop has it. */
async function tell(shop: EntryShop, [change]: readonly PriceChange[], flags: Flags): Promise<void> {
  const { sku, price, was, tiers } = change!
  const currency = currencyOf(shop, flags.currency)
  const slug = (await productsOfSkus(shop.db, [sku])).get(sku)!
  const [product] = (await findEntries(shop.db, 'product', [slug])) as ProductEntry[]
  const prices = product!.skus.find((one) => one.sku === sku)!.prices
  const now = Object.hasOwn(prices, currency) ? prices[currency] : undefined
  const others = Object.keys(prices).filter((code) => code !== currency)
  const kept = flags.dryRun
    ? {
        price,
        linePrice: was === undefined ? now?.linePrice : (was ?? undefined),
        tiers: tiers === undefined ? now?.tiers : (tiers ?? undefined),
      }
    : now!
  if (flags.json)
    return writeOut(
      `${JSON.stringify({ sku, currency, price: kept.price, was: kept.linePrice ?? null, tiers: kept.tiers ?? [], applied: !flags.dryRun })}\n`,
    )
  const before = kept.linePrice === undefined ? '' : `, was ${kept.linePrice}`
  const more = (kept.tiers ?? []).map((one) => `, ${one.amount} from ${one.from}`).join('')
  await writeOut(`${flags.dryRun ? 'a dry run: ' : ''}${sku}: ${kept.price} ${currency}${before}${more}\n`)
  if (currency === shop.document.shop.baseCurrency && others.length > 0)
    say(`it has prices of its own in ${others.join(', ')}, which stay as they are (--currency sets them)`)
}
