import { day } from '#domain/time.ts'
import { insertLink, linksTo, type ThemeLink } from '#features/theming/queries/links.ts'
import type { Database, Db } from '#platform/server/db/db.ts'
import { signLink } from '#platform/server/signing.ts'

/*
 * Links that show a version of the theme to whoever has them: signed, over after some days, and taken back by deleting
 * their row.
 */

/** Below the addresses of stylesheets of themes, which no page can take. */
export const draftPath = '/theme.draft'
export const draftPurpose = 'theme.draft'

/** Days. */
export const linkDays = { usual: 7, most: 60 }

export interface DraftLink {
  url: string
  expiresAt: Date
}

/** A new link to a version that is stored. @param origin of the shop, as `shopOrigin` gives it */
export async function linkVersion(
  db: Database,
  { version, days, origin }: { version: number; days: number; origin: string },
  now: Date,
): Promise<DraftLink> {
  const expiresAt = new Date(now.getTime() + days * day)
  const id = await db.transact((tx) => insertLink(tx, version, expiresAt, now))
  return { url: await urlOf(db, { id, version, expiresAt }, origin), expiresAt }
}

/** A link that is there and will last, else a new one: who restarts `theme dev` opens no other. */
export async function linkToWorking(
  db: Database,
  { version, origin }: { version: number; origin: string },
  now: Date,
): Promise<DraftLink> {
  const [longest] = await linksTo(db, version, now)
  if (longest === undefined || longest.expiresAt.getTime() - now.getTime() < day)
    return linkVersion(db, { version, days: linkDays.usual, origin }, now)
  return { url: await urlOf(db, longest, origin), expiresAt: longest.expiresAt }
}

async function urlOf(db: Db, { id, expiresAt }: ThemeLink, origin: string): Promise<string> {
  return `${origin}${draftPath}?key=${await signLink(db, draftPurpose, id, expiresAt)}`
}
