import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { PageHead } from '#platform/server/pages/page.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type { SectionType, SettingsOf } from '#wire/sections.ts'
import type { StyleArea } from '#wire/stylesheets.ts'

/** The files of the theme that a template belongs to. */
export interface SectionFiles {
  /** A picture by its path, `assets/studio.webp`; null for one that the theme does not have. */
  picture(path: string): Omit<PictureView, 'alt'> | null
}

/** A section that comes with the shop: load, View. In that order in every file. */
export interface Section<Type extends SectionType, D> {
  /** Cache tags of what it shows. */
  tags: readonly string[]
  styles: readonly StyleArea[]
  load(ctx: Ctx, settings: SettingsOf<Type>, files: SectionFiles): Promise<D>
  /** Cache tags that only its data tell. */
  tagsOf?(data: D): readonly string[]
  /** The picture to fetch ahead, where it stands first. */
  preload?(data: D): PageHead['preload']
  View(props: SectionProps<SettingsOf<Type>, D>): ReactNode
}

export interface SectionProps<Settings, D> {
  data: D
  settings: Settings
  ctx: Ctx
  /** Its id in the template: unique on the page. */
  k: string
}

/** Erases the section's own data type, so that sections of all kinds fit into one table. */
export interface AnySection {
  tags: readonly string[]
  styles: readonly StyleArea[]
  load(ctx: Ctx, settings: unknown, files: SectionFiles): Promise<unknown>
  tagsOf?(data: unknown): readonly string[]
  preload?(data: unknown): PageHead['preload']
  View(props: SectionProps<unknown, unknown>): ReactNode
}

/** @param _type whose settings it takes */
export function defineSection<Type extends SectionType, D>(
  _type: Type,
  section: Section<Type, D>,
): AnySection {
  return section as unknown as AnySection
}

const reading = new WeakMap<Ctx, Map<string, Promise<unknown>>>()

/** What several sections of one page show is read once for each request. */
export function once<T>(ctx: Ctx, key: string, read: () => Promise<T>): Promise<T> {
  const kept = reading.get(ctx) ?? new Map<string, Promise<unknown>>()
  reading.set(ctx, kept)
  const known = kept.get(key)
  // The key names the reader, and with it the type of its data.
  if (known !== undefined) return known as Promise<T>
  const value = read()
  kept.set(key, value)
  return value
}
