import type { Logger } from 'pino'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/db.ts'
import { passkeysElsewhere } from '../queries/passkeys.ts'
import { rpIdOf } from './relying-party.ts'

/**
 * Says at the start which passkeys work no more, because the shop has moved to another domain: browsers do not even
 * show them there. A shop without a public URL is being tried out, and says nothing.
 */
export async function warnOfOtherDomain(
  db: Db,
  log: Pick<Logger, 'warn'>,
  { publicUrl, passkeyDomain }: Pick<Config, 'publicUrl' | 'passkeyDomain'>,
): Promise<void> {
  if (publicUrl === null) return
  const domain = rpIdOf({ origin: publicUrl, passkeyDomain })
  for (const { rpId, count } of await passkeysElsewhere(db, domain))
    log.warn(
      { passkeys: count, belongTo: rpId, domain },
      `these passkeys work no more: PASSKEY_DOMAIN=${rpId} brings them back, where PUBLIC_URL lies below it`,
    )
}
