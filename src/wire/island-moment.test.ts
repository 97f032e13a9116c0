import { expect, it } from 'vitest'
import { readMoment } from './island-moment.ts'

it('knows the moments of the page, and queries of the screen', () => {
  const known = [
    'interact',
    'visible',
    'visible:200px',
    'idle',
    'load',
    'delay:2000',
    '(min-width: 48em)',
    '(min-width: 40.5rem) and (max-width: 64rem) and (hover: hover)',
    '(prefers-reduced-motion: reduce)',
    '(orientation: landscape)',
  ]
  expect(known.filter((moment) => readMoment(moment) !== moment)).toEqual([])
  expect(readMoment(' idle ')).toBe('idle')
})

it('refuses everything else', () => {
  const unknown = [
    '',
    'constructor',
    'click',
    'delay:',
    'delay:-1',
    'delay:1e9',
    'delay:999999',
    'visible:200px 0px',
    '(min-width: 48em',
    'min-width: 48em',
    '(min-width: 48em) or (hover)',
    '(min-width: calc(1px))',
    '(min-width: 1em)" onload="x',
    '(hover: hover) and '.repeat(5),
    '('.repeat(300),
    'idle\0',
  ]
  expect(unknown.filter((moment) => readMoment(moment) !== null)).toEqual([])
})
