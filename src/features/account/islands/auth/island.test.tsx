import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { elements } from '#test/markup.ts'
import { examples } from './examples.tsx'
import AuthForm from './island.tsx'

function render(state: string): string {
  const props = examples(dictionaries('en'), 'en')[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<AuthForm {...props} external />)
}

it('is a form that works by itself: a code by one button, the password by the other', () => {
  const html = render('sign in')
  expect(elements(html, 'form')).toMatchObject([{ action: '/form/auth/signIn', method: 'post' }])
  expect(elements(html, 'button').filter(({ type }) => type === 'submit')).toMatchObject([
    { 'aria-hidden': 'true' },
    { name: 'by', value: 'code', formaction: '/form/auth/sendCode' },
    { name: 'by', value: 'password' },
  ])
  const fields = elements(html, 'input')
  expect(fields.find(({ name }) => name === 'account')).toMatchObject({ autocomplete: 'username webauthn' })
  expect(fields.find(({ name }) => name === 'password')).toMatchObject({
    type: 'password',
    autocomplete: 'current-password',
  })
  // A box that is not ticked is not sent: the field before it counts then.
  expect(fields.filter(({ name }) => name === 'keep').map(({ value }) => value)).toEqual(['off', 'on'])
  expect(elements(html, 'details')[0]).not.toHaveProperty('open')
})

it('comes back with what was typed but the password, and its error at the field', () => {
  const html = render('sign in refused')
  expect(elements(html, 'details')[0]).toHaveProperty('open')
  const fields = elements(html, 'input')
  expect(fields.find(({ name }) => name === 'account')).toMatchObject({ value: 'ada@example.org' })
  const password = fields.find(({ name }) => name === 'password')!
  expect(password).toMatchObject({ 'aria-invalid': 'true' })
  expect(password).not.toHaveProperty('value')
  expect(html).toContain('Account and password do not match.')
})

it('asks for the names to sign up, and only for the account of a forgotten password', () => {
  const shown = (state: string) =>
    elements(render(state), 'input').flatMap(({ name, type }) => (type === 'hidden' ? [] : [name]))
  expect(shown('sign up')).toEqual(['account', 'firstName', 'lastName'])
  expect(shown('forget')).toEqual(['account'])
  expect(shown('account from an order')).toEqual([])
})
