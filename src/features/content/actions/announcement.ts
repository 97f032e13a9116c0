import { hash } from 'node:crypto'
import { ok } from '#domain/result.ts'
import { day, second } from '#domain/time.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { Announcement, ShopConfig, ShopSettings } from '#wire/shop-config.ts'
import type * as contract from '../contract.ts'

export interface AnnouncementView {
  /** The key that a dismissal stores: the same in all languages. */
  key: string
  messages: { text: string; href: string | null }[]
}

/** The present announcement; null for none. */
export function currentAnnouncement({
  shop,
  now,
  locale,
  langPath,
}: Pick<Ctx, 'now' | 'locale' | 'langPath'> & { shop: Pick<ShopConfig, 'shop'> }): AnnouncementView | null {
  const shown = announcements(shop.shop).filter((message) => isShown(message, now))
  const messages = shown.flatMap(({ text, href }) => {
    const words = pickText(text, locale)
    const isInside = href?.startsWith('/') ?? false
    return words === '' ? [] : [{ text: words, href: isInside ? homeless(`${langPath}${href}`) : href }]
  })
  const key = hash('sha256', JSON.stringify(shown), 'hex').slice(0, 10)
  return messages.length === 0 ? null : { key, messages }
}

/** Some message begins or ends after the one moment and not after the other. */
export function announcementTurns(shop: ShopSettings, after: Date, until: Date): boolean {
  return announcements(shop)
    .flatMap((message) => [message.from, message.until])
    .some((text) => text !== null && new Date(text) > after && new Date(text) <= until)
}

function announcements({ announcement }: ShopSettings): readonly Announcement[] {
  if (announcement === null) return []
  return Array.isArray(announcement)
    ? announcement
    : [{ text: announcement, href: null, from: null, until: null }]
}

function isShown({ from, until }: Announcement, now: Date): boolean {
  return (from === null || new Date(from) <= now) && (until === null || now < new Date(until))
}

/** `/zh` is the home page, not `/zh/`. */
function homeless(path: string): string {
  return path.replace(/(.)\/$/, '$1')
}

/** Seconds. */
const year = (365 * day) / second

/** The cookie is readable: the page is cached for everyone, and checks in the browser whether to show the bar. */
export async function dismissAnnouncement(
  ctx: Ctx,
  { key }: Input<typeof contract.dismissAnnouncement>,
): Answer<typeof contract.dismissAnnouncement> {
  ctx.visitor.setCookie('announcement', key, { httpOnly: false, maxAge: year })
  return ok({})
}
