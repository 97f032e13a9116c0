import type { ReactNode } from 'react'
import { preferences } from '#features/notifications/actions/preferences.ts'
import type { preferences as preferencesCall } from '#features/notifications/contract.ts'
import { PreferencesForm, PushSection } from '#features/notifications/parts/preferences-form.tsx'
import { definePage } from '#platform/server/pages/page.ts'
import type { Output } from '#wire/endpoint.ts'
import { Area, areaMeta, areaPage } from '../parts/area.tsx'

type Data = Output<typeof preferencesCall>

export default definePage<Data>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const answer = await preferences(ctx, {})
    return answer.ok ? { kind: 'page', data: answer.value, tags: [] } : { kind: 'missing', status: 404 }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.notifications'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    return (
      <Area part="notifications" title={t('user.menu.notifications')} lead={t('notification.lead')} ctx={ctx}>
        <PreferencesForm settings={data} ctx={ctx} />
        <PushSection settings={data} ctx={ctx} />
      </Area>
    )
  },
})
