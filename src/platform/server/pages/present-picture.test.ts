import { expect, it } from 'vitest'
import { presentPicture } from './present-picture.ts'

const stored = {
  key: '0123456789abcdef',
  width: 3,
  height: 2,
  preview: 'data:',
  color: '#aabbcc',
  source: 'mug.jpg',
}
const { source: _source, ...shown } = stored

it('shows a picture with what is written of it in the language, or in its nearest', () => {
  const alt = { en: 'A mug', zh: '杯子' }
  expect(presentPicture(stored, alt, 'Mug', 'en')).toEqual({ ...shown, alt: 'A mug' })
  expect(presentPicture(stored, alt, '馬克杯', 'zh-HK').alt).toBe('杯子')
})

it('calls a picture by the name of what it shows where nobody described it', () => {
  for (const alt of [null, {}, { en: '' }]) expect(presentPicture(stored, alt, 'Mug', 'en').alt).toBe('Mug')
})
