import { Fragment, type ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Fold } from '#platform/server/pages/fold.tsx'
import type { PageHead } from '#platform/server/pages/page.ts'
import { useStyles } from '#platform/server/pages/render.tsx'
import type { PreparedTemplate, TemplatedPage } from '#platform/server/pages/template.ts'
import { isShopSection, type PageTemplate, type PlacedSection, type SectionType } from '#wire/sections.ts'
import type { PageFacts } from '../liquid/page-objects.ts'
import type { AnySection, SectionFiles } from './section.ts'
import { hero } from './hero.tsx'
import {
  articles,
  categories,
  collections,
  newsletter,
  offer,
  opening,
  products,
  reviews,
  statement,
} from './home.tsx'
import { ownSection } from './own.tsx'
import { productSlides } from './placed/goods.tsx'
import { countdown, coupon } from './placed/offers.tsx'
import { logos, masonry, story, video } from './placed/pictures.tsx'
import { questions, richText, spacer } from './placed/texts.tsx'

/** Each type of section but `main`, which is the page itself. */
const sections: ReadonlyMap<SectionType, AnySection> = new Map(
  Object.entries({
    hero,
    categories,
    products,
    collections,
    statement,
    offer,
    articles,
    reviews,
    newsletter,
    opening,
    'rich-text': richText,
    questions,
    spacer,
    'product-slides': productSlides,
    story,
    masonry,
    logos,
    video,
    coupon,
    countdown,
  } satisfies Record<Exclude<SectionType, 'main'>, AnySection>) as [SectionType, AnySection][],
)

const noFiles: SectionFiles = { picture: () => null, liquid: null }

export interface Shown {
  id: string
  placed: PlacedSection
  /** Null for `main`. */
  section: AnySection | null
}

/** Its sections that are shown, in their order. */
export function shownOf(template: PageTemplate): Shown[] {
  return template.order.flatMap((id) => {
    const placed = template.sections[id]
    return placed === undefined || placed.disabled ? [] : [{ id, placed, section: sectionOf(id, placed) }]
  })
}

/** Null for `main`. */
export function sectionOf(id: string, placed: PlacedSection): AnySection | null {
  if (!isShopSection(placed)) return ownSection(id, placed)
  return placed.type === 'main' ? null : sections.get(placed.type)!
}

/** The data that the page around has loaded; null for a page that shows something else. */
export async function factsOf(page: TemplatedPage | null): Promise<PageFacts | null> {
  const loaded = await page?.loaded
  return loaded?.kind === 'page' ? { name: page!.name, data: loaded.data, url: page!.url } : null
}

/** Loads all sections of a template at once. */
export async function prepareSections(
  ctx: Ctx,
  template: PageTemplate,
  files: SectionFiles = noFiles,
  page: TemplatedPage | null = null,
): Promise<PreparedTemplate> {
  const shown = shownOf(template)
  const facts = (): Promise<PageFacts | null> => factsOf(page)
  const data = await Promise.all(
    shown.map(async ({ section, placed }) => section?.load(ctx, placed.settings, files, facts)),
  )
  const isLacking = shown.some(({ section }, index) => section?.isLeftOut?.(data[index]) === true)
  const isOfMain = shown.some(({ section }) => section === null)
  const first = firstPicture(shown, data)
  return {
    tags: [
      ...new Set(
        shown.flatMap(({ section }, index) => [
          ...(section?.tags ?? []),
          ...(section?.tagsOf?.(data[index]) ?? []),
        ]),
      ),
    ],
    ...(first === null ? {} : { preload: first.preload }),
    showsView: isOfMain,
    // What a custom page has to show is its template.
    faults: shown.flatMap(({ section }, index) => section?.faultsOf?.(data[index]) ?? []),
    isViewInstead: isLacking && !isOfMain && page?.name !== 'custom',
    view: (main) => (
      <Sections shown={shown} data={data} urgent={first?.index ?? null} main={main} ctx={ctx} />
    ),
  }
}

/**
 * The first picture of the page: of the first sections, that of the first which has one. A page that stands among its
 * sections says itself what is fetched ahead.
 */
function firstPicture(
  shown: readonly Shown[],
  data: readonly unknown[],
): { index: number; preload: NonNullable<PageHead['preload']> } | null {
  for (const [index, { section, placed }] of shown.slice(0, mayHaveFirstPicture).entries()) {
    if (section === null) return null
    const preload = section.preload?.(data[index], placed.settings)
    if (preload !== undefined) return { index, preload }
  }
  return null
}

/** Sections that a phone or a usual desktop shows before anybody scrolls. */
const inFirstScreen = 2
/** With words alone in the first two, a desktop shows the third as well. */
const mayHaveFirstPicture = 3

/** The page stands between the sections with its own measures; the others share those of the home page. */
function Sections({
  shown,
  data,
  urgent,
  main,
  ctx,
}: {
  shown: readonly Shown[]
  data: readonly unknown[]
  /** Which of them has the picture that is fetched ahead; null for none. */
  urgent: number | null
  main: ReactNode
  ctx: Ctx
}): ReactNode {
  useStyles(shown.flatMap(({ section }) => section?.styles ?? []))
  // The page itself says where its first screen ends.
  const endsScreen = shown.every(({ section }) => section !== null)
  const parts: ReactNode[] = []
  let group: ReactNode[] = []
  const close = (): void => {
    if (group.length === 0) return
    parts.push(
      <div key={parts.length} className="home container">
        {group}
      </div>,
    )
    group = []
  }
  for (const [index, { id, placed, section }] of shown.entries()) {
    if (section === null) {
      close()
      parts.push(<Fragment key={parts.length}>{main}</Fragment>)
    } else {
      const urgency = index === urgent ? 'high' : 'lazy'
      group.push(
        <section.View
          key={id}
          k={id}
          settings={placed.settings}
          data={data[index]}
          urgency={urgency}
          ctx={ctx}
        />,
      )
      if (endsScreen && index === inFirstScreen - 1) group.push(<Fold key="fold" />)
    }
  }
  close()
  return <>{parts}</>
}
