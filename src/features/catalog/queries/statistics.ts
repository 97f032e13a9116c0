import type { Database } from '#platform/server/db/db.ts'

/**
 * Tells PostgreSQL what the catalogue looks like now. Until its own autovacuum does so it plans for the tables as they
 * were before the import, and a listing takes ten times as long. Ends after 60 s at the latest.
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
    // With its own time limit it is not for others.
    client.release(true)
  }
}
