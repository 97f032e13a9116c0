import { budgets } from './budgets.ts'
import { build } from './build.ts'
import { bundle } from './bundle.ts'
import { css } from './css.ts'
import { decisions } from './decisions.ts'
import { generated } from './generated.ts'
import type { Guard } from './guard.ts'
import { messages } from './messages.ts'
import { migrations } from './migrations.ts'
import { once } from './once.ts'
import { packs } from './packs.ts'
import { pageStyles } from './page-styles.ts'
import { paths } from './paths.ts'
import { references } from './references.ts'
import { refusals } from './refusals.ts'
import { sizes } from './sizes.ts'
import { sqlLayout } from './sql.ts'
import { boundaries, format, lint, types, typesBrowser, typesDomain, unused } from './tools.ts'
import { writers } from './writers.ts'

/** Every guard of the house, the slow ones first so that two cores finish together. */
export const guards: readonly Guard[] = [
  build,
  generated,
  lint,
  boundaries,
  unused,
  types,
  typesBrowser,
  typesDomain,
  budgets,
  bundle,
  format,
  paths,
  references,
  refusals,
  sqlLayout,
  migrations,
  writers,
  once,
  sizes,
  css,
  decisions,
  pageStyles,
  messages,
  packs,
]
