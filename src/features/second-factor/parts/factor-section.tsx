import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import type { FactorState } from '../actions/read.ts'

/** The second factor on the page of security. @param state of `factorState` */
export function FactorSection({ state: { isOn, left }, ctx }: { state: FactorState; ctx: Ctx }): ReactNode {
  const { t } = ctx
  return (
    <section className="area-section" aria-label={t('factor.title')}>
      <h2>{t('factor.title')}</h2>
      <p>{t('factor.text')}</p>
      <div className="area-ways">
        <Badge kind={isOn ? 'success' : 'info'}>{t(isOn ? 'factor.is_on' : 'factor.is_off')}</Badge>
        {isOn ? (
          <>
            <Press call="user/renewRecoveryCodes" text={t('factor.codes_renew')} ctx={ctx} />
            <Press call="user/endFactor" text={t('factor.end')} ctx={ctx} />
          </>
        ) : (
          <Press call="user/beginFactor" text={t('factor.begin')} ctx={ctx} />
        )}
      </div>
      {isOn && <p className="area-note">{t('factor.codes_left', { count: left })}</p>}
    </section>
  )
}

function Press({ call, text, ctx }: { call: string; text: string; ctx: Ctx }): ReactNode {
  return (
    <form action={linksFor(ctx.shop.router, ctx.langPath).form(call)} method="post">
      <Button type="submit" look="quiet">
        {text}
      </Button>
    </form>
  )
}
