import { describe, expect, it } from 'vitest'
import { importedFrom } from './for-tests.ts'

const [data, group] = ['config/settings_data.json', 'sections/header-group.json']
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

const bar = {
  type: 'announcement-bar',
  settings: { color_scheme: 'one' },
  blocks: { a: { type: 'announcement', settings: { text: 'Free shipping', link: '/pages/shipping' } } },
}
const header = {
  type: 'header',
  settings: { menu: 'main-menu', sticky: true, logo: 'shopify://shop_images/marl.svg' },
  blocks: {
    journal: { type: 'link', settings: { label: 'Journal', link: '/blogs/news' } },
    promo: { type: 'image', settings: { heading: 'Bowls', link: '/collections/bowls' } },
  },
}
const announcement =
  'left: an announcement is a setting of the shop, and not of a theme: put it into a file for violet config set: {"shop":{"announcement":[{"text":{"en":"Free shipping"},"href":"/page/shipping"}]}}'

describe('what stands around every page of a theme of another platform', () => {
  it('brings its logo and the links that are in the theme, and says what is in the other shop', () => {
    const { read, said } = importedFrom({
      [group]: { sections: { bar, header, clock: { type: 'clock' } }, order: ['bar', 'header', 'clock'] },
      'sections/footer-group.json': {
        sections: { footer: { type: 'footer', blocks: { a: { settings: { menu: 'help' } } } } },
      },
      'assets/marl.svg': drawing,
    })
    expect(read('frame.json')).toEqual({
      logo: { file: 'assets/marl.svg' },
      header: [{ text: { en: 'Journal' }, href: '/article' }],
    })
    expect(said(group, 'sections.header')).toEqual(['taken: frame.header'])
    expect(said(group, 'sections.bar')).toEqual([announcement])
    const inTheShop =
      'left: the links of a menu are in the other shop and not in its theme: write them into frame.json'
    expect(said(group, 'sections.header.settings.menu')).toEqual([`${inTheShop}, "header" and "menu"`])
    expect(said('sections/footer-group.json', 'sections.footer.blocks.a.settings.menu')).toEqual([
      `${inTheShop}, "footer"`,
    ])
    expect(said(group, 'sections.header.settings.sticky')).toEqual([
      'left: a header has no such setting here',
    ])
    expect(said(group, 'sections.header.blocks.promo.settings.link')).toHaveLength(1)
    expect(said(group, 'sections.clock')).toEqual([expect.stringContaining('left: around every page')])
  })

  it('is found among the settings of an older theme, and is no section of its home page', () => {
    const { read, said } = importedFrom({
      [data]: {
        current: {
          sections: { bar, header, text: { type: 'rich-text', settings: { heading: 'Clay' } } },
          content_for_index: ['text'],
        },
      },
      'assets/marl.svg': drawing,
    })
    expect(read('frame.json')).toMatchObject({ logo: { file: 'assets/marl.svg' } })
    expect(said(data, 'current.sections.bar')).toEqual([announcement])
    expect(said(data, 'current.sections.header')).toEqual(['taken: frame.header'])
    expect(read('templates/home.json')).toMatchObject({ order: ['text'] })
  })

  it.each([
    ['favicon', 'pic.png', {}, '"pic.png" is no file of the theme'],
    [
      'favicon',
      'pic.png',
      { 'assets/pic.png': 'x' },
      'assets/pic.png is no drawing: the icon has to be an SVG file',
    ],
    ['favicon', 'pic.svg', { 'assets/pic.svg': '<svg><script/></svg>' }, 'assets/pic.svg, line 1: '],
    ['logo', 'pic.svg', { 'assets/pic.svg': '<svg><script/></svg>' }, 'assets/pic.svg, line 1: '],
    ['logo', 'pic.bmp', { 'assets/pic.bmp': 'x' }, 'assets/pic.bmp is no picture such as is shown there'],
    [
      'logo',
      'pic.png',
      { 'assets/pic.png': Buffer.alloc(20 * 1024 * 1024 + 1) },
      'assets/pic.png: it is too large: such a file is read up to 20 MB',
    ],
  ])('says why %s %s is left: %#', (id, value, files, reason) => {
    const { said } = importedFrom({ [data]: { current: { [id]: value } }, ...files })
    expect(said(data, id)).toEqual([expect.stringContaining(`left: ${reason}`)])
    expect(said(data, id)[0]).toContain('put one into assets/ of the new theme')
  })
})
