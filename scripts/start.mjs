// `npm start`: the whole product with a simulated estate. `npm run serve` (--production): the server alone, configured
// by the environment. `npm run check-settings` (--check) only reads this environment. All install missing libraries
// first, and need nothing but Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { buildWebWhenStale, environment, install, installedNode, requireNode, root } from './prepare.mjs'

const production = process.argv.includes('--production')

/** Fills the built-in database of the demo if there is none: it takes longer than the build of the web client. */
const fillDemo = () => {
  const { DATABASE_URL: url, DATA_DIR: folder = 'data' } = process.env
  if (production || url || existsSync(resolve(root, folder, 'postgresql'))) return null
  return once(
    spawn(installedNode, ['server/src/bin/fill-demo.ts'], { cwd: root, stdio: 'inherit', env: environment }),
    'exit',
  )
}

const main = 'server/src/bin/main.ts'

/** Refuses wrong settings before the build, which takes minutes on a small machine. */
const checkSettings = (/** @type {boolean} */ isOrdered) => {
  const stdio = isOrdered ? 'inherit' : ['ignore', 'ignore', 'inherit']
  const { status } = spawnSync(installedNode, [main, '--check'], { cwd: root, env: environment, stdio })
  if (isOrdered || status !== 0) process.exit(status ?? 1)
}

requireNode()
install()
const checksOnly = process.argv.includes('--check')
if (production || checksOnly) checkSettings(checksOnly)
const demoFill = fillDemo()
buildWebWhenStale(production ? 'best' : 'quick')
const [failure] = (await demoFill) ?? []
if (failure) process.exit(failure)

/**
 * Server, database and broker in one process fit into a small machine where V8 keeps its heap tight and has one helper
 * thread, and malloc keeps one arena and gives back free memory: a third less memory.
 */
const frugalNode = ['--optimize-for-size', '--max-semi-space-size=2', '--v8-pool-size=1']
const frugalMalloc = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '65536' }

const args = [...frugalNode, main, ...(production ? [] : ['--demo'])]
const server = spawn(installedNode, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...(production && { NODE_ENV: 'production' }), ...frugalMalloc, ...environment },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
// npm ends at SIGTERM without passing it on; the server shall not outlive it.
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM')
  }, 500).unref()
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
