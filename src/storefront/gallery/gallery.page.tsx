import type { ReactNode } from 'react'
import { homeProducts } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { askQuestion } from '#features/verify/actions/create.ts'
import type { Issued } from '#features/verify/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { accountParts } from './parts-account.tsx'
import { orderParts } from './parts-orders.tsx'
import { basicParts, skeletonParts } from './parts-basics.tsx'
import { contentParts } from './parts-content.tsx'
import { formParts } from './parts-forms.tsx'
import { islandParts } from './parts-islands.tsx'
import { mailParts } from './parts-mails.tsx'
import { overlayParts } from './parts-overlays.tsx'
import { placedExamples, placedGallery, type PlacedExamples } from './parts-placed.tsx'
import { returnParts } from './parts-returns.tsx'
import { reviewParts } from './parts-reviews.tsx'
import { sectionExamples, sectionGallery } from './parts-sections.tsx'
import type { GalleryProps, ShownPart, ShownState } from './shown.ts'
import { galleryWords } from './words.ts'

interface GalleryData {
  products: readonly ProductCard[]
  question: Issued | null
  placed: PlacedExamples
  sections: Awaited<ReturnType<typeof sectionExamples>>
  /** Only this part, or this state of each, when not null. */
  part: string | null
  state: string | null
}

/** Where the stylesheet of the forced states is served. */
export const galleryStyles = '/dev/gallery.css'

/** Every shared part in every state. Never part of a shop that is open to shoppers. */
export default definePage<GalleryData>({
  name: 'custom',
  bare: true,
  visibility: 'private',
  query: ['part', 'state'],
  styles: [
    'shop',
    'home',
    'product',
    'content',
    'promotions',
    'checkout',
    'orders',
    'account',
    'area',
    'returns',
    'reviews',
    'sections',
  ],

  async load(ctx, _params, query) {
    const { newest } = await homeProducts(ctx)
    const question = await askQuestion(ctx)
    const [placed, sections] = await Promise.all([placedExamples(ctx, newest), sectionExamples(ctx, newest)])
    const [part, state] = [query.get('part'), query.get('state')]
    return { kind: 'page', data: { products: newest, question, placed, sections, part, state }, tags: [] }
  },

  meta: () => ({ title: 'Parts', description: 'Every part in every state', noindex: true }),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { products, question } = data
    const pictures = products.flatMap(({ picture }) => picture ?? [])
    const props = { ctx, words: galleryWords(ctx.locale), products, pictures, question }
    const all = [
      ...partsOf(props),
      ...placedGallery(data.placed, ctx),
      ...sectionGallery(data.sections),
      ...mailParts(props, data.part === 'mails'),
    ]
    const shown = all.flatMap((part) => narrowed(part, data))
    return (
      <div className="gallery container">
        <link rel="stylesheet" href={galleryStyles} />
        <h1>Parts</h1>
        <nav aria-label="Parts">
          <ul className="gallery-names">
            {all.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        {shown.map((part) => (
          <Part key={part.name} part={part} />
        ))}
        {shown.length === 0 && <p>There is no such part or state.</p>}
      </div>
    )
  },
})

function partsOf(props: GalleryProps): ShownPart[] {
  return [
    ...basicParts(props),
    ...formParts(props),
    ...overlayParts(props),
    ...contentParts(props),
    ...skeletonParts(),
    ...islandParts(props),
    ...accountParts(props),
    ...returnParts(props),
    ...reviewParts(props),
    ...orderParts(props),
  ]
}

function narrowed(part: ShownPart, { part: name, state }: GalleryData): ShownPart[] {
  if (name !== null && part.name !== name) return []
  const states = state === null ? part.states : part.states.filter((one) => one.name === state)
  return states.length === 0 ? [] : [{ ...part, states }]
}

function Part({ part: { name, states } }: { part: ShownPart }): ReactNode {
  return (
    <section className="gallery-part" aria-labelledby={name}>
      <h2 id={name}>{name}</h2>
      <div className="gallery-states">
        {states.map((state) => (
          <State key={state.name} part={name} state={state} />
        ))}
      </div>
    </section>
  )
}

function State({ part, state }: { part: string; state: ShownState }): ReactNode {
  const { name, view, force, wide = false, framed = false } = state
  return (
    <div className={wide ? 'gallery-state gallery-wide' : 'gallery-state'}>
      <p className="gallery-state-name">
        <a href={`?part=${part}&state=${encodeURIComponent(name)}`}>{name}</a>
      </p>
      <div className={framed ? 'gallery-frame' : undefined} data-force={force}>
        {view}
      </div>
    </div>
  )
}
