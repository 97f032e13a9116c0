import { describe, expect, it } from 'vitest'
import { zipOf, type ZipEntry } from '#test/cli/zip.ts'
import { mostZipBytes, readZip } from './read-zip.ts'

const theme = { path: 'theme.json', content: '{"theme": {}}' }

async function pathsIn(entries: readonly ZipEntry[]): Promise<string[]> {
  const read = await readZip(zipOf(entries))
  if (!read.ok) throw new Error(read.problem)
  return [...read.value.keys()]
}

describe('a theme in a ZIP file', () => {
  it('is its files, packed or stored', async () => {
    const read = await readZip(
      zipOf([theme, { path: 'sections/a.liquid', content: 'a'.repeat(999), method: 0 }]),
    )
    if (!read.ok) throw new Error(read.problem)
    expect([...read.value].map(([path, content]) => [path, content.toString('utf8')])).toEqual([
      ['sections/a.liquid', 'a'.repeat(999)],
      ['theme.json', '{"theme": {}}'],
    ])
  })

  it('may stand in one folder, and what systems leave there is none of it', async () => {
    const around = [
      { path: 'linden/', mode: 0o040755 },
      { ...theme, path: 'linden/theme.json' },
      { path: 'linden/locales/zh-HK.json', content: '{}' },
      { path: 'linden/.DS_Store', content: 'x' },
      { path: '__MACOSX/linden/._theme.json', content: 'x' },
    ]
    expect(await pathsIn(around)).toEqual(['locales/zh-HK.json', 'theme.json'])
    // Of two themes none is chosen: the folder's own faults say that there is no theme.json.
    const two = [
      { ...theme, path: 'a/theme.json' },
      { ...theme, path: 'b/theme.json' },
    ]
    expect(await pathsIn(two)).toEqual(['a/theme.json', 'b/theme.json'])
  })

  it('has names in the letters in which they were written, whether or not it says which', async () => {
    const name = 'templates/product.椅子.json'
    const around = [theme, { path: name, content: '{}' }]
    expect(await pathsIn(around)).toEqual([name, 'theme.json'])
    expect(await pathsIn(around.map((entry) => ({ ...entry, flags: 0x800 })))).toEqual([name, 'theme.json'])
    // An é of a system without UTF-8: the theme's own check says that it has no such file.
    const old = zipOf([theme, { path: 'assets/caf\u0082.png' }])
    old.set([0x82, 0x2e], old.lastIndexOf('caf') + 3)
    old.set([0x82, 0x2e], old.indexOf('caf') + 3)
    const read = await readZip(old)
    expect(read.ok && [...read.value.keys()][0]?.startsWith('assets/café.')).toBe(true)
  })

  it.each<[string, ZipEntry[], string]>([
    ['a path above its folder', [{ path: '../theme.json' }], 'leads out of the folder'],
    ['a path above its folder, within', [{ path: 'assets/../../a.png' }], 'leads out of the folder'],
    ['an absolute path', [{ path: '/etc/passwd' }], 'leads out of the folder'],
    ['a path of Windows', [{ path: '..\\theme.json' }], 'leads out of the folder'],
    ['a drive', [{ path: 'C:theme.json' }], 'leads out of the folder'],
    ['a path that ends early', [{ path: 'theme.json\0.png' }], 'leads out of the folder'],
    ['a link', [{ path: 'assets/a.png', content: '/etc/passwd', mode: 0o120777 }], 'is a link'],
    ['a device', [{ path: 'assets/a.png', mode: 0o020666 }], 'is a link or a device'],
    ['a file twice', [theme, theme], 'is in it twice'],
    ['a file that is encrypted', [{ ...theme, flags: 1 }], 'is encrypted'],
    ['another way to pack', [{ ...theme, method: 12 }], 'packed in a way'],
    ['a file that is larger than it says', [{ ...theme, size: 3 }], 'damaged, or larger than it says'],
    ['a file that is smaller than it says', [{ ...theme, size: 30 }], 'is damaged'],
    ['other content than there was', [{ ...theme, crc: 1 }], 'is damaged'],
    [
      'too many entries',
      Array.from({ length: 2_001 }, (_, at) => ({ path: `a${at}/` })),
      'it has 2001 entries',
    ],
    [
      'too many files',
      Array.from({ length: 1_001 }, (_, at) => ({ path: `assets/${at}.png` })),
      'more than 1000 files',
    ],
    [
      'more than a theme may have, in files that each may be',
      Array.from({ length: 6 }, (_, at) => ({
        path: `assets/${at}.png`,
        content: Buffer.alloc(19 * 2 ** 20),
      })),
      'more than 100 MB unpacked',
    ],
  ])('is refused for %s', async (_, entries, reason) => {
    expect(await readZip(zipOf(entries))).toEqual({ ok: false, problem: expect.stringContaining(reason) })
  })

  it('unpacks no more of a file than it may have, whatever it says', async () => {
    const bomb = { path: 'theme.json', content: Buffer.alloc(200 * 2 ** 20) }
    const [honest, lying] = [zipOf([bomb]), zipOf([{ ...bomb, size: 1_000 }])]
    const before = process.memoryUsage().rss
    const read = await readZip(honest)
    // One byte more than the file may have, so that the folder's own fault says so.
    expect(read.ok && read.value.get('theme.json')?.byteLength).toBe(512 * 1024 + 1)
    expect(await readZip(lying)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('larger than it says'),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
  })

  it('that is cut off anywhere is damaged, and no error of the program', async () => {
    const whole = zipOf([theme, { path: 'sections/a.liquid', content: 'abc' }])
    for (let length = 0; length < whole.byteLength; length += 1)
      expect((await readZip(whole.subarray(0, length))).ok).toBe(false)
    for (let at = 0; at < whole.byteLength; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ 0xff
      // Whatever comes of it is an answer.
      expect(await readZip(changed)).toHaveProperty('ok')
    }
    expect(mostZipBytes).toBe(110 * 1024 * 1024)
  })
})
