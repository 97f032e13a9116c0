import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import type { ReturnOptions } from '../contract.ts'

/** The legal withdrawal: what it means, and its one button. */
export function Withdrawal({ options, ctx }: { options: ReturnOptions; ctx: Ctx }): ReactNode {
  const { t, visitor } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { slug } = options.order
  const { isUnrecorded } = options
  const { sent, unsent, isWhole } = options.withdrawUnits
  const mayReturn = options.lines.some(({ returnable, isClaimOnly }) => returnable > 0 && !isClaimOnly)
  const said = visitor.posted?.text ?? visitor.notice?.text
  return (
    <section className="return-panel" aria-label={t('return.withdraw.title')}>
      {said !== undefined && (
        <p className="return-message return-message-refused" role="alert">
          {said}
        </p>
      )}
      {options.mayWithdraw ? (
        <>
          {isWhole ? (
            <p>{t('return.withdraw.text_unsent', { items: unsent ?? '' })}</p>
          ) : (
            <>
              <p>{t(isUnrecorded ? 'return.withdraw.text_unrecorded' : 'return.withdraw.text')}</p>
              {unsent !== null && (
                <p>
                  {t(isUnrecorded ? 'return.withdraw.unsent_unrecorded' : 'return.withdraw.unsent', {
                    items: unsent,
                  })}
                </p>
              )}
            </>
          )}
          {sent !== null && <p>{t('return.withdraw.sent', { items: sent })}</p>}
          <p>
            {options.withdrawUntil !== null &&
              `${t('return.withdraw.until', { date: options.withdrawUntil })} `}
            {t('return.withdraw.mail')}
          </p>
          <form className="return-step-form" action={links.form('return/withdraw')} method="post">
            <input type="hidden" name="order" value={slug} />
            <Button type="submit">{t('return.withdraw.confirm')}</Button>
          </form>
        </>
      ) : (
        <p>
          {options.isWithdrawalOver && options.withdrawUntil !== null
            ? t('return.withdraw.ended', { date: options.withdrawUntil })
            : t('return.withdraw.over')}
        </p>
      )}
      {mayReturn && (
        <ButtonLink href={links.orderReturn(slug)} look="quiet">
          {t('return.withdraw.other')}
        </ButtonLink>
      )}
    </section>
  )
}
