import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { fieldId } from './area.tsx'

const sending = 'send-proof'

/** The code that proves who is signed in, beside the button that sends it: that one belongs to `SendProof`. */
export function ProofCode({ label, ctx }: { label: string; ctx: Ctx }): ReactNode {
  const { t, visitor } = ctx
  return (
    <div className="area-code">
      <Field
        id={fieldId('code')}
        name="code"
        label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={visitor.posted?.errors['code']}
      />
      <Button type="submit" look="quiet" form={sending}>
        {t('user.proof_send')}
      </Button>
    </div>
  )
}

/**
 * The form of that button, once on a page and outside of the other: forms do not hold forms.
 * @param next own path to come back to; null for the security page
 */
export function SendProof({ next, ctx }: { next: string | null; ctx: Ctx }): ReactNode {
  const { shop, langPath } = ctx
  return (
    <form id={sending} action={linksFor(shop.router, langPath).form('user/sendProof')} method="post" hidden>
      {next !== null && <input type="hidden" name="next" value={next} />}
    </form>
  )
}
