import { z } from 'zod'
import { href, picture, pictureFile, words } from './section-pieces.ts'

/*
 * What stands around every page, where a merchant wants other than the program's: logo, sign, links of the header, the
 * menu, the lists of the footer, and where else the shop can be found. `frame.json` of a theme.
 */

const entry = z.strictObject({ text: words(80), href })

const group = z.strictObject({
  text: words(80),
  href: href.nullable().default(null),
  entries: z.array(entry).max(20).default([]),
})
export type MenuGroup = z.output<typeof group>

/** A drawing (svg) or a picture of the theme. */
const image = z
  .string()
  .regex(
    /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.(svg|avif|gif|jpg|jpeg|png|webp)$/,
    'should be a picture of the theme, such as assets/logo.svg',
  )

/** A menu with pictures: what is shown of it depends on where it stands. */
const menu = z.strictObject({
  groups: z.array(group).max(12).default([]),
  /** With pictures. */
  cards: z
    .array(z.strictObject({ picture, text: words(80), href }))
    .max(4)
    .default([]),
})
export type Menu = z.output<typeof menu>

const mostMenus = 20

export const frame = z.strictObject({
  /** The sign of the shop in tabs and bookmarks: a drawing; null: the first letter of its name. */
  icon: z
    .string()
    .regex(
      /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.svg$/,
      'should be a drawing of the theme, such as assets/icon.svg',
    )
    .nullable()
    .default(null),
  /** What links to the home page and to pages without an entry show elsewhere; null: a card with the shop's name. */
  share: pictureFile.nullable().default(null),
  /** In place of the shop's name. */
  logo: z
    .strictObject({
      file: image,
      /** By night; null: the same. */
      dark: image.nullable().default(null),
      /** CSS pixels. */
      height: z.int().min(16).max(64).default(32),
    })
    .nullable()
    .default(null),
  /** In place of the first categories. */
  header: z.array(entry).max(8).nullable().default(null),
  /** In place of categories and collections. */
  menu: menu.nullable().default(null),
  /** Menus that parts place by their names: `nav`, `nav-menu`, `aside-menu`. */
  menus: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'should be a name of small letters, digits and -'),
      menu,
    )
    .default({})
    .refine((all) => Object.keys(all).length <= mostMenus, `at most ${mostMenus} menus`),
  /** In place of categories, collections and pages. */
  footer: z.array(group).max(6).nullable().default(null),
  /** Where else the shop can be found. */
  social: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(40),
        href: z
          .string()
          .max(500)
          .regex(/^https:\/\/[^\s\\]+$/, 'should be an address such as https://social.example/@shop'),
      }),
    )
    .max(12)
    .default([]),
})
export type Frame = z.output<typeof frame>
