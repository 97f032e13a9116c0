import { Color, type Object3D } from 'three'
import { backdropFor } from './color.ts'
import { plainView } from './camera.ts'
import { softbox } from './light.ts'
import { decor } from './models/decor.ts'
import { desk } from './models/desk.ts'
import { furniture } from './models/furniture.ts'
import { lighting } from './models/lighting.ts'
import { tableware } from './models/tableware.ts'
import { textiles } from './models/textiles.ts'
import type { Look, Model, Models } from './model.ts'
import { arrange, scenes } from './scenes.ts'
import { openStudio, type Photograph } from './studio.ts'

/* The browser's side: takes the pictures that the script asks for and posts their pixels. */

export interface Order {
  slug: string
  /** The colour for the variant's picture; null for the second picture. */
  code: string | null
  looks: readonly Look[]
  width: number
  height: number
  frames: number
  /** Colours by `slug code`, for scenes. */
  swatches: Readonly<Record<string, string>>
  /** Where the pixels go. */
  post: string
}

const models: Models = { ...tableware, ...lighting, ...furniture, ...decor, ...textiles, ...desk }
const canvas = document.createElement('canvas')
const studio = openStudio(canvas)

async function take(order: Order): Promise<void> {
  const model = models[order.slug]
  const pixels = studio.take(model === undefined ? stage(order) : photograph(model, order))
  await fetch(order.post, { method: 'POST', body: new Uint8Array(pixels).buffer })
}

function stage(order: Order): Photograph {
  const scene = scenes[order.slug]
  if (scene === undefined) throw new Error(`neither a model nor a scene: ${order.slug}`)
  const { width, height, frames } = order
  return {
    ...arrange(scene, models, order.swatches),
    view: { ...plainView, ...scene.view },
    set: scene.set,
    paper: scene.wall === undefined ? backdropFor(scene.paper) : new Color(scene.wall),
    light: scene.light(),
    width,
    height,
    frames,
    exposure: scene.exposure ?? 1.2,
  }
}

function photograph(model: Model, order: Order): Photograph {
  const wanted = order.code ?? model.detail.code ?? order.looks[Math.min(1, order.looks.length - 1)]?.code
  const look = order.looks.find(({ code }) => code === wanted)
  if (look === undefined) throw new Error(`${order.slug} has no colour ${wanted}`)
  const detail = order.code === null
  const build = detail ? (model.detail.build ?? model.build) : model.build
  const subject: Object3D = build(look)
  return {
    subject,
    view: { ...plainView, ...model.view, ...(detail ? { crop: null, ...model.detail.view } : {}) },
    set: detail ? (model.detail.set ?? model.set) : model.set,
    paper: backdropFor(model.paper?.(look) ?? look.color),
    light: softbox,
    bulbs: model.bulbs?.(look) ?? [],
    width: order.width,
    height: order.height,
    frames: order.frames,
    exposure: 1.2,
  }
}

Object.assign(window, { violetStudio: { take, slugs: [...Object.keys(models), ...Object.keys(scenes)] } })
