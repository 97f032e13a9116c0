import { spawn, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
let project: string
let programs: string
let systemPath: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'violet-bootstrap-')))
  project = join(folder, 'project')
  programs = join(folder, 'bin')
  systemPath = ':/usr/bin:/bin'
  await mkdir(project)
  await mkdir(programs)
  await cp(join(import.meta.dirname, '..'), join(project, 'scripts'), { recursive: true })
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { thing: '1.0.0' } }),
  )
  await writeFile(join(project, 'package-lock.json'), lock('1.0.0'))
  await writeFile(
    join(project, 'say.ts'),
    `console.log(JSON.stringify(process.argv.slice(2)))\nprocess.exitCode = 7`,
  )
  // Node itself, as a machine has it, and an npm that does what `ci` is for.
  await script('node', `exec '${process.execPath}' "$@"`)
  await script('npm', `echo "$@" >> ../npm-calls\n${pretendToInstall}`)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a command', () => {
  test('installs what is missing, says so in two lines, and passes on arguments, output and exit code', async () => {
    const { status, stdout, stderr } = command('a', 'b c')
    expect(stderr.split('\n')).toEqual([
      'Installing the packages (npm ci) …',
      expect.stringMatching(/^Installed in .* s\.$/),
      '',
    ])
    expect(stdout).toBe('["a","b c"]\n')
    expect(status).toBe(7)
    expect(await npmCalls()).toEqual([expect.stringMatching(/^ci --include=dev /)])
  })

  test('installs again only when the lock file or the dependencies changed', async () => {
    command()
    expect(command().stderr).toBe('')
    await writeFile(join(project, 'package-lock.json'), lock('1.0.1'))
    expect(command().stderr).toMatch(/^Installing/)
    expect(command().stderr).toBe('')
    expect(await npmCalls()).toHaveLength(2)
  })

  test('takes packages that something else installed, if they are those of the lock file', async () => {
    spawnSync('sh', ['-c', pretendToInstall], { cwd: project })
    expect(command().stderr).toBe('')
    await rm(join(project, 'node_modules/.violet-stamp'))
    await writeFile(join(project, 'node_modules/.package-lock.json'), lock('0.9.0'))
    expect(command().stderr).toMatch(/^Installing/)
  })

  test('does not take an installation without the packages that only development needs', async () => {
    await writeFile(
      join(project, 'package-lock.json'),
      lock('1.0.0', { 'node_modules/tool': { version: '2.0.0', dev: true } }),
    )
    spawnSync('sh', ['-c', pretendToInstall], { cwd: project })
    await writeFile(join(project, 'node_modules/.package-lock.json'), lock('1.0.0'))
    expect(command().stderr).toMatch(/^Installing/)
  })

  test('fetches the pinned Node by its own script where npm ran none', async () => {
    await script(
      'npm',
      `${pretendToInstall}\nrm node_modules/node/bin/node\necho "require('fs').symlinkSync(process.execPath, 'bin/node')" > node_modules/node/installArchSpecificPackage.js`,
    )
    const { status, stderr } = command()
    expect(stderr).toMatch(/Fetching the pinned Node …\nInstalled in/)
    expect(status).toBe(7)
  })

  test('that two people start at once installs once', async () => {
    await script('npm', `echo "$@" >> ../npm-calls\nsleep 0.5\n${pretendToInstall}`)
    const codes = await Promise.all(
      [1, 2].map(
        () =>
          new Promise((resolve) =>
            spawn(process.execPath, [join(project, 'scripts/run.mjs'), 'say.ts'], {
              env: environment(),
              stdio: 'ignore',
            }).once('exit', resolve),
          ),
      ),
    )
    expect(codes).toEqual([7, 7])
    expect(await npmCalls()).toHaveLength(1)
  })

  test('takes over the lock of one that was killed', async () => {
    await mkdir(join(project, '.cache'))
    await writeFile(join(project, '.cache/install.lock'), String(spawnSync('true').pid))
    expect(command().status).toBe(7)
  })
})

describe('what is lacking becomes one line and exit code 1', () => {
  test.each([
    [
      'no network',
      ['code ENOTFOUND', 'network https://registry.test/x failed'],
      'registry cannot be reached',
    ],
    [
      'no network within an install script',
      ['code 1', 'path /p', 'connect ECONNREFUSED'],
      'registry cannot be reached',
    ],
    ['a full disk', ['code ENOSPC'], 'the disk is full'],
    ['no right to write', ['code EACCES'], 'may not be written to'],
    ['a lock file that does not fit', ['code EUSAGE'], 'does not fit package.json'],
    [
      'a package that is not there',
      ['code E404', '404 GET https://registry.test/x'],
      "check npm's registry setting",
    ],
    [
      'something new',
      ['code EODD', 'odd happened', 'A complete log of this run: /x'],
      'npm ci failed: odd happened',
    ],
  ])('%s', async (_, words, meaning) => {
    await script('npm', `${words.map((line) => `echo 'npm error ${line}' >&2`).join('\n')}\nexit 1`)
    const { status, stdout, stderr } = command()
    const [progress, line, rest] = stderr.split('\n')
    expect([progress, rest]).toEqual(['Installing the packages (npm ci) …', ''])
    expect(line).toContain(meaning)
    expect(line).not.toContain('registry.test')
    expect([status, stdout]).toEqual([1, ''])
  })

  test('no npm', async () => {
    await rm(join(programs, 'npm'))
    systemPath = ''
    expect(command()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm is missing') })
  })

  test('a pinned Node that does not run here', async () => {
    await script(
      'npm',
      `${pretendToInstall}\nrm node_modules/node/bin/node; printf '#!/no/such/loader\\n' > node_modules/node/bin/node; chmod +x node_modules/node/bin/node`,
    )
    expect(command()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('does not run on this machine'),
    })
  })
})

