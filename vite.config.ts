import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeSplitting } from './scripts/bundle/chunks.ts'
import { leanReact } from './scripts/bundle/lean-react.ts'
import { recordScripts } from './scripts/check/bundle.ts'
import { stylesheets } from './src/wire/stylesheets.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Mode `client` builds what the browser loads, mode `server` the two programs of Node, and their workers. */
export default defineConfig(({ mode, command }) => ({
  plugins: [
    react(),
    ...(command === 'build' && mode === 'client' ? [plainImports(), leanReact(), recordScripts()] : []),
    ...(command === 'build' && mode === 'server' ? [commonPasswords()] : []),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'nanostores'] },
  define: { 'import.meta.env.VIOLET_VERSION': JSON.stringify(version) },
  publicDir: false as const,
  appType: 'custom' as const,
  ...(command === 'build' && mode === 'client' ? { build: client, base: '/' } : {}),
  ...(command === 'build' && mode === 'server' ? { build: server, ssr: { noExternal: ofManyFiles } } : {}),
}))

const script = 'assets/[name]-[hash:7].js'

/**
 * A file has the same name in the next build, which is sent as the difference to it (`files/asset-deltas.ts`). The files
 * of islands are all called `island`: their folders tell them apart.
 */
function chunk({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, folder] = /\/([\w-]+)\/island\.tsx$/.exec(facadeModuleId ?? '') ?? []
  if (folder === undefined) return script
  const isTaken = codeSplitting.groups.some(({ name }) => name === folder)
  return script.replace('[name]', isTaken ? `island-${folder}` : folder)
}

const client = {
  outDir: 'build/client',
  assetsDir: 'assets',
  manifest: true,
  // Baseline of 2023: below it, forms and links work without scripts.
  target: ['chrome111', 'safari16.4', 'firefox114'],
  // The server names what a page's islands need; a list of it in the runtime would cost half a kilobyte.
  modulePreload: false as const,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  rollupOptions: {
    input: {
      browser: 'src/app/browser.ts',
      ...Object.fromEntries(stylesheets.map((name) => [name, `src/app/styles/${name}.css`])),
    },
    preserveEntrySignatures: false as const,
    // Each file names others: a hash cannot be compressed, and this is the shortest that the bundler allows for so many.
    output: { codeSplitting, entryFileNames: script, chunkFileNames: chunk },
  },
}

/**
 * Packages of a hundred small files each, which become a part of the programs: to find and open every file took two
 * thirds of the time in which a command of `violet` starts.
 */
const ofManyFiles = [
  'kysely',
  'culori',
  'zod',
  'libphonenumber-js',
  '@simplewebauthn/server',
  /^@peculiar\//,
  'tsyringe',
]

const server = {
  ssr: true,
  outDir: 'build/server',
  target: 'node24',
  sourcemap: true,
  reportCompressedSize: false,
  rollupOptions: {
    // A part of the browser's scripts that is loaded apart there is simply here on the server, which renders it.
    checks: { ineffectiveDynamicImport: false },
    input: {
      server: 'src/app/server.ts',
      violet: 'cli/violet.ts',
      'media-worker': 'src/features/media/worker.ts',
      'liquid-worker': 'src/platform/server/liquid/liquid-worker.ts',
      'password-worker': 'src/platform/server/passwords/hash-worker.ts',
    },
  },
}

/** Vite wraps each `import()` in a helper that preloads what it names: here it never names anything. */
function plainImports() {
  return {
    name: 'violet:plain-imports',
    enforce: 'pre' as const,
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/** The filter that the server reads at run time, next to the programs. */
function commonPasswords() {
  return {
    name: 'violet:common-passwords',
    generateBundle(this: {
      emitFile: (file: { type: 'asset'; fileName: string; source: Buffer }) => string
    }) {
      const source = readFileSync(new URL('./src/platform/server/passwords/common.filter', import.meta.url))
      this.emitFile({ type: 'asset', fileName: 'common-passwords.filter', source })
    },
  }
}
