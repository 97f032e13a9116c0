import type { Models } from '../model.ts'
import { longLunchChair, perchStool, porchChair, trioStool } from './furniture-seats.ts'
import { fivePegRail, leaningShelf, rungWallShelf } from './furniture-shelves.ts'
import { landingDaybed, longWeekendSofa } from './furniture-sofas.ts'
import { assemblyTable, lowTideTable, orbitSideTable } from './furniture-tables.ts'

export const furniture: Models = {
  'perch-stool': perchStool,
  'trio-stool': trioStool,
  'long-lunch-chair': longLunchChair,
  'porch-chair': porchChair,
  'long-weekend-sofa': longWeekendSofa,
  'landing-daybed': landingDaybed,
  'assembly-table': assemblyTable,
  'orbit-side-table': orbitSideTable,
  'low-tide-table': lowTideTable,
  'rung-wall-shelf': rungWallShelf,
  'leaning-shelf': leaningShelf,
  'five-peg-rail': fivePegRail,
}
