import { categoryTree, listCollections } from '#features/catalog/actions/browse.ts'
import { currentAnnouncement } from '#features/content/actions/announcement.ts'
import { latestArticles, listPages } from '#features/content/actions/browse.ts'
import { offersNow } from '#features/promotions/actions/browse.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Frame } from '#platform/server/pages/document.ts'
import type { FrameRequest } from '#platform/server/pages/make-page.ts'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { shownIn } from '#platform/server/pages/shown.ts'
import { entrySlugs, pathIn } from '#wire/entry-slugs.ts'
import { Footer } from './footer.tsx'
import { writeUrl } from './frame-url.ts'
import type { FrameData } from './frame-data.ts'
import { Header } from './header.tsx'
import { Skeletons } from './skeletons.tsx'

/** The frame around the page at `where`, as HTML: made once for all pages in one language and currency. */
export async function frameFor(ctx: Ctx, where: FrameRequest, rendering: Rendering): Promise<Frame> {
  const make = (): Promise<MadeFrame> => makeFrame(ctx, where.mode, rendering)
  // Not cached with a mode: there are many modes, each with few users, and they would evict frames that most visitors
  // see.
  const isKept = rendering.cache !== null && where.mode === ''
  const { tags, used, header, ...frame } = await (isKept ? ctx.kept(keyOf(ctx), frameTags, make) : make())
  for (const tag of tags) rendering.tags.add(tag)
  for (const name of used) rendering.used.add(name)
  const { router, frame: own } = ctx.shop
  if (own.logo !== null || own.social.length > 0) rendering.styles?.add('sections')
  const at = (to: string): string => pathIn(router, where.path, ctx.langPath, to)
  return { ...frame, header: writeUrl(header, where, entrySlugs(router) === null ? undefined : at) }
}

/** The tags of the frame's data; its parts may add others. */
const frameTags = ['catalog', 'config', 'content', 'promotions']

/** Everything that the frame depends on and that its tags do not cover. */
function keyOf(ctx: Ctx): string {
  const announcement = currentAnnouncement(ctx)?.key ?? ''
  return `frame|${ctx.locale}|${ctx.currency}|${ctx.now.getUTCFullYear()}|${announcement}`
}

/** With marks in the places of a page's own URL; with its tags, and the names of its islands. */
interface MadeFrame extends Frame {
  tags: ReadonlySet<string>
  used: ReadonlySet<string>
}

async function makeFrame(ctx: Ctx, mode: string, page: Rendering): Promise<MadeFrame> {
  const data = await loadFrame(ctx)
  const tags = new Set(frameTags)
  const used = new Set<string>()
  const rendering: Rendering = { ...page, tags, used }
  const header = renderView(<Header ctx={ctx} data={data} mode={mode} />, rendering)
  return {
    header,
    shown: shownIn(header, false),
    footer: renderView(<Footer ctx={ctx} data={data} />, rendering),
    skeletons: renderView(<Skeletons router={ctx.shop.router} />, rendering),
    tags,
    used,
  }
}

async function loadFrame(ctx: Ctx): Promise<FrameData> {
  const [categories, collections, pages, someArticles, offers] = await Promise.all([
    categoryTree(ctx),
    listCollections(ctx),
    listPages(ctx),
    ctx.kept('journal', ['content'], async () => (await latestArticles(ctx, 1)).length > 0),
    ctx.kept('offers', ['promotions'], () => offersNow(ctx)),
  ])
  return { categories, collections, pages, hasArticles: someArticles, offers }
}
