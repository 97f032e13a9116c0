import { addressTexts } from '#features/postal/parts/texts.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'

export const orderAddressTexts = [
  ...addressTexts,
  'order.address_save',
  'order.address_changed',
] as const satisfies readonly MessageKey[]
export type OrderAddressKey = (typeof orderAddressTexts)[number]
