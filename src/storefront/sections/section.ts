import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { PageHead } from '#platform/server/pages/page.ts'
import type { TemplateFault } from '#platform/server/pages/template.ts'
import type { PictureUrgency } from '#ui/picture.tsx'
import type { PictureView } from '#wire/picture-view.ts'
import type { SectionType, SettingsOf } from '#wire/sections.ts'
import type { StyleArea } from '#wire/stylesheets.ts'
import type { LiquidTheme } from '../liquid/load-liquid.ts'
import type { PageFacts } from '../liquid/page-objects.ts'

/** The files of the theme that a template belongs to. */
export interface SectionFiles {
  /** A picture by its path, `assets/studio.webp`; null for one that the theme does not have. */
  picture(path: string): Omit<PictureView, 'alt'> | null
  /** Null: it has no sections of its own. */
  liquid: LiquidTheme | null
}

/** A section that comes with the shop: load, View. In that order in every file. */
export interface Section<Type extends SectionType, D> {
  /** Cache tags of what it shows. */
  tags: readonly string[]
  styles: readonly StyleArea[]
  load(ctx: Ctx, settings: SettingsOf<Type>, files: SectionFiles): Promise<D>
  /** Cache tags that only its data tell. */
  tagsOf?(data: D): readonly string[]
  /** Its first picture, to be fetched ahead where it is the first of the page. */
  preload?(data: D, settings: SettingsOf<Type>): PageHead['preload']
  View(props: SectionProps<SettingsOf<Type>, D>): ReactNode
}

export interface SectionProps<Settings, D> {
  data: D
  settings: Settings
  ctx: Ctx
  /** Its id in the template: unique on the page. */
  k: string
  /** Of its first picture: `high` where that is fetched ahead, otherwise `lazy`. */
  urgency: PictureUrgency
}

/** Erases the section's own data type, so that sections of all kinds fit into one table. */
export interface AnySection {
  tags: readonly string[]
  styles: readonly StyleArea[]
  /** @param page what the page around has loaded, once it has; null for a page that shows something else */
  load(
    ctx: Ctx,
    settings: unknown,
    files: SectionFiles,
    page: () => Promise<PageFacts | null>,
  ): Promise<unknown>
  tagsOf?(data: unknown): readonly string[]
  /** Whether it is not there only at this moment. */
  isLeftOut?(data: unknown): boolean
  /** Faults: parts of it that are not shown. */
  faultsOf?(data: unknown): readonly TemplateFault[]
  preload?(data: unknown, settings: unknown): PageHead['preload']
  View(props: SectionProps<unknown, unknown>): ReactNode
}

/** @param _type whose settings it takes */
export function defineSection<Type extends SectionType, D>(
  _type: Type,
  section: Section<Type, D>,
): AnySection {
  return section as unknown as AnySection
}
