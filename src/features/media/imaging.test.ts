import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ImagingBusy, ImagingFailed, openImaging, type Imaging } from './imaging.ts'
import { photograph, temporaryFolder } from './test-pictures.ts'

const tile = { tint: '#8268b0', icon: 'product' } as const
const avif = { width: 96, format: 'avif' } as const

function opened(options?: Parameters<typeof openImaging>[0]): Imaging {
  const imaging = openImaging(options)
  onTestFinished(() => imaging.close())
  return imaging
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the picture worker', () => {
  it('renders and takes in, in a process of its own', async () => {
    const imaging = opened()
    expect(imaging.workerPid()).toBeNull()
    const [drawn, taken] = await Promise.all([
      imaging.render({ tile }, avif),
      imaging.takeIn(await photograph(120, 90), null),
    ])
    const found = await sharp(drawn).metadata()
    expect([found.format, found.width, found.height]).toEqual(['heif', 96, 96])
    expect(taken.ok && [taken.value.width, taken.value.height]).toEqual([120, 90])
    expect(taken.ok && Buffer.isBuffer(taken.value.bytes)).toBe(true)
    expect(taken.ok && taken.value.averageColor).toMatch(/^#[0-9a-f]{6}$/)
    expect(imaging.workerPid()).not.toBe(process.pid)
    expect(imaging.workerPid()).not.toBeNull()
  })

  it('answers a refusal as a refusal and a fault as a fault', async () => {
    const imaging = opened()
    expect(await imaging.takeIn(Buffer.from('<svg/>'), null)).toEqual({
      ok: false,
      problem: { name: 'not_a_picture' },
    })
    await expect(imaging.render({ path: '/nonexistent/picture' }, avif)).rejects.toThrow(ImagingFailed)
    // It is still there for the next.
    expect((await imaging.render({ tile }, avif)).length).toBeGreaterThan(300)
  })

  it('may be killed: what waits fails, what comes after gets a new one', async () => {
    const imaging = opened()
    await imaging.render({ tile }, avif)
    const first = imaging.workerPid() ?? 0
    const large = imaging.render({ tile }, { width: 1920, format: 'avif' })
    setTimeout(() => process.kill(first, 'SIGKILL'), 10)
    await expect(large).rejects.toThrow(ImagingFailed)
    expect((await imaging.render({ tile }, avif)).length).toBeGreaterThan(300)
    expect(imaging.workerPid()).not.toBe(first)
  })

  it('is ended by force when a job takes too long', async () => {
    const imaging = opened({ patience: 5 })
    await expect(imaging.render({ tile }, { width: 1920, format: 'avif' })).rejects.toThrow('SIGKILL')
  })

  it('goes when it has nothing to do, and comes back', async () => {
    const imaging = opened({ idleAfter: 50 })
    await imaging.render({ tile }, avif)
    const first = imaging.workerPid() ?? 0
    expect(alive(first)).toBe(true)
    await vi.waitFor(() => expect(alive(first)).toBe(false), 5_000)
    expect(imaging.workerPid()).toBeNull()
    expect((await imaging.render({ tile }, avif)).length).toBeGreaterThan(300)
  })

  it('stays while it works, also after two jobs that ended in the same tick', async () => {
    const imaging = opened({ idleAfter: 150 })
    await imaging.render({ tile }, avif)
    const two = [imaging.render({ tile }, avif), imaging.render({ tile }, avif)]
    // Both answers wait meanwhile, and are read together.
    for (const until = performance.now() + 400; performance.now() < until;);
    await Promise.all(two)
    for (const until = performance.now() + 400; performance.now() < until;)
      expect((await imaging.render({ tile }, avif)).length).toBeGreaterThan(300)
  })

  it('refuses renderings when too many wait, and takes them again when they do not', async () => {
    const imaging = opened({ mostWaiting: 3 })
    const asked = Array.from({ length: 8 }, () => imaging.render({ tile }, avif))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ])
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.any(ImagingBusy) })
    expect((await imaging.render({ tile }, avif)).length).toBeGreaterThan(300)
  })

  it.skipIf(!existsSync('/proc/self/environ'))(
    'knows none of the secrets of the shop (needs /proc)',
    async () => {
      vi.stubEnv('DATABASE_URL', 'postgres://secret')
      onTestFinished(() => void vi.unstubAllEnvs())
      const imaging = opened()
      await imaging.render({ tile }, avif)
      const environment = readFileSync(`/proc/${imaging.workerPid()}/environ`, 'latin1')
      expect(environment).toContain('MALLOC_ARENA_MAX=2')
      expect(environment).not.toContain('secret')
      expect(environment).not.toContain('DATABASE_URL')
    },
  )

  it('does not hold a program open that has finished, nor outlive one that died', async () => {
    const folder = await temporaryFolder()
    const script = join(folder, 'program.ts')
    const module = new URL('./imaging.ts', import.meta.url).href
    await writeFile(
      script,
      `import { openImaging } from ${JSON.stringify(module)}
       const imaging = openImaging()
       await imaging.render({ tile: ${JSON.stringify(tile)} }, ${JSON.stringify(avif)})
       console.log(imaging.workerPid())
       if (process.argv[2] === 'stay') setInterval(() => {}, 1000)`,
    )
    for (const mode of ['end', 'stay']) {
      const program = spawn(process.execPath, [script, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
      const exited = new Promise<void>((resolve) => program.on('exit', () => resolve()))
      let said = ''
      for await (const chunk of program.stdout) {
        said += String(chunk)
        if (said.includes('\n')) break
      }
      const worker = Number(said)
      expect(worker).toBeGreaterThan(0)
      if (mode === 'stay') program.kill('SIGKILL')
      await Promise.race([exited, wait(5_000).then(() => expect.unreachable('the program is held open'))])
      await vi.waitFor(() => expect(alive(worker)).toBe(false), 5_000)
    }
  })
})
