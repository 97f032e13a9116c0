import type { Prefix } from '../shop/checkout.ts'

export const stories = ['refund', 'exchange', 'claim', 'part', 'expiry', 'withdrawal'] as const
export type Story = (typeof stories)[number]

export interface ReturnJourney {
  story: Story
  prefix: Prefix
  width: number
  scripts: boolean
}

/** Story × language × width × scripts. */
export const everyReturn: readonly ReturnJourney[] = stories.flatMap((story) =>
  (['', '/zh', '/zh-HK'] as const).flatMap((prefix) =>
    [1280, 390].flatMap((width) => [true, false].map((scripts) => ({ story, prefix, width, scripts }))),
  ),
)

/** Each story once; any two choices of language, width and scripts come together once. */
export const someReturns: readonly ReturnJourney[] = [
  { story: 'refund', prefix: '/zh', width: 390, scripts: true },
  { story: 'exchange', prefix: '', width: 1280, scripts: true },
  { story: 'claim', prefix: '', width: 390, scripts: false },
  { story: 'part', prefix: '/zh', width: 1280, scripts: false },
  { story: 'expiry', prefix: '/zh-HK', width: 1280, scripts: true },
  { story: 'withdrawal', prefix: '/zh-HK', width: 390, scripts: false },
]
