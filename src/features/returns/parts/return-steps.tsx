import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button, opens } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Dialog } from '#ui/layers/dialog.tsx'
import { linksFor } from '#wire/links.ts'
import type { ReturnView } from '../contract.ts'

interface StepProps {
  view: ReturnView
  here: string
  ctx: Ctx
}

/** Which parcel brings the goods; it can be corrected until the parcel has arrived. */
export function SendParcel({ view, here, ctx }: StepProps): ReactNode {
  const { t, visitor } = ctx
  const posted = visitor.posted?.values['company'] === undefined ? null : visitor.posted
  const isKnown = view.trackingNumber !== null
  const form = (
    <ReturnForm call="return/sendParcel" view={view} here={here} ctx={ctx}>
      <div className="return-pair">
        <Field
          id="return-company"
          name="company"
          label={t('return.company')}
          maxLength={80}
          required
          defaultValue={posted?.values['company']?.[0] ?? view.company ?? ''}
          error={posted?.errors['company']}
        />
        <Field
          id="return-trackingNumber"
          name="trackingNumber"
          label={t('return.tracking_number')}
          maxLength={80}
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={posted?.values['trackingNumber']?.[0] ?? view.trackingNumber ?? ''}
          error={posted?.errors['trackingNumber']}
        />
      </div>
      <Button type="submit" look={isKnown ? 'quiet' : 'primary'}>
        {t('return.parcel_send')}
      </Button>
    </ReturnForm>
  )
  if (isKnown && posted === null)
    return (
      <details className="return-step return-details">
        <summary>{t('return.parcel_change')}</summary>
        {form}
      </details>
    )
  return (
    <div className="return-step">
      <h3>{t('return.parcel')}</h3>
      <p>{t('return.parcel_text')}</p>
      {form}
    </div>
  )
}

const dialogId = 'return-cancel'

export function CancelReturn({ view, here, ctx }: StepProps): ReactNode {
  const { t } = ctx
  if (!view.may.cancel) return null
  return (
    <div>
      <Button look="plain" {...opens(dialogId)}>
        {t('return.cancel')}
      </Button>
      <Dialog id={dialogId} title={t('return.cancel_sure')} closeText={t('return.close')}>
        <ReturnForm call="return/cancel" view={view} here={here} ctx={ctx}>
          <p>{t('return.cancel_text')}</p>
          <Button type="submit" wide>
            {t('return.cancel_yes')}
          </Button>
        </ReturnForm>
      </Dialog>
    </div>
  )
}

/** A form post that returns to the page. */
function ReturnForm({
  call,
  view,
  here,
  ctx,
  children,
}: StepProps & { call: string; children: ReactNode }): ReactNode {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <form className="return-step-form" action={links.form(call)} method="post" noValidate>
      <input type="hidden" name="slug" value={view.slug} />
      <input type="hidden" name="next" value={here} />
      {children}
    </form>
  )
}
