import pg from 'pg'
import pino from 'pino'
import { refreshCards } from '#features/catalog/queries/derived.ts'
import { liftConstraints } from '#platform/server/db/backup/tables.ts'
import { openDatabase } from '#platform/server/db/db.ts'

/*
 * A catalogue of any size written straight into the tables, for importing a million products takes twenty minutes. The
 * same rows for the same number and seed. Distributions are as lopsided as real ones: one product in ten is in the
 * first of 160 leaf categories, most sell nothing, few are dear.
 */

export const leafCategories = 160
const currencies = [
  { code: 'USD', rate: 1 },
  { code: 'EUR', rate: 0.92 },
  { code: 'GBP', rate: 0.79 },
  { code: 'JPY', rate: 1.5 },
  { code: 'CNY', rate: 7.1 },
]
export const colors = [
  'black',
  'white',
  'grey',
  'sand',
  'navy',
  'sage',
  'clay',
  'rose',
  'olive',
  'plum',
  'amber',
  'teal',
]
const sizes = ['s', 'm', 'l', 'xl', 'xs', 'xxl']
export const materials = [
  'cotton',
  'linen',
  'wool',
  'oak',
  'steel',
  'glass',
  'cork',
  'silk',
  'jute',
  'ash',
  'brass',
  'felt',
]
const tagCount = 60
const seed = 4122

/** Tables whose triggers rest meanwhile: everything is new, and nobody has read anything yet. */
const filled = [
  'pictures',
  'categories',
  'category_texts',
  'tags',
  'tag_texts',
  'products',
  'product_texts',
  'skus',
  'sku_prices',
  'product_prices',
  'product_categories',
  'product_tags',
  'product_option_values',
  'product_pictures',
].map((name) => ({ name, columns: [] }))

/** Fills an empty, migrated database. `say` is told after each table. */
export async function fillCatalog(url: string, products: number, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now()
    await work()
    say(`${name}: ${Math.round(performance.now() - begun)} ms`)
  }
  try {
    await client.query(
      `set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off`,
    )
    await client.query(`begin; ${helpers}`)
    const undo = await liftConstraints(client, filled)
    for (const [name, statement] of Object.entries(statements(products)))
      await timed(name, () => client.query(statement))
    await timed('constraints', () => client.query(undo.join(';')))
    await client.query('commit')
    await timed('statistics', () => client.query('vacuum analyze'))
    await timed('cards', () => makeCards(url, products))
    await client.query('vacuum analyze product_cards')
  } finally {
    await client.end()
  }
}

/** As the import makes them. */
async function makeCards(url: string, products: number): Promise<void> {
  const db = openDatabase({ url, pool: 1, log: pino({ level: 'silent' }), statementTimeout: 0 })
  try {
    const stride = 20_000
    for (let first = 1; first <= products; first += stride) {
      const ids = Array.from({ length: Math.min(stride, products - first + 1) }, (_, n) => first + n)
      await db.transact((tx) => refreshCards(tx, ids))
    }
  } finally {
    await db.close()
  }
}

// `dice`: 0 to 1, the same for the same numbers. `pick`: a whole number below `below`, small ones more often.
const helpers = `
  create function pg_temp.dice(n bigint, salt int) returns float8 immutable language sql
    return (hashint8extended(n, salt + ${seed}) & 1073741823)::float8 / 1073741824;
  create function pg_temp.pick(n bigint, salt int, below int, lean float8) returns int immutable language sql
    return floor(below * power((hashint8extended(n, salt + ${seed}) & 1073741823)::float8 / 1073741824, lean))::int;`

