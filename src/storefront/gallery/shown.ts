import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { PictureSource } from '#ui/picture.tsx'
import type { Issued } from '#features/verify/contract.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import type { GalleryWords } from './words.ts'

/** What the states are made of. */
export interface GalleryProps {
  ctx: Ctx
  words: GalleryWords
  /** Of the shop's own catalogue; none in an empty shop. */
  products: readonly ProductCard[]
  pictures: readonly PictureSource[]
  /** A question of the security verification; null when this visitor has been asked too often. */
  question: Issued | null
}

/** A state of the browser that the forced styles put all inside into. */
export type Force = 'hover' | 'focus-visible' | 'active' | 'open'

export interface ShownState {
  name: string
  view: ReactNode
  force?: Force
  /** As wide as the gallery; else several stand side by side. */
  wide?: boolean
  /** What covers the window is shown within a frame instead. */
  framed?: boolean
}

export interface ShownPart {
  /** As in the URL: `?part=step-bar`, `#step-bar`. */
  name: string
  states: readonly ShownState[]
}

/** A part as it is, under the pointer, with the focus, and pressed. */
export function touched(view: (state: string) => ReactNode): ShownState[] {
  return [
    { name: 'default', view: view('default') },
    { name: 'hover', view: view('hover'), force: 'hover' },
    { name: 'focus-visible', view: view('focus-visible'), force: 'focus-visible' },
    { name: 'active', view: view('active'), force: 'active' },
  ]
}

/** Of a state's name, for ids and keys. */
export function slug(name: string): string {
  return name.replaceAll(/\W+/g, '-')
}
