import type { Theme } from '#wire/shop-config.ts'

/** How many of the paddings begin at which screen: the first always holds. */
const paddingSteps: Record<number, readonly (keyof Theme['container']['screen'])[]> = {
  1: [],
  2: ['md'],
  3: ['sm', 'lg'],
  4: ['sm', 'lg', '2xl'],
  5: ['sm', 'md', 'lg', '2xl'],
  6: ['sm', 'md', 'lg', 'xl', '2xl'],
}

/** Rules, since no media query reads a variable. As wide as the window up to the widest screen, so that pictures have what room there is. */
export function containerRules({ container: { screen, padding } }: Theme): string[] {
  const steps = paddingSteps[padding.length] ?? []
  return [
    `:root{--gutter:${padding[0]};--container:${screen['3xl']}}`,
    ...steps.map(
      (step, index) => `@media (min-width:${screen[step]}){:root{--gutter:${padding[index + 1]}}}`,
    ),
    '.container{inline-size:100%;max-inline-size:var(--container);margin-inline:auto;padding-inline:max(var(--gutter),env(safe-area-inset-left),env(safe-area-inset-right))}',
    ...Object.entries(screen).map(([name, width]) => `.container-${name}{max-inline-size:${width}}`),
  ]
}
