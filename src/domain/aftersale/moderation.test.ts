import { expect, it } from 'vitest'
import { unreachable } from '../machine.ts'
import { firstStatus, leadsAway, writtenMachine } from './moderation.ts'

it('has no state that nothing leads to', () => {
  expect(unreachable(writtenMachine, 'pending')).toEqual([])
})

it('puts what was edited back into the queue, from every state', () => {
  for (const events of Object.values(writtenMachine)) expect(events.edit).toBe('pending')
})

it.each([
  'see https://pills.example/buy',
  'hxxp://pills example',
  'www.pills.example',
  'cheap at best-pills.com',
  'cheap at best-pills . com!',
  'cheap at pills(dot)shop',
  'write to ada@example.org',
  'write to ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
  'pi\u200blls.c\u200bom',
  'call +852 2345 6789 01',
  '加微信 abcd1234 有优惠',
  'vx：pills99',
  '[url=x]y[/url]',
  'WhatsApp: pills_now',
])('sees where %j leads to', (text) => {
  expect(leadsAway(text)).toBe(true)
  expect(firstStatus(['fine', text], 'after')).toBe('pending')
})

it.each([
  'Wobbles. Came late.',
  'The seat is 45.5 cm high, 2026-10-05, cost $1,299.00.',
  'Ordered two, use them at home. No complaints.',
  '坐着踏实，木头的颜色一个月后更深了。',
  'Size 38-40 fits.',
  '5/5. Me and my cat agree.',
  '微信上看到的朋友推荐，质量不错',
])('lets %j be', (text) => {
  expect(leadsAway(text)).toBe(false)
  expect(firstStatus([text], 'after')).toBe('published')
  expect(firstStatus([text], 'before')).toBe('pending')
  expect(firstStatus([text], 'after', true)).toBe('pending')
})
