import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { VerifyCheck } from '#features/verify/parts/verify-check.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { dialRegions } from '#ui/forms/dial-codes.ts'
import { Select } from '#ui/forms/field.tsx'

/**
 * What the forms of signing in have besides their own fields, made by the server in the slot of the island: the country
 * of a mobile number, and the security check, which is shown once a code was refused for want of it.
 * @param question where the form comes back without scripts; null for the slider
 */
export function AuthExtras({
  chosen,
  missing,
  question,
  fault,
  ctx,
}: {
  chosen: string
  /** Why a country must be chosen; null where nothing is wrong. */
  missing: string | null
  question: Issued | null
  fault: string | null
  ctx: Ctx
}): ReactNode {
  const { t, lang } = ctx
  return (
    <>
      <div className="auth-dial">
        <Select
          id="auth-countryCode"
          name="countryCode"
          label={t('auth.country_code')}
          autoComplete="tel-country-code"
          defaultValue={chosen}
          error={missing ?? undefined}
        >
          <option value="">{t('auth.country_code_none')}</option>
          {dialRegions(lang).map(({ region, name, code }) => (
            <option key={region} value={code}>{`${name} (${code})`}</option>
          ))}
        </Select>
      </div>
      <VerifyCheck id="auth-verify" question={question} fault={fault} ctx={ctx} />
    </>
  )
}
