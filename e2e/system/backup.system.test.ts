import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActionInput } from '@vigilux/contract/actions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../server/src/testing/postgresql-cluster.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The drill: a backup runs while people and units work, and the installation is restored elsewhere. */
const unit = { cuType: 'logica', cuId: '0A1B01' }
const topic = 'logica_0A1B01'
const folder = mkdtempSync(join(tmpdir(), 'vigilux-drill-'))
const backup = join(folder, 'backup')
let product: RunningProduct
let installer: ApiClient
let plantId: string
let testId: string
let reportId: string

beforeAll(async () => {
  product = await startProduct({
    units: [{ type: 'logica', serial: '0A1B01', lamps: 24, enrolled: true, plant: 'hospital' }],
  })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'San Camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === 24)
  testId = (await installer.call('ftest', { plantId, topic, addr: [1, 2, 3] })).test.id
  await pollUntil('the test', async () => (await report()).test.state === 'finished')
  await makeRooms()
  reportId = (await installer.call('createReport', { plantId, testId, language: 'en' })).report.id
  await pollUntil(
    'the PDF',
    async () => (await installer.call('getReport', { plantId, reportId })).report.state === 'ready',
  )
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A floor tree with its assigned lamps. Parents were written after their children, so they follow them in the table.
 */
const makeRooms = async () => {
  const draft = { kind: null, areaM2: null }
  const save = async (room: ActionInput<'saveRoom'>['room'], base?: ActionInput<'saveRoom'>['known']) =>
    (await installer.call('saveRoom', { plantId, room, ...(base && { known: base }) })).room_id
  const hospital = { ...draft, level: 'building', parentId: null, name: 'Hospital' } as const
  const building = await save(hospital)
  const groundFloor = { ...draft, level: 'floor', parentId: building, name: 'Ground floor' } as const
  const floor = await save(groundFloor)
  const stairs = await save({ level: 'room', parentId: floor, name: 'Stairs', kind: 'staircase', areaM2: 42.5 })
  const hallId = await save({ ...draft, level: 'room', parentId: floor, name: 'Hall' })
  await save({ ...groundFloor, name: 'Floor 0' }, { roomId: floor, version: 1 })
  await save({ ...hospital, name: 'Main building' }, { roomId: building, version: 1 })
  const lamps = (...addr: number[]) => [{ topic, addr }]
  await installer.call('assignToRoom', { plantId, roomId: stairs, units: [topic], lamps: lamps(1, 2, 3) })
  await installer.call('assignToRoom', { plantId, roomId: hallId, units: [], lamps: lamps(4, 5) })
}

/** The floor tree, each node with its units and lamps. */
const rooms = async () => {
  const { rooms: tree } = await installer.call('getRooms', { plantId })
  return Promise.all(tree.map(({ id }) => installer.call('getRoom', { plantId, roomId: id })))
}

const report = () => installer.call('getTestReport', { plantId, testId })
const pdf = async () => {
  const { url } = await installer.call('downloadReport', { plantId, reportId })
  return Buffer.from(await (await installer.get(url)).arrayBuffer()).toString('base64')
}

/** The installation as people see it. */
const readPlants = async () => ({
  plants: (await installer.call('getAllPlants', {})).plants.map(({ plantname }) => plantname),
  members: await installer.call('getPlantUsers', { plantId }),
  logbook: await installer.call('getUnitEntries', { plantId, topic }),
  tests: (await installer.call('getTests', { plantId })).tests,
  report: await report(),
  rooms: await rooms(),
  pdf: await pdf(),
})

/** An empty installation. */
const emptyInstallation = async (name: string) => {
  const { databaseUrl } = product.config
  const url = (database: string) => (databaseUrl ?? '').replace(/\/\w+\?/, `/${database}?`)
  if (databaseUrl) await createDatabase({ url }, name)
  return { dataDir: join(folder, name), databaseUrl: databaseUrl && url(name) }
}

const identify = async () => {
  const { command } = await installer.call('identifyLamp', { plantId, topic, addr: 1, seconds: 1 })
  return pollUntil('the end of the command', async () => {
    const { command: now } = await installer.call('getCommand', { plantId, commandId: command.id })
    return !now.pending && now.state
  })
}

describe('a backup of a running product', () => {
  it('blocks neither pages nor units nor commands', async () => {
    let isOver = false
    const pendingBackup = runOperatorCommand('backup', ['--to', backup], product.config).finally(() => {
      isOver = true
    })
    const ended: string[] = []
    while (!isOver) ended.push(await identify())
    expect((await pendingBackup).stdout).toContain('keep it where nobody else can read it')
    expect(ended.length).toBeGreaterThan(1)
    expect(new Set(ended)).toEqual(new Set(['done']))
  })

  it('restores an empty installation, and units continue without new enrolment', async () => {
    const before = await readPlants()
    expect(before.rooms.map(({ room, lamps }) => [room.name, lamps.length])).toEqual([
      ['Floor 0', 0],
      ['Hall', 2],
      ['Main building', 0],
      ['Stairs', 3],
    ])
    const { head: last } = await installer.call('getLogbookState', { plantId })
    await product.restart(async () => {
      const empty = await emptyInstallation('restored')
      await runOperatorCommand('restore', ['--from', backup], empty)
      return empty
    })
    installer = await createApiClient(product.url).signIn('installer')
    expect(await readPlants()).toEqual(before)
    // Events since the backup may be missing: the logbook records the gap, and never reuses a number.
    const gaps = await installer.call('getLogbookDetails', { plantId, of: 'gaps' })
    expect(gaps.entries).toMatchObject([{ kind: 'restored', by: null }])
    expect(gaps.entries[0]?.no).toBeGreaterThan(last.no)
    await pollUntil('the unit to come back', async () => {
      const { units } = await installer.call('getUnitsDetails', { plantId })
      return units.find(({ cu_id }) => cu_id === unit.cuId)?.connection === 'connected'
    })
    expect(await identify()).toBe('done')
    await product.panel(topic, 'mains', { on: false })
    await pollUntil('the report of the unit', async () => {
      const { lamps } = await installer.call('getLamps', { plantId })
      return lamps.some(({ condition }) => condition === 'emergency')
    })
    expect((await installer.call('getUnitEntries', { plantId, topic })).entries).toEqual(before.logbook.entries)
  })
})

describe('an operator', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: { stderr: string }) => error.stderr.trim(),
    )

  it('sees why a restore fails, and nothing is created', async () => {
    const empty = { dataDir: join(folder, 'never'), databaseUrl: undefined }
    expect(await refusal(runOperatorCommand('restore', ['--from', join(folder, 'none')], empty))).toBe(
      'The backup is incomplete: manifest.json is missing',
    )
    expect(await refusal(runOperatorCommand('restore', [], empty))).toContain('npm run restore -- --from FOLDER')
    expect(await refusal(runOperatorCommand('backup', ['--to', join(folder, 'other')], empty))).toContain(
      'There is no database',
    )
    expect(existsSync(empty.dataDir)).toBe(false)
  })

  it('cannot restore over an installation, running or not', async () => {
    const { databaseUrl } = product.config
    expect(await refusal(runOperatorCommand('restore', ['--from', backup], product.config))).toContain(
      databaseUrl ? 'The database is not empty' : 'is in use by another running process',
    )
    const filledInstallation = await emptyInstallation('twice')
    await runOperatorCommand('restore', ['--from', backup], filledInstallation)
    expect(await refusal(runOperatorCommand('restore', ['--from', backup], filledInstallation))).toBe(
      'The database is not empty',
    )
  })

  it('can verify a backup without restoring it', async () => {
    const emptyConfig = { dataDir: join(folder, 'never'), databaseUrl: undefined }
    expect((await runOperatorCommand('restore', ['--from', backup, '--check'], emptyConfig)).stdout).toContain(
      'is complete',
    )
  })
})
