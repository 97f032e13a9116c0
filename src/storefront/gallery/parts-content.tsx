import { day } from '#domain/time.ts'
import { AsideMenu } from '#features/customer/parts/aside-menu.tsx'
import { pickTexts } from '#i18n/t.ts'
import { Island, Raw } from '#platform/server/pages/render.tsx'
import { Accordion, Tabs } from '#ui/accordion.tsx'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Masonry } from '#ui/masonry.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Picture } from '#ui/picture.tsx'
import { SlideStrip } from '#ui/slide-strip.tsx'
import { StepBar } from '#ui/step-bar.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { countdownTexts } from '../islands/countdown/texts.ts'
import { examples as passwordExamples } from '../islands/input-password/examples.tsx'
import { slidesTexts } from '../islands/slides/texts.ts'
import { touched, type GalleryProps, type ShownPart } from './shown.ts'

/** What holds other things, and what leads through them. */
export function contentParts(props: GalleryProps): ShownPart[] {
  return [
    tabs(props),
    accordion(props),
    foldOut(props),
    pagination(props),
    breadcrumbs(props),
    asideMenu(props),
    slides(props),
    masonry(props),
    stepBar(props),
    timeline(props),
    countdown(props),
    content(props),
    empty(props),
    error(props),
  ]
}

function sectionsOf({ words }: GalleryProps) {
  return words.sections.map((title, index) => ({
    key: String(index),
    title,
    content: <p>{words.section_text}</p>,
  }))
}

function tabs(props: GalleryProps): ShownPart {
  const sections = sectionsOf(props)
  return {
    name: 'tabs',
    states: touched((state) => <Tabs sections={sections} name={`tabs-${state}`} />).map((state) => ({
      ...state,
      wide: true,
    })),
  }
}

function asideMenu({ words }: GalleryProps): ShownPart {
  const of = (state: string) => (
    <AsideMenu
      label={`${words.pages}: ${state}`}
      items={words.sections.map((text, index) => ({
        href: `#${state}-${index}`,
        text,
        isHere: index === 0,
      }))}
    />
  )
  return { name: 'aside-menu', states: touched(of) }
}

function accordion(props: GalleryProps): ShownPart {
  const sections = sectionsOf(props)
  return {
    name: 'accordion',
    states: touched((state) => <Accordion sections={sections} name={`accordion-${state}`} open="0" />),
  }
}

/** One that stands alone: all of them have the same sign. */
function foldOut({ words }: GalleryProps): ShownPart {
  const of = (isOpen: boolean) => (
    <details className="coupon-advice" open={isOpen}>
      <summary>{words.sections[0]}</summary>
      <p>{words.section_text}</p>
    </details>
  )
  return { name: 'fold-out', states: [...touched(() => of(false)), { name: 'open', view: of(true) }] }
}

function pagination({ words }: GalleryProps): ShownPart {
  const of = (label: string, page: number) => (
    <Pagination
      page={page}
      pages={12}
      hrefOf={(number) => `#page-${number}`}
      texts={{
        label: `${words.pages}: ${label}`,
        previous: words.previous,
        next: words.next,
        page: (number) => words.page.replace('{n}', String(number)),
      }}
    />
  )
  return {
    name: 'pagination',
    states: [
      ...touched((state) => of(state, 4)).map((state) => ({ ...state, wide: true })),
      { name: 'first page', view: of('first', 1), wide: true },
    ],
  }
}

function breadcrumbs({ words }: GalleryProps): ShownPart {
  const trail = words.trail.map((name, index) => ({ name, href: `#trail-${index}` }))
  return {
    name: 'breadcrumbs',
    states: touched((state) => (
      <Breadcrumbs trail={trail} here={words.here} label={`${words.trail_label}: ${state}`} />
    )),
  }
}

function slides({ ctx, words, pictures }: GalleryProps): ShownPart {
  const shown = pictures.slice(0, 3)
  const of = (state: string, every: number) => (
    <Island
      name="slides"
      k={`slides-${state}`}
      on={every > 0 ? 'visible' : 'interact'}
      props={{
        label: `${words.slides}: ${state}`,
        count: shown.length,
        every,
        texts: pickTexts(ctx.texts, slidesTexts),
        lang: ctx.lang,
      }}
    >
      <SlideStrip label={words.slides} nameOf={(n, count) => ctx.t('slides.slide', { n, count })}>
        {shown.map((picture) => (
          <Picture
            key={picture.key}
            picture={picture}
            sizes="(min-width: 48em) 40rem, 92vw"
            className="gallery-slide"
          />
        ))}
      </SlideStrip>
    </Island>
  )
  return {
    name: 'slides',
    states: [
      { name: 'by hand', view: of('by hand', 0) },
      { name: 'turning', view: of('turning', 6_000) },
      { name: 'focus-visible', view: of('focus-visible', 0), force: 'focus-visible' },
    ],
  }
}

