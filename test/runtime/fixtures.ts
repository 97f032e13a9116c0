import type { IslandTable } from '#platform/browser/islands.ts'

/** The islands of the fixture pages, for both sides. */
export const islands = {
  adder: () => import('./islands/adder/island.tsx'),
  bare: () => import('./islands/bare/island.tsx'),
  clicker: () => import('./islands/clicker/island.tsx'),
  content: () => import('./islands/content/island.tsx'),
  counter: () => import('./islands/counter/island.tsx'),
  crasher: () => import('./islands/crasher/island.tsx'),
  keys: () => import('./islands/keys/island.tsx'),
  parent: () => import('./islands/parent/island.tsx'),
  store: () => import('./islands/store/island.tsx'),
  typed: () => import('./islands/typed/island.tsx'),
  verify: () => import('#features/verify/islands/verify/island.tsx'),
} satisfies IslandTable
