import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import type { Issued } from '../contract.ts'
import { verifyTexts } from '../islands/verify/texts.ts'

/**
 * The security check within a form.
 * @param question where the form comes back without scripts; null for the slider
 */
export function VerifyCheck({
  id,
  question,
  fault,
  ctx: { lang, texts },
}: {
  id: string
  question: Issued | null
  fault: string | null
  ctx: Ctx
}): ReactNode {
  return (
    <Island
      name="verify"
      k={id}
      props={{
        id,
        first:
          question === null
            ? { at: 'idle', fault: null }
            : { at: 'puzzle', fault, isChecked: false, ...question },
        texts: pickTexts(texts, verifyTexts),
        lang,
      }}
    />
  )
}
