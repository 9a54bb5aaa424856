import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The published client: its package is complete for a program of others, and its example works. */
const root = join(import.meta.dirname, '../..')
let product: RunningProduct
let token: string
let folder: string

const topic = 'logica_0B2312'

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-client-'))
  product = await startProduct({
    units: [{ type: 'logica', serial: '0B2312', lamps: 4, enrolled: true, plant: 'hospital' }],
  })
  const installer = await createApiClient(product.url).signIn('installer')
  const plantIds = await pollUntil('the plant of the unit', async () => {
    const { plants } = await installer.call('getAllPlants', {})
    const ids = plants.filter(({ units }) => units.total > 0).map(({ plant_id: id }) => id)
    return ids.length > 0 && ids
  })
  token = String(
    (await installer.call('createAccessToken', { token: { name: 'Example', scopes: ['read'], days: 1, plantIds } }))
      .token,
  )
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the example in a folder and collects its output. */
const startExample = (example: string) => {
  const env = { ...process.env, VIGILUX_SERVER: product.url, VIGILUX_TOKEN: token }
  const program = spawn(process.execPath, [example], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const printed: string[] = []
  program.stdout.on('data', (text) => printed.push(...String(text).split('\n').filter(Boolean)))
  return { printed, stop: () => Promise.all([once(program, 'exit'), program.kill()]) }
}

/** The package alone, beside the only library for its types. */
const packClient = (): string => {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  // In a folder of its own, because suites run at the same time.
  execFileSync('npm', ['run', '--silent', 'pack-client', '--', join(modules, '@vigilux/client')], { cwd: root })
  for (const name of ['zod', '@types/node']) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  cpSync(join(modules, '@vigilux/client/example.ts'), join(folder, 'example.ts'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const compilerOptions = { module: 'nodenext', target: 'esnext', strict: true, noEmit: true, types: ['node'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['example.ts'] }))
  return join(folder, 'example.ts')
}

it.each(['in the repository', 'as a package'])('the example %s prints faults and follows the plant', async (place) => {
  const example = place === 'as a package' ? packClient() : join(root, 'client/example.ts')
  if (place === 'as a package') execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  const { printed, stop } = startExample(example)
  await pollUntil('the watch', () => printed.some((line) => line.startsWith('watching ')))
  await product.panel(topic, 'lamp-fault', { addr: 2, faults: ['battery_short'] })
  await pollUntil('the fault', () => printed.includes(`${topic} lamp 2 is now: error`))
  await product.panel(topic, 'lamp-fault', { addr: 2, faults: [] })
  await pollUntil('the repair', () => printed.includes(`${topic} lamp 2 is now: ok`))
  await stop()
})
