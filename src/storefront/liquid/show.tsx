import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { PartRequest, PartValue } from '#platform/server/liquid/work.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import type { TemplateFault } from '#platform/server/pages/template.ts'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { linksFor } from '#wire/links.ts'
import type { LoadedPart } from '../placed/part.ts'
import { placeParts } from '../placed/place.tsx'
import type { Known } from './objects.ts'

/*
 * From what a template wrote to what a page shows. The template's HTML has places; each is filled by a part of the shop,
 * with what the shop itself knows of the thing that is shown there.
 */

export interface Written {
  /** Checked, with `<x-hole n="i"></x-hole>` where `parts[i]` stands. */
  html: string
  parts: readonly PartRequest[]
}

/** The pieces of a whole page besides its own HTML. */
export interface Pieces {
  /** A section by its id or its type; null: there is none. */
  section(name: string): Promise<LoadedPart | null>
  /** The page as it is without a template. */
  main: ReactNode
}

interface Surroundings {
  refs: ReadonlyMap<string, Known>
  /** The file of the theme that is shown, for the log. */
  origin: string
  /** Faults are added to it. */
  faults: TemplateFault[]
  pieces?: Pieces
}

interface Showing extends Surroundings {
  ctx: Ctx
  parts: readonly PartRequest[]
}

export function showWritten(ctx: Ctx, { html, parts }: Written, around: Surroundings): Promise<LoadedPart> {
  return show(html, { ctx, parts, ...around })
}

/** HTML with its places filled: islands by what places them in every merchant's HTML, the others here. */
async function show(html: string, showing: Showing): Promise<LoadedPart> {
  const { ctx, origin, parts } = showing
  const whole = withIslands(html, parts)
  const indexes = [...whole.matchAll(hole)].map(([, index]) => Number(index))
  const filled = new Map(
    await Promise.all(
      [...new Set(indexes)].map(async (index) => [index, await fill(parts[index]!, showing)] as const),
    ),
  )
  const holes = new Map([...filled].map(([index, { element }]) => [index, element]))
  const placed = await placeParts(ctx, whole, origin, holes)
  return { ...placed, tags: [...placed.tags, ...[...filled.values()].flatMap(({ tags }) => tags)] }
}

const hole = /<x-hole n="(\d{1,3})"><\/x-hole>/g

/** `{% island %}` is another way to write the element that places a part. */
function withIslands(html: string, parts: readonly PartRequest[]): string {
  return html.replace(hole, (place, index: string) => {
    const part = parts[Number(index)]
    if (part?.tag !== 'island') return place
    const { on, ...args } = part.args
    const moment = typeof on === 'string' ? ` on="${attribute(on)}"` : ''
    const props = attribute(JSON.stringify(propsOf(args)))
    const inner = part.inner === null ? '' : withIslands(part.inner, parts)
    return `<x-island c="${part.name ?? ''}"${moment} p="${props}">${inner}</x-island>`
  })
}

/** A part asks for an entry by its slug: `product: product` is that. */
function propsOf(args: Readonly<Record<string, PartValue>>): Record<string, PartValue> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const ref = refOf(value)
      return ref === null ? [name, value] : ['slug', ref.slice(ref.indexOf(':') + 1)]
    }),
  )
}

