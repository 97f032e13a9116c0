import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OfferState, PromotionView } from '../contract.ts'

const words = {
  coming: 'promotion.not_yet',
  running: null,
  ended: 'promotion.ended',
  'used-up': 'coupon.used_up',
} as const satisfies Record<OfferState, MessageKey | null>

/** Why an offer cannot be had now; nothing of one that runs. */
export function stateNotes({ state, from }: Pick<PromotionView, 'state' | 'from'>, { t }: Ctx): string[] {
  const key = words[state]
  return [...(key === null ? [] : [t(key)]), ...(from === null ? [] : [from])]
}

/** Ended offers are shown to late visitors and gone for search engines: docs/decisions/025. */
export function goneWhenEnded(state: OfferState): { status?: 410 } {
  return state === 'ended' ? { status: 410 } : {}
}
