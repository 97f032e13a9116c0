import type { Database } from '#platform/server/db/db.ts'

/**
 * Updates PostgreSQL's statistics of the catalogue. Until autovacuum does so, PostgreSQL plans for the tables before
 * the import, and a listing takes ten times as long. Ends after 60 s at the latest.
 */
export async function analyzeCatalog(db: Database): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query("set statement_timeout = '60s'")
    // As an object: a text may take no longer than what visitors wait for.
    await client.query({
      text: `analyze categories, category_texts, collections, collection_products, collection_texts, pictures, product_categories,
        product_cards, product_option_values, product_pictures, product_prices, product_tags, product_texts, products, sku_prices, skus, tags, tag_texts`,
    })
  } finally {
    // Destroyed: its time limit must not apply to others.
    client.release(true)
  }
}
