import { expect, it } from 'vitest'
import { withForcedStates } from './forced-styles.ts'

it('lets an element force a state on what stands in it, as strong as the real one', () => {
  expect(withForcedStates('.a:hover{}')).toBe('.a:is(:hover,:where([data-force~="hover"] *)){}')
  expect(withForcedStates('&:not(:popover-open){}')).toBe(
    '&:not(:is(:popover-open,:where([data-force~="open"] [popover]))){}',
  )
})

it('leaves media queries, properties and other states as they are', () => {
  const css = '@media (hover: hover) { .a:focus { transition: translate; } } .b:hover-thing {}'
  expect(withForcedStates(css)).toBe(css)
})
