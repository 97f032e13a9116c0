import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { passwordWords, type Errors, type PasswordKind } from '../parts/auth-fields.tsx'

/** Ids of the fields of a page without the island: one form each. */
export const idOf = (field: string): string => `auth-${field}`

/** A password to choose, whose letters can be shown. */
export function ChosenPassword({
  kind,
  errors,
  ctx,
}: {
  kind: Exclude<PasswordKind, 'own'>
  errors: Errors
  ctx: Ctx
}): ReactNode {
  return (
    <Island
      name="input-password"
      k="password"
      props={{
        id: idOf('password'),
        name: 'password',
        error: errors['password'] ?? null,
        ...passwordWords(kind, ctx.t),
      }}
    />
  )
}

/** Fields that the visitor has filled in before, on another page. */
export function Kept({ fields }: { fields: Readonly<Record<string, string>> }): ReactNode {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
