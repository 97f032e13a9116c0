import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BookEntry } from '#features/addresses/contract.ts'
import {
  exampleAddress,
  exampleDials,
  exampleShape,
  noShape,
} from '#features/postal/parts/example-address.ts'
import { pickTexts } from '#i18n/t.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { elements, postOf } from '#test/markup.ts'
import { addressModalTexts } from '../../parts/texts.ts'
import AddressModal, { type AddressModalProps } from './island.tsx'

/* What the server sends of the address book: all of it works by itself. */

const entry = (id: number, name: string, isDefault: boolean): BookEntry => ({
  id,
  address: exampleAddress,
  isDefault,
  name,
  lines: ['1 Main Street', 'United States'],
})

const base: AddressModalProps = {
  entries: [entry(2, 'Ada Lovelace', true), entry(1, 'Charles Babbage', false)],
  open: null,
  blank: { ...exampleAddress, country: '' },
  shapes: { '': noShape, US: exampleShape },
  countries: [{ code: 'US', name: 'United States' }],
  dials: exampleDials,
  most: 3,
  links: {
    add: '/form/address/add',
    edit: '/form/address/edit',
    remove: '/form/address/delete',
    setDefault: '/form/address/setDefault',
    book: '/user/address',
  },
  texts: pickTexts(dictionaries('en'), addressModalTexts),
  lang: 'en',
}
const render = (props: Partial<AddressModalProps>): string =>
  renderToString(<AddressModal {...base} {...props} />)

it('is a list of links and posts', () => {
  const html = render({})
  expect(elements(html, 'a').map(({ href }) => href)).toEqual([
    '/user/address?edit=2',
    '/user/address?edit=1',
    '/user/address?edit=new',
  ])
  expect(postOf(html, 'Make it the default: the address of Charles Babbage')).toEqual({
    action: '/form/address/setDefault',
    fields: [['id', '1']],
  })
  expect(html).not.toContain('Make it the default: the address of Ada Lovelace')
  expect(elements(html, 'form').filter(({ action }) => action === '/form/address/delete')).toHaveLength(2)
  expect(html).not.toContain('<dialog')
})

it('adds nothing to a full book, and begins an empty one', () => {
  expect(render({ most: 2 })).not.toContain('edit=new')
  const html = render({ entries: [] })
  expect(html).toContain('No addresses yet')
  expect(elements(html, 'a').map(({ href }) => href)).toEqual(['/user/address?edit=new'])
})

it('is one post where the URL opens an address, with each error at its field', () => {
  const html = render({
    entries: [],
    open: {
      id: 1,
      value: { ...exampleAddress, postcode: '9' },
      isDefault: true,
      errors: { 'address.postcode': 'Please enter a valid ZIP code such as 90012' },
    },
  })
  expect(elements(html, 'form')).toMatchObject([{ action: '/form/address/edit', method: 'post' }])
  const inputs = elements(html, 'input')
  expect(inputs.find(({ name }) => name === 'id')).toMatchObject({ value: '1' })
  expect(inputs.filter((input) => 'aria-invalid' in input)).toMatchObject([
    { name: 'address.postcode', value: '9' },
  ])
  expect(inputs.find(({ name }) => name === 'isDefault')).toHaveProperty('checked')
})
