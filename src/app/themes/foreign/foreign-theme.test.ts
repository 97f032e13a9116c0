import { expect, it, describe } from 'vitest'
import { shopConfig } from '#wire/shop-config.ts'
import { checkTheme } from '../check-theme.ts'
import { checkLiquid } from '../liquid-faults.ts'
import { importTheme, type ImportedTheme } from './foreign-theme.ts'

/* A theme that a merchant wrote for another platform, made up for this test: what is taken, changed and left of it. */

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

const json = (value: unknown): string => JSON.stringify(value)

const marl: Readonly<Record<string, string>> = {
  'config/settings_data.json': `/* Written by the editor. */\n${json({
    current: {
      colors_background: '#FFFFFF',
      colors_text: '#222',
      color_button: '#f3c6c6',
      colors_gradient: 'linear-gradient(red, blue)',
      type_header_font: 'playfair_display_n7',
      type_body_font: 'figtree_n4',
      buttons_radius: 6,
      inputs_radius: 2,
      page_width: 1200,
      show_motto: true,
      motto: 'Made <em>slowly</em>',
      card_style: 'flat',
      logo: 'shopify://shop_images/marl.svg',
      favicon: 'shopify://shop_images/gone.png',
      social_instagram_link: 'https://photos.example/marl',
      social_twitter_link: 'marl',
    },
    presets: { Night: { colors_background: '#000000' } },
  })}`,
  'config/settings_schema.json': json([
    { name: 'theme_info', theme_name: 'Marl' },
    {
      name: 't:settings.layout.name',
      settings: [
        { type: 'header', content: 'Widths' },
        { type: 'range', id: 'page_width', label: 'Width', min: 1000, max: 1600, default: 1200 },
        { type: 'checkbox', id: 'show_motto', label: 't:settings.layout.motto', default: false },
        { type: 'inline_richtext', id: 'motto', label: 'Motto' },
        {
          type: 'select',
          id: 'card_style',
          label: 'Cards',
          options: [{ value: 'flat', label: 'Flat' }],
          default: 'flat',
        },
        { type: 'image_picker', id: 'logo', label: 'Logo' },
        { type: 'product', id: 'star', label: 'Star' },
      ],
    },
  ]),
  'locales/en.default.json': json({
    cart: { add: 'Add {{ title }}', count: { one: '{{ count }} thing', other: '{{ count }} things' } },
    terms_html: 'By the <a href="{{ link }}">terms</a>',
    odd: "It's {here}",
  }),
  'locales/de.json': json({ cart: { add: '{{ title }} kaufen' } }),
  'locales/sv.json': json({ cart: { add: 'Köp' } }),
  'locales/en.default.schema.json': json({ settings: { layout: { name: 'Layout', motto: 'Motto on top' } } }),
  'locales/de.schema.json': json({ settings: { layout: { name: 'Aufbau' } } }),
  'templates/index.json': json({
    sections: {
      '16fa': {
        type: 'image-banner',
        settings: { image: 'shopify://shop_images/kiln.png', image_overlay_opacity: 40 },
        blocks: {
          a: { type: 'heading', settings: { heading: 'Clay &amp; fire' } },
          b: { type: 'text', settings: { text: '<p>Two people.</p>' } },
          c: {
            type: 'buttons',
            settings: { button_label_1: 'Bowls', button_link_1: 'shopify://collections/bowls' },
          },
          d: { type: 'text', disabled: true, settings: { text: 'Hidden' } },
        },
        block_order: ['a', 'b', 'c', 'd'],
      },
      row: {
        type: 'featured-collection',
        settings: { title: 'Bowls', collection: 'bowls', products_to_show: 40, enable_desktop_slider: true },
      },
      faq: {
        type: 'collapsible-content',
        settings: { heading: 'Asked' },
        blocks: {
          q: { type: 'row', settings: { heading: 'Safe?', row_content: '<p>Yes.</p><p>All of it.</p>' } },
        },
        block_order: ['q'],
      },
      three: {
        type: 'multicolumn',
        settings: {},
        blocks: {
          one: {
            type: 'column',
            settings: { title: 'Dig', text: '<p>By hand.</p>', link: '/pages/clay', link_label: 'More' },
          },
          two: { type: 'column', settings: { title: 'Dry', text: '{{ shop.name }}' } },
        },
        block_order: ['one', 'two'],
      },
      film: { type: 'video', settings: { video_url: 'https://films.example/1' } },
      code: { type: 'custom-liquid', settings: { custom_liquid: '{{ 1 }}' } },
      spare: { type: 'rich-text', settings: { heading: 'Not shown' } },
    },
    order: ['16fa', 'row', 'faq', 'three', 'film', 'code'],
  }),
  'templates/product.json': json({
    sections: {
      main: { type: 'main-product', settings: { sticky: true } },
      also: {
        type: 'image-with-text',
        settings: { image: 'shopify://shop_images/kiln.png', layout: 'text_first', heading: 'The kiln' },
      },
    },
    order: ['main', 'also'],
  }),
  'templates/product.gift.json': json({ sections: {}, order: [] }),
  'templates/404.json': json({ sections: {}, order: [] }),
  'templates/cart.json': '{ "sections": ',
  'sections/image-banner.liquid': '',
  'sections/header-group.json': json({}),
  'layout/theme.liquid': '',
  'assets/base.css': '',
  'assets/marl.svg': drawing,
  'assets/kiln.png': 'not looked into here',
  'assets/unused.svg': drawing,
}