function refOf(value: PartValue): string | null {
  return typeof value === 'object' && value !== null && 'ref' in value && typeof value.ref === 'string'
    ? value.ref
    : null
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const nothing: LoadedPart = { element: null, tags: [] }

async function fill(part: PartRequest, showing: Showing): Promise<LoadedPart> {
  const { subject, args } = part
  const ref = refOf(subject)
  const about = ref === null ? undefined : showing.refs.get(ref)
  switch (part.tag) {
    case 'html':
      return typeof subject === 'string' ? { element: <Raw html={subject} />, tags: [] } : nothing
    case 'price':
      return about?.price === undefined
        ? lacking(part, showing)
        : { element: priceOf(about, showing), tags: [] }
    case 'picture':
      return about?.picture === undefined
        ? lacking(part, showing)
        : { element: pictureOf(about, args), tags: [] }
    case 'link':
      return about?.href === undefined ? lacking(part, showing) : linkTo(about, part, showing)
    case 'form':
      return formOf(part, about, showing)
    case 'section':
      return (await showing.pieces?.section(part.name ?? '')) ?? lacking(part, showing)
    case 'main':
      return { element: showing.pieces?.main ?? null, tags: [] }
    // It is an element of the HTML by now.
    case 'island':
      return nothing
  }
}

function priceOf({ price, from }: Known, { ctx }: Showing): ReactNode {
  return <Price price={price!} was={ctx.t('catalog.was')} from={from} />
}

function pictureOf({ picture }: Known, { sizes, alt, class: name, urgency }: PartRequest['args']): ReactNode {
  return (
    <Picture
      picture={typeof alt === 'string' ? { ...picture!, alt } : picture!}
      sizes={typeof sizes === 'string' && /^[\w\s().,:%+*/-]{1,200}$/.test(sizes) ? sizes : '100vw'}
      urgency={urgency === 'eager' || urgency === 'high' ? urgency : 'lazy'}
      {...(typeof name === 'string' ? { className: name } : {})}
    />
  )
}

async function linkTo(
  { href, title }: Known,
  { inner, args }: PartRequest,
  showing: Showing,
): Promise<LoadedPart> {
  const { element, tags } = inner === null ? { element: title, tags: [] } : await show(inner, showing)
  const name = typeof args['class'] === 'string' ? args['class'] : undefined
  return {
    element: (
      <a href={href} className={name}>
        {element}
      </a>
    ),
    tags,
  }
}

/** The forms that a template may place: by the part that has the whole form where nothing stands within. */
const forms: ReadonlyMap<string, { part: string; needsProduct: boolean }> = new Map([
  ['cart/add', { part: 'product-buttons', needsProduct: true }],
  ['newsletter/subscribe', { part: 'newsletter', needsProduct: false }],
])

async function formOf(part: PartRequest, about: Known | undefined, showing: Showing): Promise<LoadedPart> {
  const { ctx, refs, origin } = showing
  const form = forms.get(part.name ?? '')
  if (form === undefined) return lacking(part, showing)
  const ref = refOf(part.args['product'] ?? null)
  const product = about ?? (ref === null ? undefined : refs.get(ref))
  if (form.needsProduct && product?.slug === undefined) return lacking(part, showing)
  if (part.inner === null) {
    const props = form.needsProduct ? { slug: product!.slug! } : {}
    return placeParts(
      ctx,
      `<x-island c="${form.part}" p="${attribute(JSON.stringify(props))}"></x-island>`,
      origin,
    )
  }
  const { element, tags } = await show(part.inner, showing)
  const name = typeof part.args['class'] === 'string' ? part.args['class'] : undefined
  return {
    element: (
      <form action={linksFor(ctx.shop.router, ctx.langPath).form(part.name!)} method="post" className={name}>
        {element}
      </form>
    ),
    tags,
  }
}

/** Nothing is shown in its place, and the merchant reads why. */
function lacking({ tag, name, file, line }: PartRequest, { ctx, faults }: Showing): LoadedPart {
  const wanted: Record<PartRequest['tag'], string> = {
    form: `there is no form "${name}", or it lacks its product; there are ${[...forms.keys()].join(', ')}`,
    html: '',
    island: '',
    link: 'it was given nothing that has a page',
    main: '',
    section: `there is no section "${name}"`,
    picture: 'it was given nothing that has a picture',
    price: 'it was given nothing that has a price',
  }
  ctx.log.warn({ file, line, tag, reason: wanted[tag] }, 'a part of a template cannot be shown')
  faults.push({ file, line, message: `${tag}: ${wanted[tag]}` })
  return nothing
}
