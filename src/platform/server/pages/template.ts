import type { ReactNode } from 'react'
import type { Ctx } from '../context.ts'
import type { Loaded, PageHead } from './page.ts'

/*
 * The seam of a merchant's templates: a page whose theme has one is made of that in place of its View. Loading, meta
 * and structured data stay the page's own.
 */

export interface PageTemplating {
  hideHeader: boolean
  hideFooter: boolean
  /** The page's head with the template's own texts. */
  head(head: PageHead, ctx: Ctx): PageHead
  /** Whether a section shows the page as it is without a template, or what that would. */
  showsMain: boolean
  /**
   * Loads what the sections show, beside the page's own loading.
   * @param page what that gives
   */
  prepare(ctx: Ctx, page: TemplatedPage): Promise<PreparedTemplate>
}

export interface TemplatedPage {
  name: string
  /** Its path with its query, where the page is the same for everybody who asks for that; null elsewhere. */
  url: string | null
  loaded: Promise<Loaded<unknown>>
}

export interface PreparedTemplate {
  /** Cache tags. */
  tags: readonly string[]
  /** The picture that is the largest thing in the first view, where a section knows it. */
  preload?: PageHead['preload']
  /** The page's View stands among the sections. */
  showsView: boolean
  /** It lacks a section at this moment, and has nothing of the page's own: the page's View stands in for it. */
  isViewInstead: boolean
  /** All that it lacks. */
  faults: readonly TemplateFault[]
  /** @param main the page as it is without a template */
  view(main: ReactNode): ReactNode
}

/** A fault of a template, for its author. */
export interface TemplateFault {
  /** Path in the theme's folder. */
  file: string
  /** From 1; null where no line is to blame. */
  line: number | null
  /** In English: the fault, and the way to mend it. */
  message: string
}

/**
 * How a page is made. `view`: as the program has it. `none`: its theme has templates, none for this page, and does not
 * ask for the program's.
 */
export type TemplateChoice =
  | { kind: 'template'; template: PageTemplating }
  | { kind: 'view' }
  | { kind: 'none' }
