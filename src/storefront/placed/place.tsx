import type { ReactNode } from 'react'
import type { z } from 'zod'
import { isPassing } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island, Raw, useStyles } from '#platform/server/pages/render.tsx'
import { readMoment } from '#wire/island-moment.ts'
import type { IslandMoment, Json } from '#wire/page.ts'
import { isOwnPart, isPlacedName, isServerPart, type PlacedName } from '#wire/placed-names.ts'
import { printable } from '#wire/shown-text.ts'
import type { StyleArea } from '#wire/stylesheets.ts'
import type { LoadedPart, Place, PlacedPart } from './part.ts'
import { elementsIn, marksIn, withoutTags, type Mark } from './scan.ts'
import { placedParts } from './placed-parts.ts'

/*
 * From what a merchant wrote to what a page shows. Whatever is wrong with it, the page stands: what the merchant wrote
 * inside stays, and the log says why.
 */

export interface PartRequest {
  name: string
  props: unknown
  /** The HTML inside, sanitised. */
  inner?: string
  /** The moment at which it wakes, as it was written; `interact` where absent. */
  on?: string
}

/** What stands where the HTML has `<x-hole n="i"></x-hole>`, by `i`. */
export type Holes = ReadonlyMap<number, ReactNode>
const noHoles: Holes = new Map()

/** Parts within parts, and all parts of one text. */
const deepest = 4
const mostParts = 100
/** Characters of the props of one part. */
const longestProps = 4_000

interface Placing {
  ctx: Ctx
  origin: string
  holes: Holes
  depth: number
  /** Shared by all that one call places. */
  count: { parts: number }
}

/**
 * The parts that `requests` name, loaded at once. A fault leaves what stands in the part, and is logged for the
 * merchant. Throws only when the database cannot be asked.
 * @param origin what names them: the path of a page without its language, or a file of a theme
 */
export function loadParts(
  ctx: Ctx,
  requests: readonly PartRequest[],
  origin: string,
): Promise<readonly LoadedPart[]> {
  const placing = { ctx, origin, holes: noHoles, depth: 1, count: { parts: 0 } }
  return Promise.all(requests.map((request) => loadPart(request, placing)))
}

/**
 * HTML of a merchant with the parts that it places. What `loadParts` says of faults holds.
 * @param html sanitised, but for the attributes of its parts
 * @param holes of HTML that a template of the theme wrote
 */
export function placeParts(
  ctx: Ctx,
  html: string,
  origin: string,
  holes: Holes = noHoles,
): Promise<LoadedPart> {
  return placeWithin(html, { ctx, origin, holes, depth: 0, count: { parts: 0 } })
}

async function placeWithin(html: string, placing: Placing): Promise<LoadedPart> {
  const marks = marksIn(html)
  const inside = { ...placing, depth: placing.depth + 1 }
  const parts = await Promise.all(
    marks.map(async (mark) => (typeof mark === 'string' ? null : placeMark(mark, inside))),
  )
  const pieces: ReactNode[] = []
  let text = ''
  for (const [at, mark] of marks.entries()) {
    const part = parts[at] ?? null
    if (typeof mark === 'string') text += mark
    else if (part !== null) {
      const { close, open } = part.isBlock ? mark : { close: '', open: '' }
      pieces.push(<Filled key={`${at}-before`} html={tidy(text + close)} holes={placing.holes} />)
      pieces.push(<Whole key={at}>{part.element}</Whole>)
      text = open
    }
  }
  pieces.push(<Filled key="end" html={tidy(text)} holes={placing.holes} />)
  return { element: <>{pieces}</>, tags: parts.flatMap((part) => part?.tags ?? []) }
}

/** HTML with what stands in its holes. */
function Filled({ html, holes }: { html: string; holes: Holes }): ReactNode {
  if (holes.size === 0) return <Raw html={html} />
  // Every second piece is the number of a hole.
  return html
    .split(/<x-hole n="(\d{1,3})"><\/x-hole>/)
    .map((piece, at) =>
      at % 2 === 0 ? <Raw key={at} html={piece} /> : <Whole key={at}>{holes.get(Number(piece))}</Whole>,
    )
}

