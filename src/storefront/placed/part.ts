import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Ctx } from '#platform/server/context.ts'
import type { IslandMoment } from '#wire/page.ts'
import type { StyleArea } from '#wire/stylesheets.ts'

/** What a part is made of, when it stands where it is placed. */
export interface LoadedPart {
  element: ReactNode
  /** Cache tags of what it shows. */
  tags: readonly string[]
}

/** Where a part stands. */
export interface Place {
  /** Unique on the page: begins the part's ids. */
  k: string
  /** When islands in it wake. */
  on: IslandMoment
  /** The path of the page around, without language; null where nobody knows it. */
  path: string | null
  /** What the merchant wrote inside, with the parts in it; null where there is nothing. */
  inner(): Promise<LoadedPart | null>
  /** The same as one piece for each element. */
  pieces(): Promise<readonly LoadedPart[]>
}

export interface PlacedPart<P = never> {
  /** What it is, for the table of the documents: one sentence. */
  about: string
  /**
   * Closed: an unknown member is a fault, and all texts and lists have limits. Each has a default or must be given, so
   * that what was understood can be written out in full.
   */
  props: z.ZodType<P>
  /** The stylesheets of what it shows. */
  styles: readonly StyleArea[]
  /** It is no more than words, and may stand among them. */
  words?: true
  /** Of a part that belongs to one visitor: what stands there until it is fetched, where the merchant wrote nothing. */
  until?(ctx: Ctx, props: P): ReactNode
  /** What it shows. Null: there is no such entry, or not for this visitor. */
  load(ctx: Ctx, props: P, place: Place): Promise<LoadedPart | null>
}

/** Forgets the type of the props, so that all parts fit into one table. */
export function definePart<P>(part: PlacedPart<P>): PlacedPart {
  return part as unknown as PlacedPart
}
