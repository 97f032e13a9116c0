import { expect, it } from 'vitest'
import { deliveryReport as report } from '#test/outgoing/delivery-report.ts'
import { isHardBounce } from './bounces.ts'
import { readDeliveryReport } from './delivery-report.ts'

it('reads who did not get which mail, and why', () => {
  expect(readDeliveryReport(report())).toEqual({
    messageId: 'one@shop.example',
    failed: [{ recipient: 'gone@example.org', status: '5.1.1' }],
  })
})

it('leaves out what is only late, arrived or was passed on', () => {
  for (const action of ['delayed', 'delivered', 'relayed', 'expanded'])
    expect(readDeliveryReport(report({ action }))?.failed, action).toEqual([])
})

it('counts for the address that the shop wrote to, not for the one that it was forwarded to', () => {
  const forwarded = report({
    recipient: 'box@elsewhere.example',
    extra: 'Original-Recipient: rfc822;Gone@Example.org',
  })
  expect(readDeliveryReport(forwarded)?.failed).toEqual([{ recipient: 'gone@example.org', status: '5.1.1' }])
})

it('reads a part that is encoded, and headers alone in place of the mail', () => {
  const plain = report()
  const status = /Reporting-MTA[\s\S]*?rejected/.exec(plain)![0]
  const encoded = plain
    .replace(status, Buffer.from(status).toString('base64'))
    .replace('Content-Type: message/delivery-status', '$&\r\nContent-Transfer-Encoding: base64')
    .replace('Content-Type: message/rfc822', 'Content-Type: text/rfc822-headers; charset=us-ascii')
  expect(readDeliveryReport(encoded)).toEqual(readDeliveryReport(plain))
})

it.each([
  ['a letter', 'From: a@b.example\r\nSubject: Hello\r\n\r\nMessage-ID: <one@shop.example>'],
  ['nothing', ''],
  ['a report without its mail', report().replace('message/rfc822', 'text/plain')],
  ['a report whose mail has no name', report({ messageId: '' })],
  ['a report without parts', 'Content-Type: multipart/report\n\nx'],
  ['an answer of somebody on holiday', report().replace('multipart/report', 'multipart/mixed')],
])('takes %s for no report', (_, text) => {
  expect(readDeliveryReport(text)).toBeNull()
})

it('finds nobody in a status that names nobody', () => {
  const nobody = report().replace(/Final-Recipient.*\r\n/, '')
  expect(readDeliveryReport(nobody)?.failed).toEqual([])
})

it('tells an address that is none from a full mailbox, a filter and a fault of the sender', () => {
  const hard = [null, '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4']
  const soft = ['5.0.0', '5.1.7', '5.1.8', '5.2.2', '5.2.3', '5.3.4', '5.7.1', '4.4.7', '4.2.2', '5.1.11']
  expect(hard.filter((status) => !isHardBounce(status))).toEqual([])
  expect(soft.filter((status) => isHardBounce(status))).toEqual([])
})