function Whole({ children }: { children: ReactNode }): ReactNode {
  return children
}

/** Without the paragraphs and boxes that a part has left empty. */
function tidy(html: string): string {
  let tidied = withoutTags(html)
  for (let turn = 0; turn < 3; turn++)
    tidied = tidied.replace(/<(?:p|div class="prose")>\s*<\/(?:p|div)>/g, '')
  return tidied
}

async function placeMark(mark: Mark, placing: Placing): Promise<LoadedPart & { isBlock: boolean }> {
  const { name, props, on, inner, place } = mark
  const isWords = isPlacedName(name) && placedParts[name].words === true
  const refuse = async (reason: string): Promise<LoadedPart & { isBlock: boolean }> => ({
    ...(await refused({ name, inner }, reason, placing)),
    isBlock: false,
  })
  if (place === 'nowhere') return refuse('it cannot stand in a link, a button, a list or a table')
  if (place === 'words' && !isWords) return refuse('only words can stand in a heading')
  const read = readProps(props)
  if (!read.ok) return refuse(read.reason)
  const loaded = await loadPart({ name, props: read.value, inner, ...(on === null ? {} : { on }) }, placing)
  return { ...loaded, isBlock: !isWords && !('isRefused' in loaded) }
}

/** @param text as it was written; null for nothing */
export function readProps(text: string | null): { ok: true; value: unknown } | { ok: false; reason: string } {
  if (text === null || text.trim() === '') return { ok: true, value: {} }
  if (text.length > longestProps) return { ok: false, reason: `p is longer than ${longestProps} characters` }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, reason: 'p is no JSON' }
  }
}

type Refused = LoadedPart & { isRefused: true }

/** What stands in the part stays. */
async function refused(
  { name, inner }: { name: string; inner: string },
  reason: string,
  placing: Placing,
): Promise<Refused> {
  const { ctx, origin } = placing
  ctx.log.warn(
    { page: origin, part: shortly(name), reason: shortly(reason) },
    'a placed part cannot be shown',
  )
  return { ...(await innerOf(inner, placing)), isRefused: true }
}

function innerOf(inner: string, placing: Placing): Promise<LoadedPart> {
  if (placing.depth < deepest) return placeWithin(inner, placing)
  const { ctx, origin } = placing
  const marks = marksIn(inner)
  if (marks.some((mark) => typeof mark !== 'string'))
    ctx.log.warn(
      { page: origin, reason: `parts in parts go ${deepest} deep` },
      'a placed part cannot be shown',
    )
  return Promise.resolve({
    element: <Filled html={tidy(withoutMarks(inner))} holes={placing.holes} />,
    tags: [],
  })
}

function withoutMarks(html: string): string {
  return marksIn(html)
    .map((mark) => (typeof mark === 'string' ? mark : withoutMarks(mark.inner)))
    .join('')
}

async function loadPart(request: PartRequest, placing: Placing): Promise<LoadedPart | Refused> {
  const { name, inner = '' } = request
  const { ctx } = placing
  const refuse = (reason: string): Promise<Refused> => refused({ name, inner }, reason, placing)
  if (++placing.count.parts > mostParts) return refuse(`there are more than ${mostParts} parts`)
  if (!isPlacedName(name)) return refuse('there is no part of this name')
  const moment = request.on === undefined ? usual(name) : readMoment(request.on)
  if (moment === null) return refuse('on is no moment')
  const read = understood(name, request.props)
  if (!read.ok) return refuse(read.reason)
  const k = nextKey(ctx, name)
  const place = placeOf({ k, on: moment, inner }, placing)
  const part: PlacedPart = placedParts[name]
  try {
    const loaded = isOwnPart(name)
      ? await untilFetched(part, read.props, place, ctx)
      : await part.load(ctx, read.props, place)
    if (loaded === null) {
      const left = await refuse('there is nothing of this name')
      return { ...left, tags: [...left.tags, ...missingTags] }
    }
    return { ...loaded, element: around(name, { k, on: moment, props: read.props }, part, loaded.element) }
  } catch (error) {
    if (isPassing(error)) throw error
    ctx.log.error({ err: error, page: placing.origin, part: name }, 'a placed part failed')
    return refuse('it failed')
  }
}

