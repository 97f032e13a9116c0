import type { Theme } from '#wire/shop-config.ts'
import cardFilled from './looks/card-filled.css?raw'
import cardFramed from './looks/card-framed.css?raw'
import draft from './looks/draft.css?raw'
import dense from './looks/dense.css?raw'
import headerBar from './looks/header-bar.css?raw'
import headerStack from './looks/header-stack.css?raw'
import heroBanner from './looks/hero-banner.css?raw'
import heroPanel from './looks/hero-panel.css?raw'

/*
 * The shapes that a theme chooses. The parts' own stylesheets are the first shape of each; the others override them,
 * and only those of the theme in use are sent.
 */

const shapes: {
  [F in 'headerShape' | 'heroShape' | 'cardShape' | 'density']: Record<Theme[F], string>
} = {
  headerShape: { center: '', stack: headerStack, bar: headerBar },
  heroShape: { split: '', banner: heroBanner, panel: heroPanel },
  cardShape: { open: '', framed: cardFramed, filled: cardFilled },
  density: { airy: '', dense },
}

/**
 * @param isDraft with the rules of the banner above a draft
 * @param heroShapes of single sections, besides the theme's own
 */
export function lookRules(
  theme: Theme,
  isDraft: boolean,
  heroShapes: readonly Theme['heroShape'][] = [],
): string[] {
  return [
    shapes.density[theme.density],
    shapes.headerShape[theme.headerShape],
    ...heroRules(theme, heroShapes),
    shapes.cardShape[theme.cardShape],
    isDraft ? draft : '',
  ]
    .map(squeezed)
    .filter((rules) => rules !== '')
}

/** The theme's own shape is of the heroes that say none. */
function heroRules({ heroShape }: Theme, given: readonly Theme['heroShape'][]): string[] {
  const others = [...new Set(given)].filter((shape) => shape !== heroShape)
  if (others.length === 0) return [shapes.heroShape[heroShape]]
  return [
    ofHeroes(shapes.heroShape[heroShape], ':not([data-shape])'),
    ...others.map((shape) => ofHeroes(shapes.heroShape[shape], `[data-shape=${shape}]`)),
  ]
}

/** The same rules for some heroes alone, and as particular as before. */
function ofHeroes(css: string, which: string): string {
  return css
    .replace(/\.home-hero(?:-plain)?(?![\w-])/g, `$&:where(${which})`)
    .replace(/\.home-hero-(?!plain)[\w-]+/g, `:where(.home-hero${which}) $&`)
}

/** Without comments and line breaks; one rule a line would be more than the rules themselves. */
function squeezed(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim()
}
