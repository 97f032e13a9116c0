import { describe, expect, it } from 'vitest'
import { importedFrom } from './for-tests.ts'

const home = 'templates/index.json'

const locales = {
  'locales/en.default.json': {
    general: { motto: 'Made slowly', count: '{{ count }} bowls' },
    hero: { title: 'Clay & fire', more: 'See all', author: 'The potter' },
  },
  'locales/zh-CN.json': { hero: { title: '泥与火', author: '陶工' }, general: { motto: '慢慢做' } },
  'locales/zh-TW.json': { hero: { title: '泥與火', more: '看全部' } },
  'locales/zh-Hant.json': { hero: { title: '泥與火（香港）' } },
  'locales/en.default.schema.json': { html: { intro: '<p>Two people.</p>', key: 't:hero.title' } },
  'locales/zh-CN.schema.json': { html: { intro: '<p>两个人。</p>' } },
}

describe('what a theme of another platform says by keys', () => {
  it('is said in each language that has a text for the key, by pages and by the editor', () => {
    const hero = {
      type: 'image-banner',
      settings: {
        heading: 't:hero.title',
        text: 't:html.intro',
        button_label: 't:hero.more',
        button_link: '/collections/all',
      },
    }
    const { read } = importedFrom({ ...locales, [home]: { sections: { hero }, order: ['hero'] } })
    expect(read('templates/home.json')).toEqual({
      sections: {
        hero: {
          type: 'hero',
          settings: {
            title: { en: 'Clay & fire', zh: '泥与火', 'zh-TW': '泥與火', 'zh-HK': '泥與火（香港）' },
            lead: { en: 'Two people.', zh: '两个人。' },
            link: { href: '/search', text: { en: 'See all', 'zh-TW': '看全部' } },
          },
        },
      },
      order: ['hero'],
    })
  })

  it('stands among words without a key in each language, in that of its relatives, or in English', () => {
    const quotes = {
      type: 'testimonials',
      blocks: {
        a: { settings: { quote: 'Good <bowls>', author: 't:hero.author' } },
        b: { settings: { quote: 't:hero.title' } },
      },
    }
    const three = {
      type: 'multicolumn',
      blocks: {
        a: { settings: { title: 'Dig', text: 't:html.intro' } },
        b: { settings: { title: 't:hero.more', link: '/cart', link_label: 'Cart' } },
      },
    }
    const { read } = importedFrom({ ...locales, [home]: { sections: { quotes, three } } })
    const { sections } = read('templates/home.json') as {
      sections: Record<string, { settings: { html: unknown } }>
    }
    const quote = (first: string, second: string): string =>
      `<blockquote><p>Good</p><p>${first}</p></blockquote><blockquote><p>${second}</p></blockquote>`
    expect(sections['quotes']!.settings.html).toEqual({
      en: quote('The potter', 'Clay &amp; fire'),
      zh: quote('陶工', '泥与火'),
      'zh-TW': quote('陶工', '泥與火'),
      'zh-HK': quote('陶工', '泥與火（香港）'),
    })
    const button = '<p><a href="/cart">Cart</a></p>'
    expect(sections['three']!.settings.html).toEqual({
      en: `<h3>Dig</h3><p>Two people.</p><h3>See all</h3>${button}`,
      zh: `<h3>Dig</h3><p>两个人。</p><h3>看全部</h3>${button}`,
      'zh-TW': `<h3>Dig</h3><p>两个人。</p><h3>看全部</h3>${button}`,
    })
  })

  it('is left with its key where no language has it, or its value comes from elsewhere', () => {
    const text = {
      type: 'rich-text',
      settings: { heading: 't:hero.gone', title: 'Clay', text: 't:general.count' },
    }
    const keys = { type: 'rich-text', settings: { heading: 't:html.key', text: 'Fire' } }
    const { said, read } = importedFrom({ ...locales, [home]: { sections: { text, keys } } })
    const lost = (key: string): string[] => [
      `left: no file of locales/ has a text for "${key}": write the text itself`,
    ]
    expect(said(home, 'sections.text.settings.heading')).toEqual(lost('t:hero.gone'))
    expect(said(home, 'sections.keys.settings.heading')).toEqual(lost('t:html.key'))
    expect(said(home, 'sections.text.settings.text')).toEqual([
      'left: its value comes from elsewhere while a page is shown',
    ])
    expect(JSON.stringify(read('templates/home.json'))).not.toContain('t:')
  })

  it('is said by settings of the theme, too', () => {
    const { read, said } = importedFrom({
      ...locales,
      'config/settings_data.json': { current: { motto: 't:general.motto', slogan: 't:general.gone' } },
      'config/settings_schema.json': [
        {
          name: 'Words',
          settings: [
            { type: 'text', id: 'motto', label: 'Motto', default: 't:hero.title' },
            { type: 'text', id: 'slogan', label: 'Slogan' },
          ],
        },
      ],
    })
    expect(read('settings_data.json')).toEqual({ motto: { en: 'Made slowly', zh: '慢慢做' } })
    expect(read('settings_schema.json')).toMatchObject([
      { settings: [{ default: { en: 'Clay & fire', zh: '泥与火' } }, { id: 'slogan' }] },
    ])
    expect(said('config/settings_data.json', 'slogan')).toEqual([
      'left: no file of locales/ has a text for "t:general.gone": write the text itself',
    ])
  })

  it('is no reason to leave a file of another language without a line', () => {
    const { said } = importedFrom({ 'locales/sv.schema.json': { a: 'b' }, 'locales/notes.md': 'x' })
    expect(said('locales/sv.schema.json')).toEqual(['left: no address of the shop has this language'])
    expect(said('locales/notes.md')).toEqual(['left: a theme has no such file here'])
  })
})
