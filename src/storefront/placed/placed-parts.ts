import type { PlacedName } from '#wire/placed-names.ts'
import { contentParts } from './content.tsx'
import { fieldParts } from './fields.tsx'
import { frameParts } from './frame.tsx'
import { listParts } from './lists.tsx'
import { ownParts } from './own.tsx'
import { productParts } from './products.tsx'
import type { PlacedPart } from './part.ts'

/** Every part that HTML of a merchant may place. */
export const placedParts: Readonly<Record<PlacedName, PlacedPart>> = {
  ...contentParts,
  ...fieldParts,
  ...frameParts,
  ...listParts,
  ...ownParts,
  ...productParts,
}