function imported(files: Readonly<Record<string, string>> = marl): ImportedTheme {
  const found = importTheme(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])))
  if (found === null) throw new Error('it is no such theme')
  return found
}

const { files, lines } = imported()
const read = (path: string): unknown => JSON.parse(files.get(path)!.toString())
const said = (file: string, at = ''): string[] =>
  lines.filter((one) => one.file === file && one.at === at).map(({ fate, reason }) => `${fate}: ${reason}`)

describe('a theme of another platform', () => {
  it('becomes a theme without faults', async () => {
    const checked = checkTheme(files)
    if (!checked.ok) throw new Error(json(checked.problem))
    expect(await checkLiquid(files, checked.value.templates)).toEqual({ faults: [], hints: [] })
    expect([...files.keys()].toSorted()).toEqual([
      'assets/kiln.png',
      'assets/marl.svg',
      'frame.json',
      'locales/de.json',
      'locales/en.json',
      'settings_data.json',
      'settings_schema.json',
      'templates/home.json',
      'templates/product.json',
      'theme.json',
    ])
  })

  it('brings its colours, mended where they cannot be read, its faces and its corners', () => {
    const { theme } = read('theme.json') as { theme: Record<string, unknown> }
    expect(theme).toMatchObject({
      backgroundColor: '#ffffff',
      textColor: '#222222',
      titleColor: '#222222',
      titleFontFamily: '"Playfair Display", serif',
      titleFontWeight: 700,
      fontFamily: '"Figtree", sans-serif',
      borderRadius: '6px',
      useDefTemplate: true,
    })
    expect(theme['primaryColor']).not.toBe('#f3c6c6')
    const file = 'config/settings_data.json'
    expect(said(file)).toContainEqual(
      expect.stringMatching(
        /^changed: theme\.primaryColor is #[0-9a-f]{6} instead of #f3c6c6: words could not be read$/,
      ),
    )
    expect(said(file, 'type_header_font')).toEqual([expect.stringContaining('put a WOFF2 file into assets/')])
    expect(said(file, 'type_body_font')).toEqual(['taken: theme.fontFamily'])
    expect(said(file, 'inputs_radius')).toEqual(['left: a theme has one radius for all corners'])
    expect(said(file, 'presets.Night')).toEqual(['left: it is not what was chosen'])
  })

  it('brings its sections by what they are usually called, with their words, pictures and links', () => {
    const home = read('templates/home.json') as { sections: Record<string, unknown>; order: string[] }
    expect(home.order).toEqual(['s_16fa', 'row', 'faq', 'three'])
    expect(home.sections['s_16fa']).toEqual({
      type: 'hero',
      settings: {
        title: { en: 'Clay & fire' },
        lead: { en: 'Two people.' },
        picture: { file: 'assets/kiln.png' },
        link: { href: '/collection/bowls', text: { en: 'Bowls' } },
      },
    })
    expect(home.sections['row']).toEqual({
      type: 'products',
      settings: { from: 'collection', slug: 'bowls', shape: 'rail', limit: 24, title: { en: 'Bowls' } },
    })
    expect(home.sections['faq']).toEqual({
      type: 'questions',
      settings: {
        title: { en: 'Asked' },
        entries: [{ question: { en: 'Safe?' }, answer: { en: 'Yes.\nAll of it.' } }],
      },
    })
    expect(home.sections['three']).toEqual({
      type: 'rich-text',
      settings: {
        html: {
          en: '<h3>Dig</h3><p>By hand.</p><p><a href="/page/clay">More</a></p><h3>Dry</h3>',
        },
      },
    })
    expect(read('templates/product.json')).toMatchObject({
      sections: { main: { type: 'main' }, also: { type: 'story', settings: { side: 'end' } } },
      order: ['main', 'also'],
    })
  })

  it('brings its settings and texts in their languages', () => {
    expect(read('settings_schema.json')).toMatchObject([
      {
        name: { en: 'Layout', de: 'Aufbau' },
        settings: [
          { type: 'number', id: 'page_width', min: 1000, max: 1600, default: 1200 },
          { type: 'checkbox', id: 'show_motto', label: { en: 'Motto on top' } },
          { type: 'text', id: 'motto' },
          { type: 'select', id: 'card_style' },
        ],
      },
    ])
    expect(read('settings_data.json')).toEqual({ page_width: 1200, show_motto: true, card_style: 'flat' })
    expect(read('locales/en.json')).toEqual({
      cart: { add: 'Add {title}', count: '{count, plural, one {{count} thing} other {{count} things}}' },
      odd: "It''s '{'here'}'",
    })
    expect(read('locales/de.json')).toEqual({ cart: { add: '{title} kaufen' } })
    expect(read('frame.json')).toEqual({
      logo: { file: 'assets/marl.svg' },
      social: [{ name: 'Instagram', href: 'https://photos.example/marl' }],
    })
  })

  it('loses nothing without a line that says why', () => {
    const home = 'templates/index.json'
    expect(said(home, 'sections.16fa.settings.image_overlay_opacity')).toEqual([
      'left: the section hero has no such setting',
    ])
    expect(said(home, 'sections.three.blocks.two.settings.text')).toEqual([
      'left: its value comes from elsewhere while a page is shown',
    ])
    expect(said(home, 'sections.row.settings.products_to_show')).toEqual([
      'left: it is from 1 to 24 here: 24',
    ])
    expect(said(home, 'sections.film')).toEqual([
      'left: films are files of media/films: place the section video',
    ])
    expect(said(home, 'sections.spare')).toEqual(['left: it is not shown: order does not name it'])
    expect(said('templates/product.gift.json')[0]).toContain('templates/product.<slug>.json')
    expect(said('templates/cart.json')[0]).toContain('cannot be read as JSON')
    expect(said('config/settings_data.json', 'favicon')[0]).toContain('gone.png')
    expect(said('config/settings_data.json', 'motto')[0]).toContain('left: ')
    expect(said('config/settings_data.json', 'social_twitter_link')[0]).toContain('left: ')
    expect(said('locales/sv.json')).toEqual(['left: no address of the shop has this language'])
    expect(said('locales/en.default.json', 'terms_html')[0]).toContain('it has HTML')
    // Each file has a line of its own, or lines of what is in it.
    for (const path of Object.keys(marl))
      expect(
        lines.some(({ file }) => file === path),
        path,
      ).toBe(true)
    // And each setting that was chosen.
    const { current } = JSON.parse(marl['config/settings_data.json']!.replace(/^\/\*.*\*\/\n/, '')) as {
      current: Record<string, unknown>
    }
    for (const id of Object.keys(current))
      expect(
        lines.some(({ at }) => at === id || at.endsWith(`.${id}`)),
        id,
      ).toBe(true)
  })
})

