import type { ReactNode } from 'react'
import { categoryTree, listCollections } from '#features/catalog/actions/browse.ts'
import { latestArticles, listPages } from '#features/content/actions/browse.ts'
import { offersNow } from '#features/promotions/actions/browse.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Frame } from '#platform/server/document.ts'
import type { FrameRequest } from '#platform/server/make-page.ts'
import { Footer } from './footer.tsx'
import type { FrameData } from './frame-data.ts'
import { Header } from './header.tsx'
import { Skeletons } from './skeletons.tsx'

/** The frame around the page at `where`, as HTML. */
export async function frameFor(
  ctx: Ctx,
  where: FrameRequest,
  render: (element: ReactNode) => string,
): Promise<Frame> {
  const data = await loadFrame(ctx, where)
  return {
    header: render(<Header ctx={ctx} data={data} />),
    footer: render(<Footer ctx={ctx} data={data} />),
    skeletons: render(<Skeletons />),
  }
}

async function loadFrame(ctx: Ctx, where: FrameRequest): Promise<FrameData> {
  const [categories, collections, pages, someArticles, offers] = await Promise.all([
    categoryTree(ctx),
    listCollections(ctx),
    listPages(ctx),
    ctx.kept('journal', ['content'], async () => (await latestArticles(ctx, 1)).length > 0),
    ctx.kept('offers', ['promotions'], () => offersNow(ctx)),
  ])
  return { categories, collections, pages, hasArticles: someArticles, offers, where }
}
