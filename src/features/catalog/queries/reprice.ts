import { sql, type RawBuilder } from 'kysely'
import { exponent, type Currency } from '#domain/currency.ts'
import type { CurrencyRule } from '#wire/shop-config.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Prices that follow the base currency's by a rate. Each function returns the SKUs of which it changed a price. */

/** Gives SKUs without a price of their own in the new base currency the one that was shown in it until now. */
export async function adoptBasePrices(tx: Tx, base: Currency): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    update sku_prices
    set converted = false
    where currency = ${base} and converted
    returning sku_id as id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** How many SKUs could not be sold in the base currency. */
export async function unpricedSkus(tx: Tx, base: Currency): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count
    from skus s
    where not s.retired
      and not exists (
        select 1 from sku_prices c where c.sku_id = s.id and c.currency = ${base}
      )`.execute(rows(tx))
  return found[0]?.count ?? 0
}

/** Converted prices in currencies that the shop has no rate for. */
export async function dropConverted(tx: Tx, kept: readonly Currency[]): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    delete from sku_prices
    where converted and not (currency = any(${kept}::text[]))
    returning sku_id as id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

interface FreePrices {
  currency: Currency
  skus: number
  /** The first of them. */
  sku: string
}

/** Converted prices, also of a tier, that are nothing although the base price is something. */
export async function freePrices(tx: Tx, base: Currency): Promise<FreePrices[]> {
  const { rows: found } = await sql<FreePrices>`
    select p.currency, count(*)::int as skus, min(s.sku) as sku
    from sku_prices p
    join sku_prices b on b.sku_id = p.sku_id and b.currency = ${base}
    join skus s on s.id = p.sku_id
    where p.converted and b.amount > 0 and (p.amount = 0 or p.tiers @> '[{"amount": 0}]') and not s.retired
    group by p.currency
    order by p.currency`.execute(rows(tx))
  return found
}

/**
 * Converts the base price of every SKU that has no price of its own in the currency: `convert` of the domain, in
 * whole numbers, rounded half up to a multiple of `roundTo`.
 */
export async function convertPrices(
  tx: Tx,
  base: Currency,
  { code, rate, roundTo }: CurrencyRule,
): Promise<number[]> {
  const [whole, fraction = ''] = rate.split('.')
  const above = BigInt(`${whole}${fraction}`) * 10n ** BigInt(exponent(code))
  const below = 10n ** BigInt(fraction.length + exponent(base)) * BigInt(roundTo)
  const numerator = sql`${String(above)}::numeric`
  const denominator = sql`${String(below)}::numeric`
  const converted = (amount: RawBuilder<unknown>) =>
    sql`
      (
        div(2 * ${amount}::numeric * ${numerator} + ${denominator}, 2 * ${denominator}) * ${roundTo}::int
      )::bigint`
  const { rows: found } = await sql<{ id: number }>`
    with wanted as (
      select b.sku_id, ${converted(sql`b.amount`)} as amount, ${converted(sql`b.line_amount`)} as line_amount,
        (
          select jsonb_agg(
            jsonb_build_object('from', t.tier -> 'from', 'amount', ${converted(sql`(t.tier ->> 'amount')`)})
            order by t.place
          )
          from jsonb_array_elements(b.tiers) with ordinality t(tier, place)
        ) as tiers
      from sku_prices b
      where b.currency = ${base} and not b.converted
    )
    insert into sku_prices as t (sku_id, currency, amount, line_amount, tiers, converted)
    select sku_id, ${code}, amount, case when line_amount > amount then line_amount end, tiers, true
    from wanted
    on conflict (sku_id, currency) do update set amount = excluded.amount, line_amount = excluded.line_amount,
      tiers = excluded.tiers
    where t.converted
      and (t.amount, t.line_amount, t.tiers)
        is distinct from (excluded.amount, excluded.line_amount, excluded.tiers)
    returning t.sku_id as id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** A price as it stands: the same as long as nobody changes it. */
const priceHash = sql<string>`
  md5(json_build_array(p.currency, p.amount, p.line_amount, p.tiers)::text)`

export interface PriceMark {
  /** The SKU. */
  key: string
  hash: string
}

/** The converted prices in a currency. */
export async function convertedPrices(tx: Tx, currency: Currency): Promise<PriceMark[]> {
  const { rows: found } = await sql<PriceMark>`
    select s.sku as key, ${priceHash} as hash
    from sku_prices p
    join skus s on s.id = p.sku_id
    where p.currency = ${currency} and p.converted`.execute(rows(tx))
  return found
}

/** Lets those of the prices that are as they were follow the base currency again; those in it stay. */
export async function convertAgain(tx: Tx, base: Currency, prices: readonly PriceMark[]): Promise<void> {
  await sql`
    update sku_prices p
    set converted = true
    from json_to_recordset(${JSON.stringify(prices)}::json) as g(key text, hash text)
    join skus s on s.sku = g.key
    where p.sku_id = s.id
      and p.currency <> ${base}
      and not p.converted
      and ${priceHash} = g.hash
      and exists (
        select from sku_prices b
        where b.sku_id = p.sku_id and b.currency = ${base} and not b.converted
      )`.execute(rows(tx))
}
