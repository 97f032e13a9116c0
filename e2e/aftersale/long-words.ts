import pg from 'pg'
import { connectEmbedded } from '#platform/server/db/embedded.ts'

/** A text without a place where a line may break: what people paste, and what they write to see what happens. */
export const longWord = 'Rhabarber'.repeat(24).slice(0, 200)

/**
 * Columns that people fill, and how much they take. Those of articles, products and pages are the merchant's, but for
 * the articles of customers.
 */
const written: Readonly<Record<string, string>> = {
  customers: 'first_name = left($1, 100), last_name = left($1, 100), nickname = left($1, 100), bio = $1',
  customer_addresses: `address = address || ${parts('company')}`,
  orders: `address = address || ${parts('company')}, billing = billing || ${parts('company')},
    cancel_reason = case when cancel_reason is null then null else $1 end,
    tax_number = left($1, 40), note = $1`,
  order_events: `data = case when data ? 'reason' then data || jsonb_build_object('reason', $1::text) else data end`,
  returns: `description = $1, company = case when company is null then null else left($1, 80) end,
    tracking_number = case when tracking_number is null then null else left($1, 80) end,
    refusal_reason = case when refusal_reason is null then null else $1 end`,
  shipments: 'tracking_number = left($1, 80)',
  reviews: `title = left($1, 120), content = $1, author = left($1, 60),
    reply = case when reply is null then null else $1 end`,
  questions: 'content = $1, author = left($1, 60)',
  question_answers: 'content = $1, author = left($1, 60)',
  article_comments: `content = $1, author = left($1, 60), reason = case when reason is null then null else $1 end`,
  article_revisions: `title = left($1, 120), content = $1 || E'\\n\\n- ' || $1,
    reason = case when reason is null then null else $1 end`,
  credit_entries: `reason = $1`,
  passkeys: 'name = left($1, 60)',
}

function parts(...more: string[]): string {
  const names = ['firstName', 'lastName', 'city', 'line1', 'line2', ...more]
  return `jsonb_build_object(${names.map((name) => `'${name}', left($1::text, 100)`).join(', ')})`
}

/** Puts the long word wherever the people of the shop in this folder have written something. */
export async function writeLongWords(dataDir: string): Promise<void> {
  const database = await connectEmbedded(dataDir)
  const client = new pg.Client({ connectionString: database!.url })
  await client.connect()
  try {
    await client.query(
      `with question as (
         insert into questions (code, product_id, author, content, locale, state, created_at)
         select 'q-K7M29QXD4T', id, '', '', 'en', 'published', now() from products where slug = 'pond-vase' returning id)
       insert into question_answers (code, question_id, author, content, locale, state, created_at)
       select 'a-K7M29QXD4T', id, '', '', 'en', 'published', now() from question`,
    )
    for (const [table, columns] of Object.entries(written))
      await client.query(`update ${table} set ${columns.replaceAll(/\$1(?!::)/g, '$1::text')}`, [longWord])
    await client.query(
      `update article_texts set title = left($1::text, 120), summary = $1 where article_id in (
         select article_id from customer_articles where article_id is not null)`,
      [longWord],
    )
  } finally {
    await client.end()
  }
}
