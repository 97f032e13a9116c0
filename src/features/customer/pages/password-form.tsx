import type { ReactNode } from 'react'
import { ProofField } from '#features/second-factor/parts/proof-field.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { fieldId, Section } from '../parts/area.tsx'
import { ProofCode, SendProof } from '../parts/proof-code.tsx'

/**
 * Sets the password. The proof is the present one; who has none, or does not know it any more, is sent a code. Nothing
 * that was typed into a password's field is shown again.
 * @param wantsFactor the second factor is asked for as well
 */
export function PasswordForm({
  hasPassword,
  wantsFactor,
  ctx,
}: {
  hasPassword: boolean
  wantsFactor: boolean
  ctx: Ctx
}): ReactNode {
  const { t, visitor } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const errors = visitor.posted?.errors ?? {}
  const buttons = { showText: t('user.password_show'), hideText: t('user.password_hide') }
  return (
    <Section id="password" title={t('user.password')}>
      <p className="area-note">{t(hasPassword ? 'user.password_text' : 'user.password_none_text')}</p>
      <form className="area-form" action={links.form('user/editPassword')} method="post" noValidate>
        {hasPassword && (
          <Island
            name="input-password"
            k="current"
            props={{
              id: fieldId('current'),
              name: 'current',
              label: t('user.password_current'),
              autoComplete: 'current-password',
              required: false,
              help: null,
              error: errors['current'] ?? null,
              ...buttons,
            }}
          />
        )}
        <ProofCode label={t(hasPassword ? 'user.proof_or_code' : 'user.proof_code')} ctx={ctx} />
        {wantsFactor && <ProofField id={fieldId('factor')} ctx={ctx} />}
        <Island
          name="input-password"
          k="password"
          props={{
            id: fieldId('password'),
            name: 'password',
            label: t('user.password_new'),
            autoComplete: 'new-password',
            required: true,
            help: null,
            error: errors['password'] ?? null,
            ...buttons,
          }}
        />
        <Button type="submit">{t('user.password_save')}</Button>
      </form>
      <SendProof next={null} ctx={ctx} />
    </Section>
  )
}
