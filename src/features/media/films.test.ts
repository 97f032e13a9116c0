import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { copyFilms, removeFilms } from './shop/films.ts'
import { filmUrl } from './contract.ts'
import { filmRoutes } from './films.ts'

async function shelf(files: Record<string, string>): Promise<string> {
  const folder = await scratchFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

it('sends films in the parts that are asked for, and nothing that is no film', async () => {
  const mediaDir = await shelf({
    'films/turn/oat.webm': '0123456789',
    'films/turn/en.vtt': 'WEBVTT',
    'films/page.html': '<script>',
    'films/.hidden.webm': 'x',
    'originals/ab/secret.webm': 'x',
  })
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(filmRoutes({ mediaDir }))

  const part = await app.inject({ url: filmUrl('turn/oat.webm'), headers: { range: 'bytes=2-4' } })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect(part.headers).toMatchObject({
    'content-type': 'video/webm',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'public, max-age=3600',
  })
  const words = await app.inject('/media/films/turn/en.vtt')
  expect([words.statusCode, words.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
  for (const url of [
    '/media/films/page.html',
    '/media/films/.hidden.webm',
    '/media/films/turn/',
    '/media/films/../originals/ab/secret.webm',
    '/media/films/..%2Foriginals/ab/secret.webm',
    '/media/films/none.webm',
  ]) {
    const { statusCode } = await app.inject(url)
    expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true])
  }
})

it('is copied once, and again when the given one is newer or of another length', async () => {
  const from = await shelf({ 'turn/oat.webm': 'first' })
  const to = await scratchFolder()
  expect(await copyFilms(['turn/oat.webm', 'none.webm'], from, to)).toEqual(['none.webm'])
  const target = join(to, 'turn/oat.webm')
  expect(await readFile(target, 'utf8')).toBe('first')
  await writeFile(target, 'mine!')
  await copyFilms(['turn/oat.webm'], from, to)
  expect(await readFile(target, 'utf8')).toBe('mine!')
  const later = new Date(Date.now() + 60_000)
  await utimes(join(from, 'turn/oat.webm'), later, later)
  await copyFilms(['turn/oat.webm'], from, to)
  expect(await readFile(target, 'utf8')).toBe('first')
})

it('goes when no product names it any longer, and not at once', async () => {
  const folder = await shelf({ 'turn/oat.webm': 'a', 'turn/oat.vtt': 'b', 'old.mp4': 'c' })
  const named = ['turn/oat.webm']
  expect(await removeFilms(folder, named, new Date(Date.now() - 60_000))).toEqual([])
  const removed = await removeFilms(folder, named, new Date(Date.now() + 60_000))
  expect(removed.toSorted()).toEqual(['old.mp4', 'turn/oat.vtt'])
  expect(await readFile(join(folder, 'turn/oat.webm'), 'utf8')).toBe('a')
  expect(await removeFilms(join(folder, 'none'), [], new Date())).toEqual([])
})

it('may lie elsewhere', () => {
  expect(filmUrl('https://films.example/a.mp4')).toBe('https://films.example/a.mp4')
  expect(filmUrl('turn/oat 1.webm')).toBe('/media/films/turn/oat%201.webm')
})