function masonry({ words, pictures }: GalleryProps): ShownPart {
  return {
    name: 'masonry',
    states: [
      {
        name: 'default',
        wide: true,
        view: (
          <Masonry>
            {words.masonry.map((title, index) => (
              <Card
                key={title}
                href={`#masonry-${index}`}
                title={title}
                picture={pictures[index % Math.max(1, pictures.length)] ?? null}
                sizes="18rem"
                {...(index % 2 === 0 ? { text: words.card_text } : {})}
              />
            ))}
          </Masonry>
        ),
      },
    ],
  }
}

function stepBar({ words }: GalleryProps): ShownPart {
  const steps = words.steps.map((name, index) => ({ name, href: `#step-${index}` }))
  const of = (name: string, at: number) => ({
    name,
    wide: true,
    view: <StepBar steps={steps} at={at} label={`${words.steps_label}: ${name}`} done={words.done} />,
  })
  return { name: 'step-bar', states: [of('first', 0), of('third', 2), of('all done', words.steps.length)] }
}

function timeline({ ctx, words }: GalleryProps): ShownPart {
  const format = new Intl.DateTimeFormat(ctx.lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const moments = words.moments.map((title, index) => {
    const moment = new Date(Date.UTC(2026, 10, 20 - index, 9, 30))
    return {
      at: moment.toISOString(),
      when: format.format(moment),
      title,
      ...(index === 0 ? { text: words.moment_text } : {}),
    }
  })
  return {
    name: 'timeline',
    states: [
      { name: 'default', view: <Timeline moments={moments} label={words.timeline} /> },
      {
        name: 'with what is expected',
        view: (
          <Timeline
            moments={moments.map((moment, index) => ({ ...moment, isComing: index === 0 }))}
            label={`${words.timeline} (2)`}
          />
        ),
      },
      {
        name: 'one moment',
        view: <Timeline moments={moments.slice(-1)} label={`${words.timeline} (1)`} />,
      },
    ],
  }
}

function countdown({ ctx, words }: GalleryProps): ShownPart {
  const of = (name: string, until: number) => ({
    name,
    view: (
      <Island
        name="countdown"
        k={`countdown-${until}`}
        on="visible"
        props={{
          until: new Date(ctx.now.getTime() + until).toISOString(),
          now: ctx.now.toISOString(),
          deadline: words.deadline,
          over: words.over,
          texts: pickTexts(ctx.texts, countdownTexts),
          lang: ctx.lang,
        }}
      />
    ),
  })
  return { name: 'countdown', states: [of('default', 3.4 * day), of('over', 0)] }
}

/** As a page of the shop places it, and as HTML that has no slot of its own. */
function content({ ctx, words }: GalleryProps): ShownPart {
  const password = passwordExamples(ctx.texts, ctx.lang)['default']!
  return {
    name: 'content',
    states: [
      {
        name: 'with a part in it',
        view: (
          <Island name="content" k="content-slot" props={{}}>
            <p>{words.moment_text}</p>
            <Island
              name="input-password"
              k="content-password"
              props={{ ...password, id: 'content-password' }}
            />
          </Island>
        ),
      },
      {
        name: 'without a slot',
        view: <Raw html={`<x-island c="content" k="content-bare" p="{}"><p>${words.empty}</p></x-island>`} />,
      },
    ],
  }
}

function empty({ words }: GalleryProps): ShownPart {
  return {
    name: 'empty-state',
    states: [
      {
        name: 'empty',
        view: (
          <EmptyState title={<h3>{words.empty}</h3>} text={words.empty_text}>
            <ButtonLink href="#empty-state">{words.empty_way}</ButtonLink>
          </EmptyState>
        ),
      },
    ],
  }
}

function error({ words }: GalleryProps): ShownPart {
  return {
    name: 'error-state',
    states: [
      {
        name: 'error',
        view: (
          <ErrorState title={<h3>{words.error}</h3>} text={words.error_text}>
            <Button>{words.again}</Button>
          </ErrorState>
        ),
      },
    ],
  }
}
