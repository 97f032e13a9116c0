import { describe, expect, it } from 'vitest'
import type { Redirect } from '../contract.ts'
import { mayOverlap, openPatterns } from './match.ts'
import { pathKey, readSource, readTarget, withQuery } from './paths.ts'
import { openWays } from './ways.ts'

const host = 'shop.example'

function redirect(source: string, target: string): Redirect {
  return { source, target, status: 301 }
}

describe('a source', () => {
  it.each([
    ['/products/cup', '/products/cup'],
    [' /Products//Cup/ ', '/products/cup'],
    ['/товары/чашка', '/%D1%82%D0%BE%D0%B2%D0%B0%D1%80%D1%8B/%D1%87%D0%B0%D1%88%D0%BA%D0%B0'],
    ['/%e8%8c%b6', '/%E8%8C%B6'],
    ['/a/../b', '/b'],
    ['https://shop.example/pages/about', '/pages/about'],
    ['/collections/*/products/*', '/collections/*/products/*'],
    ['/*.html', '/*.html'],
    ['/blog/**', '/blog/**'],
  ])('%s is stored as %s', (text, stored) => {
    expect(readSource(text, host)).toEqual({ ok: true, value: stored })
  })

  it.each([
    ['', 'a path is missing'],
    ['products/cup', 'does not begin with /'],
    ['https://other.example/cup', 'names another host'],
    ['//other.example/cup', 'names another host'],
    ['javascript:alert(1)', 'names another host'],
    ['/\\other.example', 'has a character that no path has'],
    ['/cup\nx', 'has a character that no path has'],
    ['/cup?id=5', 'has a query: leave it out'],
    ['/100%', 'has a % that begins no character'],
    ['/', '/ is the home page'],
    ['/*', 'fits every path'],
    ['/**', 'fits every path'],
    ['/a*b*c', 'has two * in one part'],
    ['/a/**/b', 'has ** elsewhere than as its last part'],
    [`/${'a'.repeat(1_000)}`, 'is longer than 1000 characters'],
  ])('%s is refused: %s', (text, reason) => {
    const read = readSource(text, host)
    expect(read.ok ? '' : read.problem).toContain(reason)
  })
})

describe('a target', () => {
  it.each([
    ['/product/$2', 2, '/product/$2'],
    ['/Page/Über Uns', 0, '/Page/%C3%9Cber%20Uns'],
    ['/search?q=$1#all', 1, '/search?q=$1#all'],
    ['https://shop.example', 0, '/'],
    ['/cart/', 0, '/cart'],
  ])('%s is stored', (text, wildcards, stored) => {
    expect(readTarget(text, wildcards, host)).toEqual({ ok: true, value: stored })
  })

  it.each([
    ['/product/$2', 1, 'has $2, and the path that leads there has only 1 *'],
    ['/product/$1', 0, 'has $1, and the path that leads there has no *'],
    ['/product/$0', 1, 'has $0'],
    ['/product/*', 1, 'write $1 for what the first * stands for'],
    ['//other.example', 0, 'names another host'],
    ['https://other.example/', 0, 'names another host'],
    ['http:/\\other.example', 0, 'has a character that no path has'],
  ])('%s is refused', (text, wildcards, reason) => {
    const read = readTarget(text, wildcards, host)
    expect(read.ok ? '' : read.problem).toContain(reason)
  })

  it('carries the query of the visitor behind its own, before the fragment', () => {
    expect(withQuery('/a', '')).toBe('/a')
    expect(withQuery('/a', '?x=1')).toBe('/a?x=1')
    expect(withQuery('/a?y=2#z', '?x=1')).toBe('/a?y=2&x=1#z')
  })
})