describe('Chromium', () => {
  const works = 'echo Chromium 150'

  test('that is on the path is taken', async () => {
    await script('google-chrome', works)
    expect(chromium()).toEqual({ stdout: `${join(programs, 'google-chrome')}\n`, stderr: '', status: 0 })
  })

  test('without windows is taken before one with them', async () => {
    await script('chromium', works)
    await script('chromium-headless-shell', works)
    expect(chromium().stdout).toBe(`${join(programs, 'chromium-headless-shell')}\n`)
  })

  test.runIf(process.getuid?.() === 0)(
    'with windows will do where the other cannot be installed',
    async () => {
      await script('chromium', works)
      await script('apt-get', `echo 'E: Unable to locate package chromium-headless-shell'; exit 100`)
      expect(chromium()).toMatchObject({
        status: 0,
        stdout: `${join(programs, 'chromium')}\n`,
        stderr: expect.stringMatching(/^Installing .+\nThere is none \(Unable to locate .+\n$/),
      })
    },
  )

  test('that is named is taken, or named as what does not work', async () => {
    await script('mine', works)
    expect(chromium({ CHROMIUM_PATH: join(programs, 'mine') }).stdout).toBe(`${join(programs, 'mine')}\n`)
    expect(chromium({ CHROMIUM_PATH: '/no/such' })).toEqual({
      stdout: '',
      stderr: 'CHROMIUM_PATH names /no/such, which does not run.\n',
      status: 1,
    })
  })

  test('that is missing where we may not install it: one line', () => {
    expect(chromium()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Chromium is missing: install it .+\n$/),
    })
  })

  test.runIf(process.getuid?.() === 0)('that is missing on Debian is installed by root', async () => {
    const made = join(programs, 'chromium-headless-shell')
    await script(
      'apt-get',
      `[ "$2" = update ] || { printf '#!/bin/sh\\n${works}\\n' > '${made}'; /bin/chmod +x '${made}'; }`,
    )
    expect(chromium()).toMatchObject({
      status: 0,
      stdout: `${made}\n`,
      stderr: expect.stringMatching(/^Installing .+\nInstalled .+\n$/),
    })
  })

  test.runIf(process.getuid?.() === 0)(
    'that cannot be installed: the reason in one line, without addresses',
    async () => {
      await script('apt-get', `echo 'E: Unable to fetch https://packages.test/x.deb'; exit 100`)
      const { status, stderr } = chromium()
      expect(status).toBe(1)
      expect(stderr.split('\n')[1]).toBe(
        'Chromium is missing and apt-get failed: Unable to fetch the package server',
      )
    },
  )

  function chromium(env: Record<string, string> = {}) {
    const module = join(project, 'scripts/bootstrap')
    const script = `
      import { main } from '${module}/base.mjs'
      import { ensureChromium } from '${module}/chromium.mjs'
      await main(async () => console.log(await ensureChromium()))`
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: programs, ...env },
      encoding: 'utf8',
    })
    return { stdout, stderr, status }
  }
})

const pretendToInstall = `
rm -rf node_modules
mkdir -p node_modules/node/bin
ln -s '${process.execPath}' node_modules/node/bin/node
cp package-lock.json node_modules/.package-lock.json`

function lock(version: string, more: Record<string, object> = {}): string {
  const other = { version: '1.0.0', optional: true, os: ['elsewhere'] }
  return JSON.stringify({
    packages: { '': {}, 'node_modules/thing': { version }, 'node_modules/other': other, ...more },
  })
}

async function script(name: string, body: string): Promise<void> {
  await writeFile(join(programs, name), `#!/bin/sh\n${body}\n`)
  await chmod(join(programs, name), 0o755)
}

function command(...args: string[]) {
  return spawnSync(process.execPath, [join(project, 'scripts/run.mjs'), 'say.ts', ...args], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  })
}

// Without the variables that npm gave this test run; the folders of the system for sh, rm and the like.
function environment() {
  return { PATH: `${programs}${systemPath}` }
}

async function npmCalls(): Promise<string[]> {
  return (await readFile(join(folder, 'npm-calls'), 'utf8')).trimEnd().split('\n')
}

test('refuses an option that the start does not know, in one line', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--bogus'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'npm start does not know "--bogus": there is only --once. Settings: .env.example\n',
  ])
})
