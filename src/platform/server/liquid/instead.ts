import { byWord } from '#domain/by-word.ts'

/** Tags that people know from elsewhere, and what is written here in their place. */
const others = byWord({
  include: 'write {% render "name" %}, and pass what the snippet needs',
  layout: 'header and footer are the shop’s; a template hides them by its "layout"',
  block: 'blocks are files of their own: {% content_for "blocks" %} renders those of a section',
  sections: 'sections are placed by a template: templates/<page>.json or templates/<page>.liquid',
  style: 'styles stand in styles.css of the theme, for classes that begin with my-',
  stylesheet: 'styles stand in styles.css of the theme, for classes that begin with my-',
  javascript: 'templates bring no scripts: place a part of the shop by {% island "name" %}',
  paginate: 'pages are the shop’s: the list that the page gives is one page already',
} as const)

/** The same of filters. */
const otherFilters = byWord({
  img_url: 'pictures are shown by {% picture product %}',
  image_url: 'pictures are shown by {% picture product %}',
  image_tag: 'pictures are shown by {% picture product %}',
  asset_url: 'pictures of the theme are placed by sections with a picture, and styles stand in styles.css',
  stylesheet_tag: 'styles stand in styles.css of the theme, for classes that begin with my-',
  script_tag: 'templates bring no scripts: place a part of the shop by {% island "name" %}',
  link_to: 'links to products and other entries are {% link product %}',
  within: 'links to products and other entries are {% link product %}',
  money_with_currency: 'write money',
  money_without_trailing_zeros: 'write money',
  translate: 'write t',
} as const)

/** As `instead`, of a filter. */
export function insteadOfFilter(filter: string): string {
  const hint = otherFilters[filter]
  return hint === undefined ? '' : `: ${hint}`
}

/** For the end of a message; `` for a tag that nobody could expect here. */
export function instead(tag: string): string {
  const hint = others[tag]
  return hint === undefined ? '' : `: ${hint}`
}
