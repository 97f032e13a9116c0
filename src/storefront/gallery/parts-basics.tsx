import { ProductCard } from '#features/catalog/parts/product-card.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#ui/forms/button.tsx'
import { Card, CardSkeleton } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Score } from '#ui/score.tsx'
import { SkeletonBox, SkeletonLine } from '#ui/skeleton.tsx'
import { Swatch } from '#ui/forms/swatch.tsx'
import { touched, type GalleryProps, type ShownPart } from './shown.ts'

const sizes = '(min-width: 48em) 24rem, 92vw'

/** What is pressed, read and looked at. */
export function basicParts(props: GalleryProps): ShownPart[] {
  return [
    button(props),
    heart(props),
    link(props),
    price(props),
    picture(props),
    score(props),
    badge(props),
    card(props),
  ]
}

function button({ words }: GalleryProps): ShownPart {
  const looks = (more: { disabled?: boolean; 'aria-busy'?: boolean } = {}) => (
    <div className="gallery-row">
      <Button {...more}>{words.add}</Button>
      <Button look="quiet" {...more}>
        {words.choose}
      </Button>
      <Button look="plain" {...more}>
        {words.remove}
      </Button>
      <IconButton label={words.close} {...more}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
  return {
    name: 'button',
    states: [
      ...touched(() => looks()),
      { name: 'disabled', view: looks({ disabled: true }) },
      { name: 'loading', view: looks({ 'aria-busy': true }) },
      { name: 'wide', view: <Button wide>{words.add}</Button> },
    ],
  }
}

/** As `Heart` writes it, but of no form: the browser leaves it as it is. */
function heart({ words }: GalleryProps): ShownPart {
  const one = (more: { 'aria-pressed': boolean; 'aria-busy'?: boolean }) => (
    <button type="button" className="heart heart-worded" {...more}>
      <Icon name="heart" size={18} />
      {words.keep}
    </button>
  )
  return {
    name: 'heart',
    states: [
      ...touched(() => one({ 'aria-pressed': false })),
      { name: 'pressed', view: one({ 'aria-pressed': true }) },
      { name: 'busy', view: one({ 'aria-pressed': false, 'aria-busy': true }) },
    ],
  }
}

function link({ words }: GalleryProps): ShownPart {
  return {
    name: 'link',
    states: [
      ...touched(() => (
        <p className="gallery-row">
          <a href="#link">{words.look}</a>
        </p>
      )),
      { name: 'as a button', view: <ButtonLink href="#link">{words.look}</ButtonLink> },
    ],
  }
}

function price({ words }: GalleryProps): ShownPart {
  const now = { text: words.price, line: null }
  return {
    name: 'price',
    states: [
      { name: 'default', view: <Price price={now} was={words.was} /> },
      { name: 'sale', view: <Price price={{ ...now, line: words.price_before }} was={words.was} /> },
      { name: 'from', view: <Price price={now} was={words.was} from={words.price_from} /> },
      { name: 'per unit', view: <Price price={now} was={words.was} unit={words.price_unit} /> },
      {
        name: 'sale, per unit',
        view: <Price price={{ ...now, line: words.price_before }} was={words.was} unit={words.price_unit} />,
      },
    ],
  }
}

function picture({ pictures }: GalleryProps): ShownPart {
  const [first, second] = pictures
  return {
    name: 'picture',
    states: [
      {
        name: 'default',
        view: first && <Picture picture={first} sizes={sizes} className="gallery-square" />,
      },
      {
        name: 'loading',
        // The preview and the colour alone, as before the first byte of it.
        view: second && (
          <span
            className="picture gallery-square"
            style={{ backgroundColor: second.color, backgroundImage: `url(${second.preview})` }}
          />
        ),
      },
      { name: 'empty', view: <SkeletonBox className="gallery-square" /> },
    ],
  }
}

function score({ words }: GalleryProps): ShownPart {
  return {
    name: 'score',
    states: [
      {
        name: 'default',
        view: (
          <Score average={4.6} label={words.score}>
            28
          </Score>
        ),
      },
      { name: 'lowest', view: <Score average={1} label={words.score} /> },
      { name: 'empty', view: <Score average={0} label={words.score_none} /> },
    ],
  }
}

function badge({ words }: GalleryProps): ShownPart {
  const [fresh, sale, gone] = words.badges
  const [info, success, warning, error] = words.states
  return {
    name: 'badge',
    states: [
      {
        name: 'on a picture',
        view: (
          <p className="gallery-row gallery-tinted">
            <Badge>{fresh}</Badge>
            <Badge kind="sale">{sale}</Badge>
            <Badge kind="faint">{gone}</Badge>
          </p>
        ),
      },
      {
        name: 'how it is',
        view: (
          <p className="gallery-row">
            <Badge kind="info">{info}</Badge>
            <Badge kind="success">{success}</Badge>
            <Badge kind="warning">{warning}</Badge>
            <Badge kind="error">{error}</Badge>
          </p>
        ),
      },
      {
        name: 'swatch',
        view: (
          <p className="gallery-row">
            <Swatch color="#9caf88" />
            <Swatch color="#2b2b33" />
            <Swatch color="#f4efe6" />
          </p>
        ),
      },
    ],
  }
}

function card({ ctx, words, pictures, products }: GalleryProps): ShownPart {
  const [picture = null] = pictures
  const base = {
    href: '#card',
    title: words.card,
    picture,
    sizes,
    kicker: words.kicker,
    text: words.card_text,
  }
  const [product] = products
  return {
    name: 'card',
    states: [
      ...touched(() => <Card {...base} />),
      { name: 'with a badge', view: <Card {...base} badge={<Badge>{words.badges[0]}</Badge>} /> },
      { name: 'empty', view: <Card {...base} picture={null} /> },
      { name: 'loading', view: <CardSkeleton /> },
      { name: 'product', view: product && <ProductCard card={product} ctx={ctx} /> },
    ],
  }
}

/** What stands in for the rest while it is on its way. */
export function skeletonParts(): ShownPart[] {
  return [
    {
      name: 'skeleton',
      states: [
        {
          name: 'loading',
          wide: true,
          view: (
            <div className="gallery-cards" data-skeleton="gallery">
              <CardSkeleton />
              <CardSkeleton />
              <CardSkeleton />
            </div>
          ),
        },
        {
          name: 'text',
          view: (
            <div>
              <SkeletonLine width="40%" />
              <SkeletonLine width="95%" />
              <SkeletonLine width="80%" />
            </div>
          ),
        },
      ],
    },
  ]
}
