import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogFile } from '#wire/catalog-format.ts'
import type { Look } from './model.ts'

/* Which pictures there are to be, and of what they are made. */

export interface Planned {
  /** In the media folder, such as `products/pebble-lamp/sage.webp`. */
  file: string
  category: string
  slug: string
  /** Null for the second picture of the product. */
  code: string | null
  looks: readonly Look[]
  width: number
  height: number
  /** Of all that decides what the picture looks like. */
  recipe: string
}

const categories = ['tableware', 'lighting', 'furniture', 'decor', 'textiles', 'desk'] as const
/** What has a contact sheet of its own. */
export const sheets = [...categories, 'scenes'] as const

/** The programs that decide what a picture looks like, whatever it shows. */
const looks = [
  'backdrop',
  'camera',
  'cloths',
  'color',
  'faces',
  'light',
  'materials',
  'noise',
  'screen',
  'shading',
  'shapes',
  'studio',
  'textures',
  'tubes',
].map((name) => `${name}.ts`)
/** What the scenes are made of besides. */
const stages = ['scenes.ts', 'gobo.ts', 'page.ts']
/** Width and height of the scenes, as scenes.ts has them. */
const sizes = { collections: [1600, 1200], categories: [1200, 1200], home: [1600, 1000] } as const
/** Pixels of a product's picture. */
const side = 1200

/** Two kinds of pictures of each product: one in each colour, and a second view. */
export async function planProducts(root: string): Promise<Planned[]> {
  const planned: Planned[] = []
  const framework = await sourceOf(join(root, 'demo/studio'), (name) => looks.includes(name))
  for (const category of categories) {
    const file = catalogFile.parse(
      JSON.parse(await readFile(join(root, `demo/catalog/products-${category}.json`), 'utf8')),
    )
    const models = await sourceOf(join(root, 'demo/studio/models'), (name) => name.startsWith(category))
    for (const product of file.products) {
      const values = product.options.find(({ code }) => code === 'color')?.values ?? []
      const colors = values.map(({ code, swatch }) => ({ code, color: swatch ?? '#cccccc' }))
      for (const code of [...colors.map((look) => look.code), null]) {
        const recipe = createHash('sha256')
          .update(framework)
          .update(models)
          .update(JSON.stringify([product.slug, code, colors, side]))
        planned.push({
          file: `products/${product.slug}/${code ?? 'detail'}.webp`,
          category,
          slug: product.slug,
          code,
          looks: colors,
          width: side,
          height: side,
          recipe: recipe.digest('hex').slice(0, 16),
        })
      }
    }
  }
  return planned
}

/** A scene for each collection and each department, and the first page's. */
export async function planScenes(root: string): Promise<Planned[]> {
  const source = await sourceOf(
    join(root, 'demo/studio'),
    (name) => looks.includes(name) || stages.includes(name),
  )
  const text = await readFile(join(root, 'demo/studio/scenes.ts'), 'utf8')
  const names = [...text.matchAll(/^ {2}'((collections|categories|home)\/[a-z-]+)': /gm)]
  return names.map(([, slug = '', kind = '']) => {
    const [width, height] =
      kind === 'collections' ? sizes.collections : kind === 'home' ? sizes.home : sizes.categories
    return {
      file: `${slug}.webp`,
      category: 'scenes',
      slug,
      code: '',
      looks: [],
      width,
      height,
      recipe: createHash('sha256').update(source).update(slug).digest('hex').slice(0, 16),
    }
  })
}

/** The text of a folder's programs without what does not change a picture: comments, spaces. */
async function sourceOf(folder: string, wanted: (name: string) => boolean): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && wanted(name)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .map((text) =>
      text
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/\s+/g, ''),
    )
    .join('\n')
}
