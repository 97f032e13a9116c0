import type { Db, Tx } from '#platform/server/db/db.ts'
import { moveSubscriber, putSubscriber, stateOfEmail } from '../queries.ts'

/*
 * The newsletter of a customer, whose e-mail address is proven: nobody has to be asked back.
 */

export async function isSubscribed(db: Db, email: string): Promise<boolean> {
  return (await stateOfEmail(db, email))?.state === 'subscribed'
}

export async function setSubscribed(
  tx: Tx,
  email: string,
  isWanted: boolean,
  locale: string,
  now: Date,
): Promise<void> {
  if (isWanted) {
    const { id } = await putSubscriber(tx, email, locale, now)
    await moveSubscriber(tx, id, ['pending'], 'subscribed', now)
    return
  }
  const known = await stateOfEmail(tx, email)
  if (known !== null) await moveSubscriber(tx, known.id, ['pending', 'subscribed'], 'unsubscribed', now)
}
