import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { verifyTexts } from '#features/verify/islands/verify/texts.ts'
import { pickTexts } from '#i18n/t.ts'
import { Island } from '#platform/server/pages/render.tsx'
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
  question,
  fault,
  ctx: { t, lang, texts },
}: {
  chosen: string
  question: Issued | null
  fault: string | null
  ctx: Ctx
}): ReactNode {
  return (
    <>
      <div className="auth-dial">
        <Select
          id="auth-country-code"
          name="countryCode"
          label={t('auth.country_code')}
          autoComplete="tel-country-code"
          defaultValue={chosen}
        >
          <option value="">{t('auth.country_code_none')}</option>
          {dialRegions(lang).map(({ region, name, code }) => (
            <option key={region} value={code}>{`${name} (${code})`}</option>
          ))}
        </Select>
      </div>
      <Island
        name="verify"
        k="auth-verify"
        props={{
          id: 'auth-verify',
          first:
            question === null
              ? { at: 'idle', fault: null }
              : { at: 'puzzle', fault, isChecked: false, ...question },
          texts: pickTexts(texts, verifyTexts),
          lang,
        }}
      />
    </>
  )
}
