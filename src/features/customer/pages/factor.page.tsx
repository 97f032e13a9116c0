import type { ReactNode } from 'react'
import { freshOrConfirm } from '#features/account/rules/fresh.ts'
import { factorStep, type FactorStep } from '#features/second-factor/actions/read.ts'
import { RecoveryCodes, SetUpApp } from '#features/second-factor/parts/set-up.tsx'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, fieldId } from '../parts/area.tsx'

/** Sets an authenticator app up, and shows new recovery codes. */
export default definePage<FactorStep>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const step = await factorStep(ctx)
    if (step === null) return { kind: 'redirect', to: links.user('security'), status: 303 }
    // The secret is as good as the app: it is shown to nobody who finds this browser open.
    const stopped =
      step.kind === 'app' ? await freshOrConfirm(ctx, links.user('security/second-factor')) : null
    return stopped ?? { kind: 'page', data: step, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('factor.title'), ctx),

  pageData: () => null,

  View({ data: step, ctx }): ReactNode {
    return (
      <Area part="security/second-factor" title={ctx.t('factor.title')} ctx={ctx}>
        {step.kind === 'app' ? (
          <SetUpApp step={step} idOf={fieldId} ctx={ctx} />
        ) : (
          <RecoveryCodes step={step} ctx={ctx} />
        )}
      </Area>
    )
  },
})
