import { ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import { dialCode } from '#ui/forms/dial-codes.ts'
import type { Input } from '#wire/endpoint.ts'
import { fieldsOf } from '../rules/address-rules.ts'
import type { AddressShape, addressRegions } from '../contract.ts'
import { placesIn } from '../split/places.ts'
import { partLabel } from '../rules/missing.ts'
import { regionsOf } from '#i18n/regions.ts'

/** The shape of an address form in a country, with its regions or the places in one of them. */
export async function listRegions(
  ctx: Ctx,
  { country, parent }: Input<typeof addressRegions>,
): Promise<Result<AddressShape, never>> {
  const shape = shapeOf(ctx, country)
  if (parent === '') return ok(shape)
  return ok({
    ...shape,
    regions: placesIn(country, parent, ctx.locale).map((name) => ({ code: name, name })),
  })
}

/** @param country ISO 3166-1; `` for none chosen yet: a form without fields */
export function shapeOf({ lang, locale, t }: Ctx, country: string): AddressShape {
  return {
    country,
    fields: fieldsOf(country, lang).map(({ name, required }) => ({
      name,
      required,
      label: partLabel(name, country, t),
    })),
    regions: [...regionsOf(country, locale)],
    dialCode: dialCode(country),
  }
}