describe('a pattern', () => {
  const patterns = openPatterns([
    redirect('/collections/*', '/category/$1'),
    redirect('/collections/*/products/*', '/product/$2'),
    redirect('/blog/**', '/article/$1'),
    redirect('/*.html', '/product/$1'),
    redirect('/blog/news/*', '/article/$1?from=news'),
  ])

  it.each([
    ['/Collections/Summer/products/Oak-Stool', '/product/oak-stool'],
    ['/collections/summer', '/category/summer'],
    ['/blog/2019/07/hello', '/article/2019/07/hello'],
    ['/blog/news/hello', '/article/hello?from=news'],
    ['/cup.html', '/product/cup'],
    ['/collections/茶', `/category/${encodeURIComponent('茶')}`],
  ])('%s leads to %s', (path, to) => {
    expect(patterns.match(pathKey(path)!)?.to).toBe(to)
  })

  it.each(['/collections', '/collections/a/b', '/blog', '/a/b.html', '/cup.htm', '/cupXhtml'])(
    '%s fits none',
    (path) => {
      expect(patterns.match(pathKey(path)!)).toBeNull()
    },
  )

  it('leads out of the shop by nothing that a visitor writes', () => {
    const open = openPatterns([redirect('/old/**', '/$1'), redirect('/go-*', '/$1')])
    for (const path of ['/old/%2F%2Fevil.example', '/go-%2F%2Fevil.example', '/old/%5C%5Cevil.example'])
      expect(open.match(pathKey(path)!)?.to).toMatch(/^\/%(2F|5C)%(2F|5C)evil\.example$/)
    expect(open.match(pathKey('/old//evil.example')!)?.to).toBe('/evil.example')
  })

  it.each([
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/**', '/a/b/c', true],
    ['/a/*.html', '/a/cup.*', true],
    ['/a/*.html', '/a/*.php', false],
    ['/a/x*', '/a/y*', false],
    ['/a/x-*', '/a/x-1', true],
    ['/a', '/a', true],
    ['/a', '/b', false],
    ['/a', '/a/**', false],
    ['/a/**', '/a/b/**', true],
  ])('%s and %s overlap: %s', (one, other, overlap) => {
    expect([mayOverlap(one, other), mayOverlap(other, one)]).toEqual([overlap, overlap])
  })
})

describe('the ways through all redirects', () => {
  function wayOf(first: Redirect, ...others: Redirect[]): [paths: string, isLoop: boolean] | null {
    const way = openWays([first, ...others]).beyond(first)
    return way === null ? null : [way.paths.join(' '), way.isLoop]
  }

  it('end at a target with no redirect of its own', () => {
    expect(wayOf(redirect('/a', '/b'), redirect('/c', '/b'))).toBeNull()
    expect(
      wayOf(redirect('/collections/*/products/*', '/product/$2'), redirect('/collections/*', '/x/$1')),
    ).toBeNull()
  })

  it('are told whole where two or more stand in a row', () => {
    expect(wayOf(redirect('/a', '/b?x=1'), redirect('/b', '/c'), redirect('/c', '/d'))).toEqual([
      '/a /b?x=1 /c /d',
      false,
    ])
    expect(wayOf(redirect('/a', '/old/cup'), redirect('/old/*', '/product/$1'))).toEqual([
      '/a /old/cup /product/cup',
      false,
    ])
    expect(wayOf(redirect('/a/*', '/b/$1'), redirect('/b/*', '/c/$1'))).toEqual(['/a/* /b/$1 /c/$1', false])
  })

  it('are told whole where they are loops', () => {
    expect(wayOf(redirect('/a', '/A/'))).toEqual(['/a /A/', true])
    expect(wayOf(redirect('/a', '/b'), redirect('/b', '/c'), redirect('/c', '/a'))).toEqual([
      '/a /b /c /a',
      true,
    ])
    expect(wayOf(redirect('/a/*', '/a/$1-new'))).toEqual(['/a/* /a/$1-new', true])
    expect(wayOf(redirect('/a/*', '/b/$1'), redirect('/b/*', '/a/$1'))?.[1]).toBe(true)
    expect(wayOf(redirect('/x', '/a/y'), redirect('/a/**', '/a/b/$1'))?.[1]).toBe(true)
  })

  it('of a folder of the past end, though its paths get shorter only one by one', () => {
    expect(wayOf(redirect('/shop/**', '/$1'))).toBeNull()
    expect(wayOf(redirect('/blog/**', '/blog'))).toBeNull()
    expect(wayOf(redirect('/old/shop/**', '/shop/$1'))).toBeNull()
    expect(wayOf(redirect('/a/**', '/a/$1'))?.[1]).toBe(true)
    expect(wayOf(redirect('/a/**', '/a/b'))?.[1]).toBe(true)
    expect(wayOf(redirect('/a/b/**', '/$1/$1'))?.[1]).toBe(true)
    expect(wayOf(redirect('/shop/**', '/$1'), redirect('/blog/*', '/article/$1'))).toEqual([
      '/shop/** /$1 /article/$1',
      false,
    ])
  })

  it('of a pattern may have exceptions', () => {
    expect(
      wayOf(
        redirect('/collections/*/products/*', '/products/$2'),
        redirect('/products/old', '/products/new'),
      ),
    ).toBeNull()
  })
})
