import type { Translate } from '#i18n/t.ts'

interface Joined {
  cartLines: number
  cartJoined: number
  orders: number
}

/** What a sign-in brought together, in words; null for nothing. */
export function joinedText(
  { cartLines, cartJoined, orders }: Joined,
  t: Translate<'auth.joined_cart' | 'auth.joined_orders'>,
): string | null {
  const lines = cartLines + cartJoined
  const said = [
    ...(lines > 0 ? [t('auth.joined_cart', { count: lines })] : []),
    ...(orders > 0 ? [t('auth.joined_orders', { count: orders })] : []),
  ]
  return said.length === 0 ? null : said.join(' ')
}
