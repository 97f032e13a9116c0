import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Theme } from '#wire/shop-config.ts'
import { expect, type Server } from '../fixtures.ts'

/** Those that come with the shop. */
export const themes = ['violet', 'paper', 'harbour', 'blueprint'] as const

/** Gives the shop a theme of its own, or one that comes with it; resolves when the shop shows it. */
export async function useTheme(server: Server, theme: string | Partial<Theme>): Promise<void> {
  const file =
    typeof theme === 'string' ? `themes/${theme}/theme.json` : join(server.own.dataDir, 'mine.json')
  if (typeof theme !== 'string') await writeFile(file, JSON.stringify({ theme }))
  const { code, stderr } = await server.operate('theme', 'use', typeof theme === 'string' ? theme : file)
  expect(code, stderr).toBe(0)
  const wanted = (JSON.parse(await readFile(file, 'utf8')) as { theme: Partial<Theme> }).theme
  await expect.poll(() => shownTheme(server)).toEqual({ ...defaultTheme, ...wanted })
}

/** The theme as the page's scripts are told. */
export async function shownTheme(server: Server): Promise<unknown> {
  const html = await (await fetch(server.url)).text()
  const data = /id="initial-data">(.*?)<\/script>/s.exec(html)![1]!
  return (JSON.parse(data) as { theme: unknown }).theme
}
