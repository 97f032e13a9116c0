import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { loadReturn, WatchedReturn, type ShownReturn } from '../parts/watched-return.tsx'

/** A return, for whoever may see its order: a guest by the order's link. */
export default definePage<ShownReturn>({
  name: 'return',
  visibility: 'private',
  query: [],
  styles: ['orders', 'returns'],

  async load(ctx, { slug = '' }): Promise<Loaded<ShownReturn>> {
    const shown = await loadReturn(ctx, slug)
    if (shown !== null) return { kind: 'page', data: shown, tags: [] }
    // A return of somebody else and an unknown one look the same; for both, the order's link can be mailed.
    const to = `${linksFor(ctx.shop.router, ctx.langPath).orderLookup()}?unknown=1`
    return { kind: 'redirect', to, status: 303 }
  },

  meta: ({ view }, { t, shop }) => ({
    title: `${t('return.detail_title', { number: view.slug })} – ${shop.shop.name}`,
    description: t('return.description_meta'),
    noindex: true,
  }),

  pageData: ({ view }) => ({ return: view.slug, version: view.version }),

  View({ data, ctx }): ReactNode {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="return-page container container-xl">
        <header className="return-head">
          <h1>{whole(ctx.t('return.detail_title', { number: data.view.slug }), data.view.slug)}</h1>
          <p className="return-note">{ctx.t('return.applied_on', { date: data.view.appliedOn })}</p>
        </header>
        <Message ctx={ctx} />
        <WatchedReturn shown={data} here={links.returnDetail(data.view.slug)} ctx={ctx} />
      </div>
    )
  },
})

/** The number stays on one line: it has hyphens, where lines may break. */
function whole(title: string, number: string): ReactNode {
  const [before, after] = title.split(number)
  return (
    <>
      {before}
      <span className="return-number">{number}</span>
      {after}
    </>
  )
}

/** The message of the last post without scripts. */
function Message({ ctx: { visitor } }: { ctx: Ctx }): ReactNode {
  const text = visitor.posted?.text ?? visitor.notice?.text
  if (text === undefined) return null
  const isRefused = visitor.posted !== null || visitor.notice?.kind === 'refused'
  return (
    <p
      className={isRefused ? 'return-message return-message-refused' : 'return-message'}
      role={isRefused ? 'alert' : 'status'}
    >
      {text}
    </p>
  )
}
