import { byWord } from '#domain/by-word.ts'

/** Tags that people know from elsewhere, and what is written here in their place. */
const others = byWord({
  include: 'write {% render "name" %}, and pass what the snippet needs',
  layout: 'header and footer are the shop’s; a template hides them by its "layout"',
  block: 'blocks are files of their own: {% content_for "blocks" %} renders those of a section',
  sections: 'sections are placed by a template: templates/<page>.json or templates/<page>.liquid',
  style: 'styles come from theme.json: colours, fonts and shapes',
  stylesheet: 'styles come from theme.json: colours, fonts and shapes',
  javascript: 'templates bring no scripts: place a part of the shop by {% island "name" %}',
  paginate: 'pages are the shop’s: the list that the page gives is one page already',
} as const)

/** For the end of a message; `` for a tag that nobody could expect here. */
export function instead(tag: string): string {
  const hint = others[tag]
  return hint === undefined ? '' : `: ${hint}`
}
