import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { unsubscribeState, type UnsubscribeState } from '../actions/unsubscribe.ts'
import { eventText } from '../parts/event-text.ts'

interface Data extends UnsubscribeState {
  token: string
}

/** Behind the link of a mail that can be ended. It only shows buttons: programs follow every link in mails. */
export default definePage<Data>({
  name: 'notification',
  visibility: 'private',
  query: ['token'],
  styles: [],

  async load(ctx, _params, query) {
    const token = query.get('token') ?? ''
    const read = await unsubscribeState(ctx, token)
    const status = read.state === 'stale' ? 410 : 200
    return { kind: 'page', data: { ...read, token }, tags: [], status }
  },

  meta: (data, ctx) => ({
    title: `${wordsOf(data, ctx).title} – ${ctx.shop.shop.name}`,
    description: wordsOf(data, ctx).text,
    canonicalPath: '/notification/unsubscribe',
    noindex: true,
  }),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    const { state, event, isAll, token } = data
    const { title, text } = wordsOf(data, ctx)
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="container">
        <EmptyState title={<h1>{title}</h1>} text={text}>
          {state === 'ready' && event !== null && (
            <UnsubscribeForm token={token} ctx={ctx}>
              <Button type="submit">{t('notification.unsubscribe.button')}</Button>
            </UnsubscribeForm>
          )}
          {state !== 'stale' && !isAll && (
            <UnsubscribeForm token={token} ctx={ctx}>
              <input type="hidden" name="all" value="on" />
              <Button type="submit" look="quiet">
                {t('notification.unsubscribe.all')}
              </Button>
            </UnsubscribeForm>
          )}
          <ButtonLink href={links.user('notifications')} look="plain">
            {t('notification.unsubscribe.choose')}
          </ButtonLink>
        </EmptyState>
      </div>
    )
  },
})

function UnsubscribeForm({
  token,
  ctx,
  children,
}: {
  token: string
  ctx: Ctx
  children: ReactNode
}): ReactNode {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <form action={links.form('notification/unsubscribe')} method="post">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="next" value={links.mailLink('notification/unsubscribe', token)} />
      {children}
    </form>
  )
}

function wordsOf({ state, event, isAll }: Data, { t, shop }: Ctx): { title: string; text: string } {
  if (state === 'stale' || event === null)
    return { title: t('mail_link.stale.title'), text: t('mail_link.stale.text') }
  const what = eventText(event, t)
  if (state === 'ready')
    return {
      title: t('notification.unsubscribe.title'),
      text: t('notification.unsubscribe.text', { what, shop: shop.shop.name }),
    }
  return {
    title: t('notification.unsubscribed.title'),
    text: isAll ? t('notification.unsubscribed.all') : t('notification.unsubscribed.text', { what }),
  }
}
