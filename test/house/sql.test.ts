import { describe, expect, it } from 'vitest'
import { sqlLayout, templateFindings } from '../../scripts/check/sql.ts'
import { runGuard } from '../../scripts/check/run.ts'
import { formatSource } from '../../scripts/format-sql/templates.ts'
import { named, plant } from './plant.ts'

describe('the guard', () => {
  it('names templates that are not laid out, and new migrations with lines too wide', async () => {
    const { findings, seen } = await sqlLayout.look(await plant('sql'))
    expect(named(findings)).toEqual([
      'sql-layout src/features/cart/queries.ts',
      'sql-width db/migrations/20991231T0900_wide.sql',
    ])
    expect(seen).toBe(3)
  })

  it('names a line that no layout makes shorter', () => {
    const source = `export const name = sql\`\n  select\n    '${'a'.repeat(110)}'\`\n`
    expect(templateFindings('a.ts', source)).toEqual([
      expect.objectContaining({ rule: 'sql-width', file: 'a.ts', line: 3 }),
    ])
  })

  it('does not take a project without queries for one that is laid out', async () => {
    expect((await runGuard(sqlLayout, await plant(null))).ok).toBe(false)
  })
})

const format = (statement: string): string =>
  formatSource('a.ts', `const found = sql\`\n${statement}\``)
    .replace(/^const found = sql`\n/, '')
    .replace(/`$/, '')

describe('the layout', () => {
  it('leaves what is short on one line', () => {
    expect(format(`select id from skus\n where sku = \${sku}`)).toBe(
      `  select id from skus where sku = \${sku}`,
    )
  })

  it('gives each clause a line, and each condition where they need more than one', () => {
    const statement = `select s.id, s.sku from skus s left join products p on p.id = s.product_id where s.sku = any(\${skus}::text[]) and p.visible and (s.backorder or s.on_hand between 1 and 20 or exists (select from cart_lines l where l.sku_id = s.id and l.quantity > 1)) order by s.id limit 20`
    expect(format(statement)).toBe(`  select s.id, s.sku
  from skus s
  left join products p on p.id = s.product_id
  where s.sku = any(\${skus}::text[])
    and p.visible
    and (
      s.backorder
      or s.on_hand between 1 and 20
      or exists (select from cart_lines l where l.sku_id = s.id and l.quantity > 1)
    )
  order by s.id limit 20`)
  })

  it('keeps keys of JSON beside their values, two pairs on a line', () => {
    const statement = `select json_build_object('sku', s.sku, 'options', s.options, 'backorder', s.backorder, 'amount', c.amount, 'unit', s.unit) as sku`
    expect(format(statement)).toBe(`  select json_build_object(
    'sku', s.sku, 'options', s.options,
    'backorder', s.backorder, 'amount', c.amount,
    'unit', s.unit
  ) as sku`)
  })

  it('breaks writes and tables of a statement', () => {
    const statement = `with gone as (delete from cart_lines using carts c where c.id = cart_id and c.updated_at < \${before} returning cart_id) insert into search_stale (kind, id) select 'product', id from gone on conflict (kind, id) do update set kind = excluded.kind returning id`
    expect(format(statement)).toBe(`  with gone as (
    delete from cart_lines
    using carts c
    where c.id = cart_id and c.updated_at < \${before}
    returning cart_id
  )
  insert into search_stale (kind, id)
  select 'product', id
  from gone
  on conflict (kind, id) do update set kind = excluded.kind
  returning id`)
  })

  it('leaves texts and names as they are, and comments on lines of their own', () => {
    const statement = `select 'it''s  (a from b', "a  name"\n-- why, in a word\nfrom words where word !~ '^([~^#=]|[0-9]+$)'`
    expect(format(statement)).toBe(`  select 'it''s  (a from b', "a  name"
  -- why, in a word
  from words
  where word !~ '^([~^#=]|[0-9]+$)'`)
  })

  it('keeps the spaces that join a fragment to what stands before it', () => {
    expect(formatSource('a.ts', 'const more = sql` and  e.visible `')).toBe(
      'const more = sql` and e.visible `',
    )
    expect(formatSource('a.ts', 'const none = sql``')).toBe('const none = sql``')
  })

  it('lays out a template inside another', () => {
    const source = `const a = sql\`select \${sql.join(all.map((one) => sql\`\${one}   + 1\`))}\``
    expect(formatSource('a.ts', source)).toBe(source.replace('   ', ' '))
  })

  it('is done after once', () => {
    const once = format(
      `select coalesce(sum(case when l.quantity > 1 then l.quantity * \${amount}::bigint else least(l.quantity, \${most}::int) end), 0) || '' as total from cart_lines l, lateral unnest(\${ids}::bigint[], \${quantities}::int[]) w(id, quantity)`,
    )
    expect(format(once)).toBe(once)
    expect(once.split('\n').every((line) => line.length <= 110)).toBe(true)
  })

  it('refuses what it does not understand', () => {
    expect(() => format('select (1')).toThrow('a bracket is not closed')
    expect(() => format("select 'a")).toThrow('not understood')
    expect(() => format('select a + -- why\n b from c')).toThrow('its comments have no place')
  })
})
