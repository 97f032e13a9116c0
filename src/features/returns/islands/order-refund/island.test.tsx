import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { htmlLang, type Locale } from '#i18n/locales.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { elements } from '#test/markup.ts'
import { examples } from './examples.tsx'
import OrderRefund from './island.tsx'
import { faultText, refused } from './use-refund.ts'

function render(state: string, locale: Locale = 'en'): string {
  const props = examples(dictionaries(locale), htmlLang(locale))[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<OrderRefund {...props} external />)
}

const named = (html: string, tag: string): Record<string, string>[] =>
  elements(html, tag).filter(({ name }) => name !== undefined)

it('is one form with files that names each line that can come back, and no other', () => {
  const html = render('empty')
  expect(elements(html, 'form')).toMatchObject([
    { action: '/form/return/apply', method: 'post', enctype: 'multipart/form-data' },
  ])
  expect(named(html, 'input').filter(({ name }) => name!.endsWith('.line'))).toMatchObject([
    { name: 'lines.0.line', value: '1' },
    { name: 'lines.1.line', value: '2' },
  ])
  // One unit is ticked, and an empty box is zero; several are counted up to what is left.
  expect(named(html, 'input').filter(({ name }) => name!.endsWith('.quantity'))).toMatchObject([
    { type: 'number', name: 'lines.0.quantity', min: '0', max: '2', value: '0' },
    { type: 'hidden', name: 'lines.1.quantity', value: '0' },
    { type: 'checkbox', name: 'lines.1.quantity', value: '1' },
  ])
})

it('says of a line that cannot come back why not', () => {
  expect(render('empty')).toContain('Cut to measure: it cannot be returned.')
})

it('shows first and sends second: the button that sends carries the total that was shown', () => {
  const buttons = (state: string): Record<string, string>[] =>
    elements(render(state), 'button').filter(({ type }) => type === 'submit')
  expect(buttons('with its refund')).toMatchObject([
    { class: expect.stringContaining('return-show') },
    { name: 'total', value: '13920' },
    { formaction: '/form/return/saveDraft', formnovalidate: '' },
  ])
  // Without a preview there is no total that could be confirmed.
  expect(buttons('empty')[1]).toMatchObject({ name: 'total', value: '' })
})

it('shows the refund line by line with its shares, what is kept, and when the money is there', () => {
  const html = render('with its refund').replaceAll('<!-- -->', '')
  for (const text of [
    'Oak Stool × 1',
    'Coupon WELCOME',
    '− $10.80',
    'Return shipping',
    '$139.20',
    'within 14 days',
  ])
    expect(html).toContain(text)
})

it('asks for the description of a problem, which is optional otherwise', () => {
  expect(render('empty')).toContain('Description (optional)')
  const html = render('a problem')
  expect(html).not.toContain('(optional)')
  expect(html).toContain('Describe what is wrong, or add a photo.')
  expect(render('a problem', 'zh')).not.toContain('选填')
})

it('says above the button what is wrong with a field, and not only that something is', () => {
  const msg = 'Please check what you entered.'
  expect(faultText({ msg, fields: { description: 'Add a photo, or describe what is wrong.' } })).toBe(
    'Add a photo, or describe what is wrong.',
  )
  expect(faultText({ msg, fields: {} })).toBe(msg)
})

it('speaks of a label, and of what is kept for it, only where the shop sends one', () => {
  const props = examples(dictionaries('en'), 'en')['empty']!
  const words = 'We email you a return label, and deduct $6 for it from the refund.'
  expect(render('empty')).toContain(words)
  const options = { ...props.options, fee: null }
  const html = renderToString(<OrderRefund {...props} options={options} external />)
  expect(html).not.toContain('label, and deduct')
  expect(html).toContain('You bear the cost of sending it back.')
  expect(html).not.toContain('return-unless-label')
})

it('names an account as the way back of money that no provider can send', () => {
  const props = examples(dictionaries('en'), 'en')['empty']!
  const options = { ...props.options, isByHand: true }
  const html = renderToString(<OrderRefund {...props} options={options} external />)
  expect(html).toContain('To an account that you name')
  expect(html).not.toContain('original payment method')
})

it('offers each version with its difference, and none that is sold out', () => {
  const options = elements(render('an exchange'), 'option')
  expect(options.filter(({ value }) => value === 'stool-oak')).toMatchObject([{ disabled: '' }])
  expect(render('an exchange')).toContain('Sage, small (− $20.00)')
  expect(render('an exchange', 'zh')).toContain('Sage, small（− $20.00）')
})

it('says who bears the cost of a claim, and names claims first where a problem is reported', () => {
  const html = render('a problem')
  expect(html.indexOf('Arrived damaged')).toBeLessThan(html.indexOf('Too small'))
  expect(html).toContain('We pay for the return')
  const usual = render('empty')
  expect(usual.indexOf('Too small')).toBeLessThan(usual.indexOf('Arrived damaged'))
})

it('keeps what was typed when it comes back, and ties each error to its field', () => {
  const html = render('come back')
  expect(html).toContain('It is too small.')
  expect(elements(html, 'select').filter(({ name }) => name === 'reason')).toMatchObject([
    { 'aria-invalid': 'true', 'aria-describedby': 'return-reason-error' },
  ])
  expect(html).toContain('Choose at least one item to return.')
})

it('says of a problem that an item has it, and nothing of the time in which it could be returned', () => {
  const html = render('a problem').replaceAll('<!-- -->', '')
  expect(html).toContain('This item has the problem')
  expect(html).toContain('Units of Oak Stool with the problem')
  for (const words of ['Return this item', 'Cut to measure']) expect(html).not.toContain(words)
  expect(html).toContain('Problems could be reported until 21 June 2026.')
})

it('asks for nothing more where it says what is wrong', () => {
  expect(render('empty')).toContain('Choose items and a reason to see the exact refund.')
  expect(render('come back')).not.toContain('Choose items and a reason to see the exact refund.')
})

it('shows no refund of lines that are not any more as they were, and asks for them anew', () => {
  const { preview } = examples(dictionaries('en'), 'en')['with its refund']!
  const problem = (name: string) => ({ problem: name, msg: 'Only 1 left', fields: {} })
  expect(refused(problem('return_too_many'), preview)).toMatchObject({ preview: null, isStale: true })
  expect(refused(problem('too_many_requests'), preview)).toMatchObject({ preview, isStale: false })
})
