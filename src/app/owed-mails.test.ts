import { expect, it } from 'vitest'
import { isSwitchable, ruleOf, type NotificationEvent } from '#features/notifications/rules/events.ts'
import { orderEventKinds } from '#features/orders/events.ts'
import { orderNotification } from '#features/orders/work/tell.ts'
import { returnEventKinds } from '#features/returns/events.ts'
import { returnNotification } from '#features/returns/work/tell.ts'

const known: readonly (readonly [what: string, NotificationEvent])[] = [
  ...orderEventKinds.map((kind) => [`order ${kind}`, orderNotification(kind)] as const),
  ...returnEventKinds.flatMap((kind) => {
    const event = returnNotification(kind)
    return event === null ? [] : [[`return ${kind}`, event] as const]
  }),
]

it('the mails about orders and returns that a shopper may switch off are these', () => {
  const switched = known.filter(([, event]) => isSwitchable(event, 'mail')).map(([what]) => what)
  expect(switched).toEqual([
    'order paid',
    'order shipped',
    'order delivered',
    'return received',
    'return recounted',
  ])
})

it('all others go whatever was chosen, and a withdrawal has its receipt', () => {
  for (const [what, event] of known)
    expect(ruleOf(event, 'mail'), what).toBe(isSwitchable(event, 'mail') ? 'on' : 'always')
  expect(returnNotification('withdrawn')).toBeNull()
})
