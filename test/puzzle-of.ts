import { hashToken } from '#features/session/rules/cookies.ts'
import type { WholeShop } from './whole-shop.ts'

/** A passed security check over HTTP: what a form sends of it, and the cookie of the browser that it is good in. */
export async function puzzleOf(shop: WholeShop): Promise<{
  fields: { verifyId: string; verifyAnswer: string }
  cookie: string
}> {
  const issued = await shop.post('/api/web/verify/create', { way: 'question' })
  const { verifyId } = (JSON.parse(issued.body) as { data: { verifyId: string } }).data
  const { rows } = await shop.database.db.pool.query<{ wanted: number }>(
    'select wanted from verifications where key = $1',
    [hashToken(verifyId)],
  )
  const cookies = [issued.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0])
  return { fields: { verifyId, verifyAnswer: String(rows[0]!.wanted) }, cookie: cookies.join('; ') }
}
