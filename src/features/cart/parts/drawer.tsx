import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { cartDrawerTexts } from '../islands/cart-drawer/texts.ts'
import { cartForms } from './cart-forms.ts'

/** The place of the cart drawer in the frame of every page: empty until it is opened. */
export function CartDrawerPlace({ ctx }: { ctx: Ctx }): ReactNode {
  return (
    <Island
      name="cart-drawer"
      k="cart-drawer"
      props={{ forms: cartForms(ctx), texts: pickTexts(ctx.texts, cartDrawerTexts), lang: ctx.lang }}
    />
  )
}
