import type { Models } from '../model.ts'
import { afternoonBolster, lowSeat, sundayCushion } from './textiles-cushions.ts'
import { harbourBlanket, rumpleDuvetSet, waffleThrow } from './textiles-folds.ts'
import { dryWitTeaTowels, secondHelpingNapkins } from './textiles-kitchen.ts'
import { corridorRunner, shoreRug, shortHelloDoormat } from './textiles-rugs.ts'

export const textiles: Models = {
  'shore-rug': shoreRug,
  'corridor-runner': corridorRunner,
  'short-hello-doormat': shortHelloDoormat,
  'sunday-cushion': sundayCushion,
  'afternoon-bolster': afternoonBolster,
  'low-seat': lowSeat,
  'harbour-blanket': harbourBlanket,
  'waffle-throw': waffleThrow,
  'rumple-duvet-set': rumpleDuvetSet,
  'second-helping-napkins': secondHelpingNapkins,
  'dry-wit-tea-towels': dryWitTeaTowels,
}
