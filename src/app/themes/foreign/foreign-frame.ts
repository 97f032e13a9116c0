import { byWord } from '#domain/by-word.ts'
import { foreignMark, namesIn, plainIn, readPlain, type ForeignFiles, type Plain } from './foreign-files.ts'
import type { Chosen } from './foreign-look.ts'
import { readerOf, type SectionContext } from './foreign-reader.ts'
import { drawingOf, pictureOf, type Asset } from './foreign-values.ts'
import type { Words } from './foreign-words.ts'
import type { ImportReport } from './report.ts'

/* What stands around every page of a theme of another platform, as `frame.json` of this shop. */

const [mostLinks, mostSocial, mostAnnouncements] = [8, 12, 6]

interface Framing {
  frame: Record<string, unknown>
  context: SectionContext
  report: ImportReport
}

/**
 * Logo, icon, links of the header, and where else the shop is found.
 * @param used gets the settings that were understood, by their paths
 * @param current the settings, in which older themes have what stands around their pages
 */
export function frameOf(
  { files, chosen, current }: { files: ForeignFiles; chosen: readonly Chosen[]; current: Plain },
  used: Set<string>,
  context: SectionContext,
  report: ImportReport,
): Plain {
  const framing: Framing = { frame: byWord<unknown>(), context, report }
  const social: { name: string; href: string }[] = []
  for (const { at, id, value } of chosen) {
    if (value === '' || value === null) continue
    const network = /^social_([a-z0-9_]{2,30})_link$/.exec(id)?.[1]
    if (network !== undefined) {
      used.add(at)
      if (
        typeof value === 'string' &&
        /^https:\/\/[^\s\\]{1,480}$/.test(value) &&
        social.length < mostSocial
      ) {
        social.push({
          name: network.charAt(0).toUpperCase() + network.slice(1).replaceAll('_', ' '),
          href: value,
        })
        report.taken(foreignMark, at, 'frame.social')
      } else report.left(foreignMark, at, `it is no https://… address, or there are ${mostSocial} already`)
    } else if (id === 'logo' || id === 'favicon') {
      used.add(at)
      addSign(id, value, { file: foreignMark, at }, framing)
    }
  }
  for (const path of files.keys()) {
    if (!isGroup(path)) continue
    const group = readPlain(files, path, report)
    if (group !== null) addGroup(group, { file: path, at: '' }, framing)
  }
  addGroup({ sections: aroundIn(current) }, { file: foreignMark, at: 'current.' }, framing)
  return social.length === 0 ? framing.frame : { ...framing.frame, social }
}

/** Whether a file places what stands around every page. */
export function isGroup(path: string): boolean {
  return /^sections\/[\w-]+\.json$/.test(path)
}

/** Of the settings of an older theme: its sections that stand around every page. */
export function aroundIn(current: Plain): Plain {
  return Object.fromEntries(
    Object.entries(plainIn(current, 'sections')).filter(([, one]) => kindOf(one) !== null),
  )
}

interface Place {
  file: string
  at: string
}

function addSign(
  id: 'logo' | 'favicon',
  value: unknown,
  { file, at }: Place,
  { frame, context, report }: Framing,
): void {
  const found = id === 'logo' ? logoOf(value, context.files) : drawingOf(value, context.files)
  const member = id === 'logo' ? 'logo' : 'icon'
  if (typeof found === 'string')
    report.left(
      file,
      at,
      `${found}: put one into assets/ of the new theme, and name it in frame.json, "${member}"`,
    )
  else if (frame[member] !== undefined) report.left(file, at, `frame.${member} is taken from another setting`)
  else {
    context.pictures.set(found.to, found.from)
    frame[member] = id === 'logo' ? { file: found.to } : found.to
    report.taken(file, at, `frame.${member}`)
  }
}

/** A picture or a drawing. */
function logoOf(value: unknown, files: ForeignFiles): Asset | string {
  const isDrawing = typeof value === 'string' && /\.svg(\?|$)/i.test(value)
  return isDrawing ? drawingOf(value, files) : pictureOf(value, files)
}

type Kind = 'announcement' | 'header' | 'footer'

function kindOf(section: unknown): Kind | null {
  const type = typeof section === 'object' && section !== null && 'type' in section ? section.type : null
  const found = typeof type === 'string' ? /announcement|^header|^footer/.exec(type)?.[0] : undefined
  return (found as Kind | undefined) ?? null
}

function addGroup(group: Plain, { file, at }: Place, framing: Framing): void {
  const all = plainIn(group, 'sections')
  const { names } = namesIn(group['order'], all)
  for (const id of Object.keys(all)) {
    const here = { file, at: `${at}sections.${id}` }
    const section = plainIn(all, id)
    const kind = kindOf(section)
    if (!names.includes(id) || section['disabled'] === true)
      framing.report.left(file, here.at, 'it is not shown')
    else if (kind === 'announcement') leaveAnnouncement(section, here, framing)
    else if (kind === null) framing.report.left(file, here.at, noPlace)
    else addBar(kind, section, here, framing)
  }
}

const noPlace = 'around every page stand what frame.json has, and sections of templates: it is neither'

/** It is a setting of the shop: its words are in the line, as they have to be set. */
function leaveAnnouncement(section: Plain, { file, at }: Place, { context, report }: Framing): void {
  const reader = readerOf(section, context)
  const messages = [reader.own(), ...reader.blocks()]
    .map((one) => ({
      text: one.words(['text', 'announcement', 'message', 'heading', 'title', 'content']),
      href: one.href(),
    }))
    .filter(({ text }) => text !== null)
    .slice(0, mostAnnouncements)
  const said = JSON.stringify({ shop: { announcement: messages } })
  report.left(
    file,
    at,
    messages.length === 0
      ? 'it says nothing'
      : `an announcement is a setting of the shop, and not of a theme: put it into a file for violet config set${said.length > 2_000 ? ', "shop.announcement"' : `: ${said}`}`,
  )
}

/** A header or a footer: its logo, the links that stand in the theme, and a line about the rest. */
function addBar(kind: 'header' | 'footer', section: Plain, { file, at }: Place, framing: Framing): void {
  const { frame, context, report } = framing
  const reader = readerOf(section, context)
  if (kind === 'header') {
    const logo = reader.own().take(['logo'])
    if (logo !== undefined) addSign('logo', logo, { file, at: `${at}.settings.logo` }, framing)
    const links = reader.blocks().flatMap((block): { text: Words; href: string }[] => {
      if (!/link|menu|item|nav/.test(block.type)) return []
      const [href, text] = [block.href(), block.words(linkNames, 80)]
      return href === null || text === null ? [] : [{ text, href }]
    })
    if (links.length > 0 && frame['header'] === undefined) {
      frame['header'] = reader.first(links, mostLinks)
      report.taken(file, at, 'frame.header')
    }
  }
  const where = kind === 'header' ? '"header" and "menu"' : '"footer"'
  for (const { at: setting, reason } of reader.left(`a ${kind} has no such setting here`))
    report.left(
      file,
      `${at}.${setting}`,
      menuNames.test(setting)
        ? `the links of a menu are in the other shop and not in its theme: write them into frame.json, ${where}`
        : reason,
    )
}

const linkNames = ['title', 'label', 'link_title', 'link_text', 'link_label', 'text', 'heading', 'name']
const menuNames = /\.(\w+_)?(menu|linklist|link_list|navigation)(_\d+)?$/