/** What is not there now may come. */
const missingTags = ['catalog', 'list', 'content']

/** What waits for nobody's touch: the visitor's own is fetched when it comes into sight. */
function usual(name: PlacedName): IslandMoment {
  return isOwnPart(name) ? 'visible' : 'interact'
}

/** The page is the same for everybody: the merchant's words, or a link, until the browser asks for the visitor's own. */
async function untilFetched(part: PlacedPart, props: never, place: Place, ctx: Ctx): Promise<LoadedPart> {
  return (await place.inner()) ?? { element: part.until?.(ctx, props) ?? null, tags: [] }
}

/** Props that were given for a part, by its schema: in full, or why they are none. */
export function understood(
  name: PlacedName,
  given: unknown,
): { ok: true; props: never } | { ok: false; reason: string } {
  const parsed = placedParts[name].props.safeParse(given)
  if (parsed.success) return { ok: true, props: parsed.data }
  return { ok: false, reason: reasonOf(parsed.error) }
}

function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue === undefined) return 'the props are none'
  const at = issue.path.map(String).join('.')
  return shortly(at === '' ? issue.message : `${at}: ${issue.message}`)
}

function shortly(text: string): string {
  return printable(text.slice(0, 300).toWellFormed())
}

/** One part by itself, as the server is asked for it: without the island that stands around it. */
export async function loadAlone(
  ctx: Ctx,
  name: PlacedName,
  props: never,
  k: string,
): Promise<LoadedPart | null> {
  const part: PlacedPart = placedParts[name]
  const place = placeOf(
    { k, on: 'interact', inner: '' },
    {
      ctx,
      origin: '',
      holes: noHoles,
      depth: 1,
      count: { parts: 0 },
    },
  )
  const loaded = await part.load(ctx, props, place)
  return loaded && { ...loaded, element: <Styled styles={part.styles}>{loaded.element}</Styled> }
}

function placeOf({ k, on, inner }: { k: string; on: IslandMoment; inner: string }, placing: Placing): Place {
  const isBlank = inner.trim() === ''
  return {
    k,
    on,
    path: placing.origin.startsWith('/') ? placing.origin : null,
    inner: async () => (isBlank ? null : await innerOf(inner, placing)),
    pieces: async () =>
      isBlank ? [] : Promise.all(elementsIn(inner).map((piece) => innerOf(piece, placing))),
  }
}

/** The island around what a part shows, which has the props that the merchant wrote. */
function around(
  name: PlacedName,
  { k, on, props }: { k: string; on: IslandMoment; props: object },
  { styles }: Pick<PlacedPart, 'styles'>,
  shown: ReactNode,
): ReactNode {
  const isOfServer = isServerPart(name)
  return (
    <AnyIsland
      name={isOfServer ? name : 'part'}
      k={k}
      on={on}
      props={(isOfServer ? props : { part: name, ...props }) as Record<string, Json>}
    >
      <Styled styles={styles}>{shown}</Styled>
    </AnyIsland>
  )
}

const AnyIsland = Island as unknown as (props: {
  name: string
  k: string
  on: IslandMoment
  props: Record<string, Json>
  children: ReactNode
}) => ReactNode

function Styled({ styles, children }: { styles: readonly StyleArea[]; children: ReactNode }): ReactNode {
  useStyles(styles)
  return children
}

const counts = new WeakMap<Ctx, number>()

/** Unique in all that is made for one request. */
function nextKey(ctx: Ctx, name: PlacedName): string {
  const count = counts.get(ctx) ?? 0
  counts.set(ctx, count + 1)
  return `part${count}-${name}`
}
