import type { ReactNode } from 'react'
import { listOwnComments } from '#features/content/actions/comment.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Area, areaMeta, areaPage } from '../parts/area.tsx'
import { OwnComments, type CommentsShown } from '../parts/own-comments.tsx'

interface Data {
  comments: CommentsShown
}

/** What the customer has written: below articles. */
export default definePage<Data>({
  ...areaPage,
  query: ['comments'],

  async load(ctx, _params, query) {
    const customer = (await ctx.who()).customer!
    const page = pageIn(query.get('comments'))
    return {
      kind: 'page',
      data: { comments: { ...(await listOwnComments(ctx, customer, page)), page } },
      tags: [],
    }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.article'), ctx),

  pageData: () => null,

  View({ data: { comments }, ctx }): ReactNode {
    return (
      <Area part="article" title={ctx.t('user.menu.article')} ctx={ctx}>
        <OwnComments shown={comments} ctx={ctx} />
      </Area>
    )
  },
})

function pageIn(text: string | null): number {
  return /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1
}
