import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/db.ts'
import { notedOrigin } from './queries.ts'

/**
 * The shop's address for what is written outside its server, such as `https://shop.example`: what `PUBLIC_URL` says,
 * else where the server was last open. A command's own port says nothing of it.
 */
export async function shopOrigin(
  db: Db,
  { publicUrl, port }: Pick<Config, 'port' | 'publicUrl'>,
): Promise<string> {
  return publicUrl ?? (await notedOrigin(db)) ?? `http://localhost:${port}`
}
