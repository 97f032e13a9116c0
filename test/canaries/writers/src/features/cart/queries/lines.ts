import { sql } from 'kysely'
import { replaceRows } from '#platform/server/db/replace-rows.ts'

export const own = sql`insert into cart_lines (cart_id) select id from carts for update`
/** The order's own line. */
export const foreign = sql`update orders o set note = '' where o.id = ${1}`
export const built = (db) => db.deleteFrom('order_lines').execute()
/** Nobody can tell which. */
export const filled = (table) => sql`delete from ${sql.table(table)}`
export const put = (tx, given) => replaceRows(tx, { name: 'tags', owner: 'cart_id' }, [], given)
