import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'

/** Puts the coupon into the customer's wallet. A guest is led to the sign-in, and back to the coupon. */
export function ClaimForm({ slug, ctx: { t, shop, langPath } }: { slug: string; ctx: Ctx }): ReactNode {
  const links = linksFor(shop.router, langPath)
  return (
    <form className="coupon-claim" action={links.form('coupon/claim')} method="post">
      <input type="hidden" name="slug" value={slug} />
      <Button type="submit" look="plain">
        {t('coupon.claim')}
      </Button>
    </form>
  )
}
