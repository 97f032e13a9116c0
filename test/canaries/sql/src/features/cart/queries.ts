import { sql } from 'kysely'

/** Laid out by hand. */
export const lines = sql`select l.quantity from cart_lines l where l.cart_id = ${1}
    order by l.id`

/** Wider than a line may be, and no layout helps. */
export const name = sql`select 'a name that is longer than any line may be, and that nothing can break: so it is named by the guard'`
