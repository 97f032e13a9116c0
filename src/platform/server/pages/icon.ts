import { hash } from 'node:crypto'
import type { ShopConfig } from '#wire/shop-config.ts'

/** Where whoever knows no other address finds the icon. */
export const iconPath = '/favicon.svg'

export interface Icon {
  /** The address of a drawing of the theme; null: the initial is the icon. */
  drawing: string | null
  /** SVG. */
  initial: string
  /** Another one for each icon: it can be cached for ever. */
  href: string
}

/** The shop's icon for tabs and bookmarks: a drawing of the theme, or the shop's initial on its primary colour. */
export function iconOf({ shop, theme, frame }: Pick<ShopConfig, 'shop' | 'theme' | 'frame'>): Icon {
  const image = frame.icon === null ? undefined : frame.images?.get(frame.icon)
  const drawing = image?.kind === 'drawing' ? image.src : null
  const letter = [...shop.name][0]!.toUpperCase().replace(/[<>&]/g, '')
  const initial = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${theme.primaryColor}"/><text x="32" y="45" font-family="Georgia,serif" font-size="38" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  // The address of a drawing is made of its content.
  const sum = hash('sha256', drawing ?? initial, 'hex').slice(0, 8)
  return { drawing, initial, href: `${iconPath}?v=${sum}` }
}
