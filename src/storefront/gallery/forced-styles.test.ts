import { expect, it } from 'vitest'
import { forcedStyles, withForcedStates } from './forced-styles.ts'

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

it('has the styles of parts in every folder, each in its layer, and no tokens', () => {
  const styles = forcedStyles()
  const layerOf = (rule: string): string | undefined => {
    const [before = '', ...after] = styles.split(rule)
    return after.length === 0 ? undefined : before.match(/@layer \w+(?=\{)/g)?.at(-1)
  }
  expect(layerOf('.button-primary {')).toBe('@layer parts')
  expect(layerOf('.inquiry-pictures {')).toBe('@layer features')
  expect(layerOf('body > main,')).toBe('@layer base')
  expect(layerOf(':root {')).toBeUndefined()
})