function statements(products: number): Record<string, string> {
  const all = `generate_series(1, ${products}) n`
  return {
    pictures: `insert into pictures (key, made, width, height, preview, average_color)
      select lpad(to_hex(n), 16, '0'), '{"motif": "bowl", "color": "sage", "seed": 0}', 1600, 1600, 'data:image/webp;base64,' || repeat(md5(n::text), 5), '#9caf88'
      from generate_series(1, 200) n`,
    // 8 roots, 5 parts of each, 4 leaves of each part.
    categories: `insert into categories (id, slug, parent_id, position, hash) overriding system value
      select n, 'part-' || n, case when n > 48 then 9 + (n - 49) / 4 when n > 8 then 1 + (n - 9) / 5 end, n, 'x' from generate_series(1, 208) n;
      insert into category_texts (category_id, locale, name) select id, 'en', 'Part ' || id from categories;
      insert into category_texts (category_id, locale, name) select id, 'zh', '分类 ' || id from categories`,
    tags: `insert into tags (id, slug, hash) overriding system value select n, 'tag-' || n, 'x' from generate_series(1, ${tagCount}) n;
      insert into tag_texts (tag_id, locale, name) select id, 'en', 'Tag ' || id from tags;
      insert into tag_texts (tag_id, locale, name) select id, 'zh', '标签 ' || id from tags`,
    // One to four, each in another colour; the material is the product's.
    skus: `insert into skus (product_id, sku, position, options, on_hand, imported_on_hand)
      select n, 'T' || n || '-' || place, place, jsonb_build_object(
          'color', (array['${colors.join("','")}'])[1 + (pg_temp.pick(n, 10, 12, 1.6) + place * 5) % 12],
          'size', (array['${sizes.join("','")}'])[1 + pg_temp.pick(n * 8 + place, 11, 6, 1.5)],
          'material', (array['${materials.join("','")}'])[1 + pg_temp.pick(n, 12, 12, 1.8)]),
        stock, stock
      from ${all}, generate_series(0, pg_temp.pick(n, 9, 4, 1.7)) place,
        lateral (select case when pg_temp.dice(n * 8 + place, 13) < 0.12 then 0 else 1 + pg_temp.pick(n * 8 + place, 14, 200, 1) end as stock) s`,
    products: `insert into products (id, slug, brand, type, options, rating_average, rating_count, sold_count, in_stock, published_at, hash) overriding system value
      select n, 'thing-' || n, 'Maker ' || pg_temp.pick(n, 1, 300, 2), 'Thing', '${JSON.stringify(options())}',
        case when pg_temp.dice(n, 2) < 0.7 then round((5 - 4 * power(pg_temp.dice(n, 3), 2.5))::numeric, 2) end,
        case when pg_temp.dice(n, 2) < 0.7 then 1 + pg_temp.pick(n, 4, 900, 4) else 0 end,
        pg_temp.pick(n, 5, 20000, 8), s.product_id is not null, timestamptz '2022-01-01' + pg_temp.dice(n, 6) * interval '1780 days', 'x'
      from ${all} left join (select distinct product_id from skus where on_hand > 0) s on s.product_id = n`,
    texts: `insert into product_texts (product_id, locale, title, summary)
      select n, 'en', initcap((array['${colors.join("','")}'])[1 + pg_temp.pick(n, 7, 12, 1)]) || ' ' || (array['${materials.join("','")}'])[1 + pg_temp.pick(n, 8, 12, 1)] || ' thing ' || n, 'Made in a workshop of nine people.' from ${all};
      insert into product_texts (product_id, locale, title) select n, 'zh', '东西 ' || n from ${all}`,
    'SKU prices': `insert into sku_prices (sku_id, currency, amount, line_amount, converted)
      select s.id, c.code, base * c.rate, case when pg_temp.dice(s.product_id, 16) < 0.15 then ceil(base * c.rate * 1.25) end, c.code <> 'USD'
      from skus s, (values ${currencies.map(({ code, rate }) => `('${code}', ${rate}::float8)`).join(', ')}) c(code, rate),
        lateral (select 500 + 50 * pg_temp.pick(s.product_id, 15, 4000, 3) + 300 * s.position as base) b`,
    'product prices': `insert into product_prices (product_id, currency, amount_from, amount_to, line_from)
      select s.product_id, c.currency, min(c.amount), max(c.amount), (array_agg(c.line_amount order by c.amount))[1]
      from skus s join sku_prices c on c.sku_id = s.id group by 1, 2`,
    'option values': `insert into product_option_values (option_code, value_code, product_id, in_stock)
      select o.key, o.value, s.product_id, bool_or(s.on_hand > 0) from skus s, jsonb_each_text(s.options) o group by 1, 2, 3 order by 3`,
    'products in categories': `insert into product_categories (category_id, product_id, direct)
      select c.id, n, c.id = leaf from ${all}, lateral (select 49 + pg_temp.pick(n, 20, ${leafCategories}, 2.2) as leaf) l,
        lateral (values (leaf), (9 + (leaf - 49) / 4), (1 + (leaf - 49) / 20)) c(id)`,
    'products with tags': `insert into product_tags (tag_id, product_id)
      select distinct 1 + pg_temp.pick(n * 8 + k, 21, ${tagCount}, 2), n from ${all}, generate_series(1, pg_temp.pick(n, 22, 5, 1)) k order by 2`,
    'product pictures': `insert into product_pictures (product_id, position, picture_id)
      select n, k, 1 + pg_temp.pick(n * 2 + k, 23, 200, 1) from ${all}, generate_series(1, 2) k`,
    numbers: `select setval(pg_get_serial_sequence(name, 'id'), ${products} + 1000) from unnest(array['products', 'categories', 'tags']) name`,
  }
}

function options(): object[] {
  const option = (code: string, name: string, values: readonly string[], hex?: string): object => ({
    code,
    name: { en: name },
    values: values.map((value) => ({ code: value, name: { en: value }, ...(hex ? { swatch: hex } : {}) })),
  })
  return [
    option('color', 'Colour', colors, '#9caf88'),
    option('size', 'Size', sizes),
    option('material', 'Material', materials),
  ]
}
