import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import type { FactorStep } from '../actions/read.ts'
import { QrCode } from './qr-code.tsx'

type Step<Kind> = Extract<FactorStep, { kind: Kind }>

/** An app takes the secret by its camera, or typed; its first code turns the second factor on. */
export function SetUpApp({
  step: { secret, url },
  idOf,
  ctx,
}: {
  step: Step<'app'>
  idOf: (field: string) => string
  ctx: Ctx
}): ReactNode {
  const { t, visitor } = ctx
  return (
    <>
      <section className="area-section" aria-label={t('factor.app')}>
        <h2>{t('factor.app')}</h2>
        <p>{t('factor.app_text')}</p>
        <QrCode text={url} label={t('factor.qr')} />
        <p className="area-note">{t('factor.secret')}</p>
        <p>
          <code className="factor-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        {/* On the phone that has the app, a press is enough. */}
        <p>
          <a href={url}>{t('factor.open_app')}</a>
        </p>
      </section>
      <section className="area-section" aria-label={t('factor.first_code')}>
        <h2>{t('factor.first_code')}</h2>
        <form
          className="area-form"
          action={linksFor(ctx.shop.router, ctx.langPath).form('user/confirmFactor')}
          method="post"
          noValidate
        >
          <Field
            id={idOf('code')}
            name="code"
            label={t('factor.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={20}
            error={visitor.posted?.errors['code']}
          />
          <Button type="submit">{t('factor.turn_on')}</Button>
        </form>
      </section>
    </>
  )
}

/** New recovery codes, to be stored elsewhere: as a file, on paper, or by copying them. */
export function RecoveryCodes({ step: { codes }, ctx }: { step: Step<'codes'>; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <section className="area-section" aria-label={t('factor.codes')}>
      <h2>{t('factor.codes')}</h2>
      <p>{t('factor.codes_text')}</p>
      <ol className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="area-ways factor-store">
        <ButtonLink href={links.accountFile('recoveryCodes')} look="quiet" download data-nav="off">
          {t('factor.codes_download')}
        </ButtonLink>
        <Button
          look="quiet"
          className="factor-scripts"
          data-copy={codes.join('\n')}
          data-copied={t('factor.codes_copied')}
          data-not-copied={t('factor.codes_not_copied')}
        >
          {t('factor.codes_copy')}
        </Button>
        <Button look="quiet" className="factor-scripts" data-print="">
          {t('factor.codes_print')}
        </Button>
      </div>
      <form action={links.form('user/hideRecoveryCodes')} method="post">
        <Button type="submit">{t('factor.codes_stored')}</Button>
      </form>
    </section>
  )
}
