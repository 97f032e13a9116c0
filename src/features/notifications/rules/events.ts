/*
 * Everything that a shopper is told of, and by which channels: who asks why a mail went out, or did not, reads this
 * table. `may-notify.ts` decides by it, and the account's page of notifications shows it.
 */

export const notificationChannels = ['mail', 'push', 'live'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/**
 * `always`: whatever was chosen, since the contract or the account's safety wants it. `on`, `off`: as long as the
 * shopper has not chosen. A channel that is not named does not carry the event.
 */
export type ChannelRule = 'always' | 'on' | 'off'

/** The parts of the page, in its order. */
export const notificationGroups = [
  'orders',
  'returns',
  'reviews',
  'content',
  'offers',
  'inquiries',
  'account',
] as const
export type NotificationGroup = (typeof notificationGroups)[number]

export interface EventRules {
  group: NotificationGroup
  mail?: ChannelRule
  push?: ChannelRule
  /** The live channel tells open pages that something has changed; they would be wrong without it. */
  live?: 'always'
  /** Is not held back by quiet hours: somebody waits for it, or must act on it. */
  isUrgent?: true
}

export const notificationEvents = {
  // The confirmation of an order is owed by law, on paper or by mail; so is every word about money.
  'order.placed': { group: 'orders', mail: 'always', push: 'on', live: 'always', isUrgent: true },
  'order.paid': { group: 'orders', mail: 'on', push: 'on', live: 'always', isUrgent: true },
  'order.shipped': { group: 'orders', mail: 'on', push: 'on', live: 'always' },
  'order.delivered': { group: 'orders', mail: 'on', push: 'on', live: 'always' },
  // Its address, its lines, its price: what the shop or the shopper changed in it afterwards.
  'order.changed': { group: 'orders', mail: 'always', push: 'on', live: 'always' },
  'order.cancelled': { group: 'orders', mail: 'always', push: 'on', live: 'always' },
  'order.refunded': { group: 'orders', mail: 'always', push: 'on', live: 'always' },

  'return.applied': { group: 'returns', mail: 'always', push: 'off', live: 'always', isUrgent: true },
  // They set a time to act in, or end something that the shopper has asked for.
  'return.approved': { group: 'returns', mail: 'always', push: 'on', live: 'always' },
  'return.refused': { group: 'returns', mail: 'always', push: 'on', live: 'always' },
  'return.received': { group: 'returns', mail: 'on', push: 'on', live: 'always' },
  'return.completed': { group: 'returns', mail: 'always', push: 'on', live: 'always' },
  'return.ended': { group: 'returns', mail: 'always', push: 'on', live: 'always' },

  'review.ask': { group: 'reviews', mail: 'on', push: 'off' },
  'review.published': { group: 'reviews', mail: 'on', push: 'off' },
  'review.refused': { group: 'reviews', mail: 'on', push: 'off' },
  'review.answered': { group: 'reviews', mail: 'on', push: 'off' },
  'question.ask': { group: 'reviews', mail: 'on', push: 'off' },
  'question.answered': { group: 'reviews', mail: 'on', push: 'on' },

  'article.published': { group: 'content', mail: 'on', push: 'on' },
  'article.refused': { group: 'content', mail: 'on', push: 'on' },
  'comment.published': { group: 'content', mail: 'off', push: 'off' },
  'comment.refused': { group: 'content', mail: 'on', push: 'off' },
  'comment.replied': { group: 'content', mail: 'on', push: 'on' },

  // Each was asked for, product by product.
  'price.drop': { group: 'offers', mail: 'on', push: 'on', live: 'always' },
  back_in_stock: { group: 'offers', mail: 'on', push: 'on', live: 'always' },
  // Advertising needs a yes.
  newsletter: { group: 'offers', mail: 'off' },

  'inquiry.answered': { group: 'inquiries', mail: 'always' },

  'account.security': { group: 'account', mail: 'always', live: 'always', isUrgent: true },
} as const satisfies Readonly<Record<string, EventRules>>

export type NotificationEvent = keyof typeof notificationEvents

export const eventNames = Object.keys(notificationEvents) as readonly NotificationEvent[]

/** How a channel carries an event; null: not at all. */
export function ruleOf(event: NotificationEvent, channel: NotificationChannel): ChannelRule | null {
  const rules: EventRules = notificationEvents[event]
  return rules[channel] ?? null
}

/** Whether the shopper may switch it. */
export function isSwitchable(event: NotificationEvent, channel: NotificationChannel): boolean {
  const rule = ruleOf(event, channel)
  return rule === 'on' || rule === 'off'
}

export type ChoiceKey = `${NotificationEvent}/${NotificationChannel}`

export function choiceKey(event: NotificationEvent, channel: NotificationChannel): ChoiceKey {
  return `${event}/${channel}`
}

/** Every switch there is. */
export const choiceKeys: readonly ChoiceKey[] = eventNames.flatMap((event) =>
  notificationChannels.flatMap((channel) =>
    isSwitchable(event, channel) ? [choiceKey(event, channel)] : [],
  ),
)

/** A word from outside as an event; null for any other word. */
export function eventOf(word: string): NotificationEvent | null {
  return eventNames.find((name) => name === word) ?? null
}
