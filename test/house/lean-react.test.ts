import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { importedOf, leanReact, withoutUnused } from '../../scripts/bundle/lean-react.ts'
import { plant, projectRoot } from './plant.ts'

describe('React without what is not used', () => {
  it('loses the cases and comparisons of what is never made, and keeps the others', () => {
    const { code } = withoutUnused(`
      switch (fiber.tag) { case 5: host(); break; case 13: suspense(); break; case 6: case 26: text(); break; case 27: singleton(); default: rest() }
      if (5 === fiber.tag || 27 === fiber.tag) host()
      if (fiber.tag !== 13 && 13 === lane) other()
    `)
    expect(code.replace(/\s+/g, ' ')).toContain(
      'switch (fiber.tag) { case 5: host(); break; case 6: text(); break; default: rest() } if (5 === fiber.tag || false) host() if (true && 13 === lane) other()',
    )
  })

  it('keeps what a case does into which the one before falls', () => {
    const { code } = withoutUnused(
      'switch (fiber.tag) { case 5: host(); case 13: both(); break; case 31: gone() }',
    )
    expect(code.replace(/\s+/g, ' ')).toContain('case 5: host(); both(); break; }')
  })

  it('throws where it would be made', () => {
    expect(withoutUnused('type = createFiberImplClass(13, props)').code).toContain(
      'leftOutOfTheBuild("Suspense")',
    )
    expect(withoutUnused('type = createFiberImplClass(5, props)').code).toBe(
      'type = createFiberImplClass(5, props)',
    )
  })

  it('offers no more what cannot be had', () => {
    expect(withoutUnused('exports.Suspense = a;exports.useState = b;').code).toBe('exports.useState = b;')
    expect(withoutUnused('x = { readContext: r, useOptimistic: o, useState: s }').code).toBe(
      'x = { readContext: r,  useState: s }',
    )
  })

  it('does not build a module that needs what was left out, and says which', async () => {
    await expect(
      builtWith(`import { Suspense, useState } from 'react'\nconsole.log(Suspense, useState)`),
    ).rejects.toThrow('Suspense of React is left out')
    await expect(
      builtWith(`import { useState } from 'react'\nconsole.log(useState)`),
    ).resolves.toBeUndefined()
  })

  it('does not build with a React that it does not know', async () => {
    const file = join(projectRoot, 'node_modules/react-dom/cjs/react-dom-client.production.js')
    const other = (await readFile(file, 'utf8')).replace('13 === ', '13 == ')
    const plugin = leanReact()
    const { handler } = plugin.transform as { handler: (this: object, code: string, id: string) => unknown }
    const context = {
      error(message: string) {
        throw new Error(message)
      },
    }
    expect(() => handler.call(context, other, file)).toThrow('is not the one that')
  })

  it('sees what is imported by name, and not types', () => {
    const source = `import { type ReactNode, lazy as later } from 'react'\nimport type { Suspense } from 'react'\nimport { createPortal } from 'react-dom'`
    expect(importedOf(source)).toEqual(['lazy', 'createPortal'])
  })

  async function builtWith(source: string): Promise<void> {
    const root = await plant(null, { 'src/app/browser.ts': source })
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [leanReact()],
      build: { write: false, rolldownOptions: { input: 'src/app/browser.ts' } },
    })
  }
})
