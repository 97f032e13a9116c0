import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { VerifyCheck } from '#features/verify/parts/verify-check.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { linksFor } from '#wire/links.ts'
import { mostContent, mostName } from '../contract.ts'

/** Asks about a product. It says what happened to the last question, or what is wrong with it. */
export function QuestionForm({
  product,
  displayName = '',
  id = 'question',
  check = null,
  ctx,
}: {
  /** The product's slug. */
  product: string
  /** The name that is proposed. */
  displayName?: string
  /** Begins the ids of its fields. */
  id?: string
  /** The question of the security check, where the form was refused for want of it. */
  check?: Issued | null
  ctx: Ctx
}): ReactNode {
  const { t, visitor } = ctx
  const { posted, notice } = visitor
  const errors = posted?.errors ?? {}
  const typed = (name: string): string => posted?.values[name]?.[0] ?? ''
  const idOf = (field: string): string =>
    field === 'verifyAnswer' ? `${id}-verify-answer` : `${id}-${field}`
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <>
      {notice !== null && <p role={notice.kind === 'refused' ? 'alert' : 'status'}>{notice.text}</p>}
      <form
        className="question-form"
        action={links.form('question/ask')}
        method="post"
        aria-label={t('question.ask')}
        noValidate
      >
        {posted && (
          <FormErrors
            title={posted.text}
            errors={Object.entries(errors).map(([name, text]) => ({ id: idOf(name), text }))}
          />
        )}
        {posted && Object.keys(errors).length === 0 && (
          <p className="form-errors" role="alert">
            {posted.text}
          </p>
        )}
        <input type="hidden" name="product" value={product} />
        <TextArea
          id={idOf('content')}
          name="content"
          label={t('question.form.content')}
          rows={4}
          maxLength={mostContent}
          required
          defaultValue={typed('content')}
          error={errors['content']}
        />
        <Field
          id={idOf('displayName')}
          name="displayName"
          label={t('review.form.name')}
          maxLength={mostName}
          required
          autoComplete="nickname"
          defaultValue={posted ? typed('displayName') : displayName}
          error={errors['displayName']}
        />
        <Field
          id={idOf('email')}
          name="email"
          type="email"
          label={t('question.form.email')}
          help={t('question.form.email_help')}
          maxLength={254}
          autoComplete="email"
          inputMode="email"
          defaultValue={typed('email')}
          error={errors['email']}
        />
        <div className="question-trap" aria-hidden="true">
          <label>
            {t('question.form.website')}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {errors['verifyAnswer'] !== undefined && (
          <VerifyCheck id={idOf('verify')} question={check} fault={errors['verifyAnswer']} ctx={ctx} />
        )}
        <div>
          <Button type="submit">{t('question.form.send')}</Button>
        </div>
      </form>
    </>
  )
}
