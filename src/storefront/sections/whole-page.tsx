import type { ReactNode } from 'react'
import { own } from '#domain/by-word.ts'
import type { Ctx } from '#platform/server/context.ts'
import { useStyles } from '#platform/server/pages/render.tsx'
import type { PreparedTemplate, TemplatedPage, TemplateFault } from '#platform/server/pages/template.ts'
import type { PictureUrgency } from '#ui/picture.tsx'
import { sectionWithoutSettings, type PageTemplate, type PlacedSection } from '#wire/sections.ts'
import { loadLiquid } from '../liquid/load-liquid.ts'
import type { LoadedPart } from '../placed/part.ts'
import { unsetSection } from './own.tsx'
import type { AnySection, SectionFiles } from './section.ts'
import { factsOf, sectionOf } from './sections.tsx'

/*
 * A page that the merchant writes whole, `templates/<name>.liquid`: what stands inside `main`. Its sections are those
 * of its schema, by their ids, and any other by its type; the page as the program has it is one piece more.
 */

interface Whole {
  /** `product` or `product.oak-stool` */
  name: string
  template: PageTemplate
  files: SectionFiles
}

export function fileOfPage(name: string): string {
  return `templates/${name}.liquid`
}

/** Whether the page as the program has it stands in it. */
function showsMain(source: string): boolean {
  return /\{%-?\s{0,20}main\b/.test(source)
}

/** With a fault, which is logged, the page's own View stands in for it. */
export async function prepareWhole(ctx: Ctx, whole: Whole, page: TemplatedPage): Promise<PreparedTemplate> {
  const { name, files } = whole
  const facts = await factsOf(page)
  // There is no such page: the page for that is made by no template.
  if (facts === null || files.liquid === null)
    return { tags: [], showsView: true, isViewInstead: true, faults: [], view: (main) => main }
  let usual: ReactNode = null
  const Main = (): ReactNode => usual
  const source = files.liquid.files.texts.get(fileOfPage(name)) ?? ''
  const first = firstSection(source)
  let preload: PreparedTemplate['preload']
  const ofSections: TemplateFault[] = []
  const section = async (id: string): Promise<LoadedPart | null> => {
    const placed = placedBy(id, whole.template, files.liquid!.files.texts)
    const kind = placed === null ? null : sectionOf(id, placed)
    if (placed === null || kind === null) return null
    if (placed.disabled) return { element: null, tags: [] }
    const data = await kind.load(ctx, placed.settings, files, () => Promise.resolve(facts))
    const ahead = id === first ? kind.preload?.(data, placed.settings) : undefined
    if (ahead !== undefined) preload = ahead
    ofSections.push(...(kind.faultsOf?.(data) ?? []))
    const urgency: PictureUrgency = ahead === undefined ? 'lazy' : 'high'
    const shown = { id, settings: placed.settings, data, urgency, ctx }
    return {
      element: <Placed section={kind} {...shown} />,
      tags: [...kind.tags, ...(kind.tagsOf?.(data) ?? [])],
    }
  }
  const pieces = { section, main: <Main /> }
  const loaded = await loadLiquid(
    ctx,
    files.liquid,
    fileOfPage(name),
    { own: {}, place: 'page', pieces },
    facts,
  )
  const faults = [...loaded.faults, ...ofSections]
  if (loaded.lacks !== undefined)
    return { tags: loaded.tags, showsView: true, isViewInstead: true, faults, view: (main) => main }
  return {
    tags: [...new Set(loaded.tags)],
    faults,
    ...(preload === undefined ? {} : { preload }),
    showsView: showsMain(source),
    isViewInstead: false,
    view(main) {
      // Not by a context of React: what stands within an island is rendered by itself.
      usual = main
      return <Page>{loaded.element}</Page>
    },
  }
}

/** The styles that sections of the merchant's own may use, too. */
function Page({ children }: { children: ReactNode }): ReactNode {
  useStyles(['shop', 'home', 'content'])
  return children
}

interface PlacedProps {
  id: string
  section: AnySection
  settings: unknown
  data: unknown
  urgency: PictureUrgency
  ctx: Ctx
}

function Placed({ id, section: { View, styles }, ...shown }: PlacedProps): ReactNode {
  useStyles(styles)
  return <View k={id} {...shown} />
}

/** The section that is the first thing of the page; null where that is something else. */
function firstSection(source: string): string | null {
  return /\{%-?\s{0,20}(?:main\b|section\s{1,20}["']([\w-]{1,60})["'])/.exec(source)?.[1] ?? null
}

/** The files of the theme by their paths; the values may be their texts. */
type Files = ReadonlyMap<string, unknown>

/** The sections that a page names, each once. */
export function namedIn(
  source: string,
  template: PageTemplate,
  files: Files,
): { id: string; placed: PlacedSection }[] {
  const named = [...source.matchAll(/\{%-?\s{0,20}section\s{1,20}["']([\w-]{1,60})["']/g)]
  return [...new Set(named.map(([, id]) => id!))].flatMap((id) => {
    const placed = placedBy(id, template, files)
    return placed === null ? [] : [{ id, placed }]
  })
}

/** By an id of the schema, by a file of the theme, or by a type of the shop's. */
function placedBy(id: string, { sections }: PageTemplate, files: Files): PlacedSection | null {
  const set = own(sections, id)
  if (set !== undefined) return set
  return files.has(`sections/${id}.liquid`) ? unsetSection(id) : sectionWithoutSettings(id)
}
