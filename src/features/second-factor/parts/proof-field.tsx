import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Field } from '#ui/forms/field.tsx'

/** The second proof in a form that asks for another one, too: a code of the app, or a recovery code. */
export function ProofField({ id, ctx: { t, visitor } }: { id: string; ctx: Ctx }): ReactNode {
  return (
    <Field
      id={id}
      name="factor"
      label={t('auth.factor_code')}
      help={t('auth.factor_help')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={60}
      error={visitor.posted?.errors['factor']}
    />
  )
}
