import type { Uploaded } from '#features/media/contract.ts'
import { identity, initial } from '#platform/browser/state.ts'

/** Pixels: enough to see a defect; a phone's photograph has three times that. */
const longestEdge = 1920
/** Milliseconds for one picture over a slow line. */
const patience = 90_000

export interface Shrunk {
  blob: Blob
  /** A data URL to show until the server has it: the page's policy allows no other. */
  preview: string | null
}

/** Smaller, upright and without the place where it was taken. What this browser cannot open goes as it is: the server decides. */
export async function shrink(file: File): Promise<Shrunk> {
  try {
    const image = await createImageBitmap(file)
    const preview = draw(image, 160).toDataURL('image/jpeg', 0.7)
    const isSmall = Math.max(image.width, image.height) <= longestEdge && file.size < 400_000
    const blob = isSmall ? null : await encode(draw(image, longestEdge), file.type === 'image/png')
    image.close()
    return { blob: blob !== null && blob.size < file.size ? blob : file, preview }
  } catch {
    return { blob: file, preview: null }
  }
}

function draw(image: ImageBitmap, edge: number): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A PNG may be transparent, which JPEG would turn black. */
function encode(canvas: HTMLCanvasElement, mayBeTransparent: boolean): Promise<Blob | null> {
  return new Promise((resolve) =>
    canvas.toBlob(resolve, mayBeTransparent ? 'image/webp' : 'image/jpeg', 0.85),
  )
}

export type Sent = { ok: true; value: Uploaded } | { ok: false; text: string; final: boolean }

/**
 * `fetch` does not tell how far an upload is; this does, from 0 to 1. Never rejects. `final`: the server will not
 * have this picture, and trying again is of no use.
 */
export function send(
  blob: Blob,
  failed: string,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const no = (text: string, final: boolean): void => resolve({ ok: false, text, final })
    request.open('POST', '/api/web/upload/image')
    request.timeout = patience
    request.responseType = 'json'
    const { langPath } = initial().page
    const headers = { ...identity(), accept: 'application/json', 'x-lang': langPath.slice(1) || 'en' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const answer = request.response as { code: number; msg: string; data: Uploaded } | null
      if (answer?.code === 0) resolve({ ok: true, value: answer.data })
      else no(answer?.msg || failed, [410, 413, 415, 422].includes(request.status))
    })
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => no(failed, false))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('image', blob, 'picture')
    request.send(form)
  })
}
