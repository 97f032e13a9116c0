import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { openShop, startViolet, violet, type RunningShop } from '#test/running-shop.ts'

/* Publishing that is killed, in a shop of two nodes that are looked at all the while. */

let nodes: readonly [RunningShop, RunningShop]
beforeAll(async () => {
  const first = await openShop()
  const { url } = (await connectEmbedded(first.dataDir))!
  nodes = [first, await openShop({ databaseUrl: url })]
}, 240_000)
afterAll(async () => {
  const [first, second] = nodes
  await second.stop()
  await first.stop()
  await Promise.all([first.remove(), second.remove()])
})

const kills = 6
/** A page that is cached is rendered again within seconds, and machines are slow. */
const patience = { timeout: 30_000 }

/** A theme that says its number in the head, the page and the footer, and has a colour of its own. */
async function write(number: number): Promise<string> {
  const folder = join(nodes[0].dataDir, `theme-${number}`)
  const words = (name: string): object => ({ en: `${name} §${number}` })
  const files = {
    'theme.json': { theme: { primaryColor: `#20${(0x30 + number).toString(16)}50`, useDefTemplate: true } },
    'templates/home.json': {
      layout: { title: words('Title') },
      sections: { said: { type: 'rich-text', settings: { title: words('Text') } } },
      order: ['said'],
    },
    'frame.json': {
      footer: [{ text: words('Foot'), entries: [{ text: words('Terms'), href: '/page/terms' }] }],
    },
  }
  await mkdir(join(folder, 'templates'), { recursive: true })
  for (const [path, content] of Object.entries(files))
    await writeFile(join(folder, path), JSON.stringify(content))
  return folder
}

interface Seen {
  numbers: string
  stylesheet: string
}

async function see({ url }: RunningShop): Promise<Seen> {
  const body = await (await fetch(url)).text()
  const numbers = [...body.matchAll(/(?:Title|Text|Foot|Terms) §(\d+)/g)].map(([, number]) => number!)
  return {
    numbers: [...new Set(numbers)].join(),
    stylesheet: /\/theme\.\w+\.css/.exec(body)?.[0] ?? '',
  }
}

it('shows the theme before or the one after, whole and on both nodes, whenever it is killed', async () => {
  const options = { dataDir: nodes[0].dataDir }
  const began = performance.now()
  expect(await violet(['theme', 'push', await write(0)], options)).toMatchObject({ code: 0 })
  const took = performance.now() - began
  await expect
    .poll(async () => (await Promise.all(nodes.map(see))).map(({ numbers }) => numbers), patience)
    .toEqual(['0', '0'])

  const mixed: string[] = []
  const colors = new Map<string, string>()
  let isOver = false
  const visits = nodes.map(async (node) => {
    while (!isOver) {
      const { numbers, stylesheet } = await see(node)
      // One number on a page, and one stylesheet for each number.
      if (!/^\d+$/.test(numbers) || (colors.get(numbers) ?? stylesheet) !== stylesheet)
        mixed.push(`${numbers} ${stylesheet}`)
      colors.set(numbers, stylesheet)
      await sleep(2)
    }
  })
  try {
    for (let number = 1; number <= kills; number += 1) {
      const before = (await see(nodes[0])).numbers
      const pushing = startViolet(['theme', 'push', await write(number)], options)
      const ended = once(pushing, 'close')
      // From its start to about its end: reading, checking, storing, saying so.
      await sleep(took * (0.4 + (0.7 * number) / kills))
      pushing.kill('SIGKILL')
      await ended
      await expect
        .poll(
          async () => new Set((await Promise.all(nodes.map(see))).map(({ numbers }) => numbers)).size,
          patience,
        )
        .toBe(1)
      expect([before, String(number)]).toContain((await see(nodes[1])).numbers)
    }
    expect(await violet(['theme', 'push', await write(9)], options)).toMatchObject({ code: 0 })
    await expect
      .poll(async () => (await Promise.all(nodes.map(see))).map(({ numbers }) => numbers), patience)
      .toEqual(['9', '9'])
  } finally {
    isOver = true
    await Promise.all(visits)
  }
  expect(mixed).toEqual([])
  expect(new Set(colors.values()).size).toBe(colors.size)
  // What is stored is what was shown: no half of a version.
  const listed = JSON.parse((await violet(['theme', 'list', '--versions', '--json'], options)).stdout) as {
    files: number
    inUse: boolean
  }[]
  expect(listed.filter(({ inUse }) => inUse)).toHaveLength(1)
  expect(listed.filter(({ files }) => files !== 3 && files !== 1)).toEqual([])
}, 400_000)
