import type { ReactNode } from 'react'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'

/** The reason why the visitor was redirected here, if that was so. */
type Reason = 'unknown' | 'stale' | null

export default definePage<{ reason: Reason }>({
  name: 'order-lookup',
  visibility: 'private',
  query: ['unknown', 'stale'],
  styles: ['checkout', 'orders'],

  async load(_ctx, _params, query) {
    const reason = query.has('stale') ? 'stale' : query.has('unknown') ? 'unknown' : null
    return { kind: 'page', data: { reason }, tags: [] }
  },

  meta: (_data, { t, shop }) => ({
    title: `${t('order.lookup.title')} – ${shop.shop.name}`,
    description: t('order.lookup.text'),
    canonicalPath: fixedPaths['order-lookup'],
    noindex: true,
  }),

  pageData: () => null,

  View({ data: { reason }, ctx }): ReactNode {
    const { t, visitor } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const { notice, posted } = visitor
    return (
      <div className="order-lookup container container-xl">
        <h1>{t(reason === 'unknown' ? 'order.unknown_title' : 'order.lookup.title')}</h1>
        <p>{t(whyKeys[reason ?? 'none'])}</p>
        {notice !== null && (
          <p
            className={notice.kind === 'refused' ? 'order-message order-message-refused' : 'order-message'}
            role="status"
          >
            {notice.text}
          </p>
        )}
        {posted !== null && (
          <p className="order-message order-message-refused" role="alert">
            {posted.text}
          </p>
        )}
        <form className="order-lookup-form" action={links.form('order/lookup')} method="post" noValidate>
          <Field
            id="order-number"
            name="number"
            label={t('order.lookup.number')}
            help={t('order.lookup.number_help')}
            required
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={posted?.values['number']?.[0]}
            error={posted?.errors['number']}
          />
          <Field
            id="order-email"
            name="account"
            type="email"
            label={t('order.lookup.email')}
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={posted?.values['account']?.[0]}
            error={posted?.errors['account']}
          />
          <Button type="submit">{t('order.lookup.send')}</Button>
        </form>
      </div>
    )
  },
})

const whyKeys = {
  none: 'order.lookup.text',
  unknown: 'order.unknown_text',
  stale: 'order.lookup.stale',
} as const
