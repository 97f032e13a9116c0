import type { ReactNode } from 'react'
import { pickTexts, translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { linksFor } from '#wire/links.ts'
import { mostDescription, mostReturnImages, type ReturnOptions } from '../contract.ts'
import { ReturnLines } from '../islands/order-refund/lines.tsx'
import { orderRefundTexts } from '../islands/order-refund/texts.ts'
import type { Application } from './application.ts'

interface FormProps {
  options: ReturnOptions
  application: Application
  isProblem: boolean
  ctx: Ctx
}

/** The application, with what has to be known before it is filled in. */
export function ReturnForm({ options, application, isProblem, ctx }: FormProps): ReactNode {
  const { t, texts, lang, visitor } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { begin, preview, fault, errors } = application
  const { order, lines, types, reasons, mayChooseCredit, bonus, fee, isByHand } = options
  if (lines.every(({ returnable }) => returnable === 0))
    return <Nothing options={options} isProblem={isProblem} ctx={ctx} />
  return (
    <>
      {visitor.notice !== null && (
        <p className="return-message" role={visitor.notice.kind === 'refused' ? 'alert' : 'status'}>
          {visitor.notice.text}
        </p>
      )}
      <CameBack application={application} ctx={ctx} />
      <div className="return-terms">
        {!isProblem && options.returnUntil !== null && (
          <p>{t('return.apply.until', { date: options.returnUntil })}</p>
        )}
        {!isProblem && options.mayWithdraw && (
          <p>
            <a href={links.orderReturn(order.slug, 'withdraw')}>
              {options.withdrawUntil === null
                ? t('return.apply.withdraw_link_open')
                : t('return.apply.withdraw_link', { date: options.withdrawUntil })}
            </a>
            {fee !== null && ` ${t('return.apply.withdraw_fee')}`}
          </p>
        )}
      </div>
      <Island
        name="order-refund"
        k="order-refund"
        on="idle"
        props={{
          id: 'return',
          order: order.slug,
          options: { lines, types, reasons, mayChooseCredit, bonus, fee, isByHand },
          begin,
          preview,
          fault,
          errors,
          isProblem,
          links: { apply: links.form('return/apply'), save: links.form('return/saveDraft') },
          most: { images: mostReturnImages, description: mostDescription },
          texts: pickTexts(texts, orderRefundTexts),
          lang,
        }}
      />
    </>
  )
}

/** Nothing can come back: each item with its reason, and whom to ask. */
function Nothing({ options, isProblem, ctx }: Omit<FormProps, 'application'>): ReactNode {
  const { t, texts, lang, visitor } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const said = visitor.posted?.text ?? visitor.notice?.text
  const nothing = { lines: [] }
  return (
    <section className="return-section" aria-label={t('return.apply.none_title')}>
      {said !== undefined && (
        <p className="return-message" role="status">
          {said}
        </p>
      )}
      <h2>{t('return.apply.none_title')}</h2>
      <p>{t('return.apply.none_text')}</p>
      <ReturnLines
        id="return"
        lines={options.lines}
        begin={nothing}
        wish={nothing}
        errors={{}}
        isProblem={isProblem}
        t={translator(pickTexts(texts, orderRefundTexts), lang)}
      />
      <ButtonLink href={links.inquiry('feedback', { order: options.order.slug })} look="quiet">
        {t('order.ask')}
      </ButtonLink>
    </section>
  )
}

/** The form was sent without scripts: what is wrong with it, or where its refund is shown now. */
function CameBack({
  application: { preview, fault, refused, errors },
  ctx: { t, visitor },
}: {
  application: Application
  ctx: Ctx
}): ReactNode {
  if (visitor.posted === null) return null
  const wrong = Object.entries(errors)
  if (wrong.length > 0)
    return (
      <FormErrors
        title={refused ?? fault ?? t('return.errors')}
        errors={wrong.map(([name, text]) => ({ id: `return-${name}`, text }))}
      />
    )
  const said = refused ?? fault
  if (said !== null)
    return (
      <p className="return-message return-message-refused" role="alert">
        {said}
      </p>
    )
  if (preview === null) return null
  return (
    <p className="return-message" role="status">
      <a href="#return-outcome">{t('return.apply.shown', { outcome: preview.outcome })}</a>
    </p>
  )
}