it('takes colours of schemes, and the home page of an older theme', () => {
  const older = imported({
    'config/settings_data.json': json({
      current: {
        color_schemes: {
          first: { settings: { background: '#101820', text: '#fafafa', button: '#ffb000' } },
          second: { settings: { background: '#ffffff' } },
        },
        sections: { a: { type: 'newsletter', settings: { heading: 'Letters' } } },
        content_for_index: ['a'],
      },
    }),
  })
  const { theme } = JSON.parse(older.files.get('theme.json')!.toString()) as { theme: object }
  expect(theme).toMatchObject({ backgroundColor: '#101820', textColor: '#fafafa' })
  expect(JSON.parse(older.files.get('templates/home.json')!.toString())).toEqual({
    sections: { a: { type: 'newsletter', settings: { title: { en: 'Letters' } } } },
    order: ['a'],
  })
  expect(older.lines.some(({ at }) => at === 'color_schemes.second')).toBe(true)
  expect(checkTheme(older.files).ok).toBe(true)
})

it('is not what a theme of this shop is', () => {
  expect(importTheme(new Map([['theme.json', Buffer.from('{}')]]))).toBeNull()
})

it.each([
  [
    'a prototype’s name as a setting',
    { current: JSON.parse('{"__proto__": {"a": 1}, "constructor": "x"}') as unknown },
  ],
  ['lists and numbers in the place of objects', { current: [1, 2], presets: 3 }],
  ['a preset that is not there', { current: 'Gone', presets: {} }],
  [
    'ten thousand settings',
    { current: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`s${at}`, at])) },
  ],
])('reads %s without harm', (_, data) => {
  const found = imported({
    'config/settings_data.json': json(data),
    'templates/index.json': json({
      sections: { a: null, b: { type: 3 }, c: { type: 'rich-text', settings: 'x', blocks: [] } },
      order: ['a', 'b', 'c', 'd', null],
    }),
  })
  expect(checkTheme(found.files).ok).toBe(true)
  expect(
    shopConfig.safeParse({
      theme: (JSON.parse(found.files.get('theme.json')!.toString()) as { theme: unknown }).theme,
    }).success,
  ).toBe(true)
})
