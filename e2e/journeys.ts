import type { Method, Prefix } from './shop/checkout.ts'

export interface Journey {
  prefix: Prefix
  width: number
  scripts: boolean
  method: Method
}

/** Language × width × scripts × method. */
export const everyJourney: readonly Journey[] = (['', '/zh', '/zh-HK'] as const).flatMap((prefix) =>
  [1280, 390].flatMap((width) =>
    [true, false].flatMap((scripts) =>
      (['transfer', 'cod', 'card'] as const).map((method) => ({ prefix, width, scripts, method })),
    ),
  ),
)

/** Nine of them in which any two choices come together once: no code asks for three. */
export const someJourneys: readonly Journey[] = [
  { prefix: '', width: 1280, scripts: false, method: 'transfer' },
  { prefix: '', width: 390, scripts: false, method: 'cod' },
  { prefix: '', width: 1280, scripts: true, method: 'card' },
  { prefix: '/zh', width: 390, scripts: true, method: 'transfer' },
  { prefix: '/zh', width: 1280, scripts: false, method: 'cod' },
  { prefix: '/zh', width: 390, scripts: true, method: 'card' },
  { prefix: '/zh-HK', width: 1280, scripts: true, method: 'transfer' },
  { prefix: '/zh-HK', width: 390, scripts: true, method: 'cod' },
  { prefix: '/zh-HK', width: 1280, scripts: false, method: 'card' },
]
