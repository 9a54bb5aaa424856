import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lampTable } from '../../tables/lamps.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await plant.server.given.unit(plant.plantId, 'cablecom', '0A1B2D')
})
afterAll(() => plant.server.stop())

const regroup = (groups: number[]) =>
  plant.server.database.db.update(lampTable).set({ groups }).where(eq(lampTable.addr, 1))
const take = async () => (await plant.as.call('takeSnapshot', plant.unit)).snapshot.id

it('knows no snapshot of another plant', async () => {
  const { as, server, installer } = plant
  const elsewhere = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  const taken = await take()
  for (const on of [
    { plantId: elsewhere, snapshotId: taken },
    { plantId: plant.plantId, snapshotId: randomUUID() },
  ]) {
    expect(await as.refusal('getSnapshot', on)).toBe('SNAPSHOT_NOT_FOUND')
    expect(await as.refusal('compareSnapshots', { ...on, otherId: taken })).toBe('SNAPSHOT_NOT_FOUND')
    expect(await as.refusal('restoreSnapshot', on)).toBe('SNAPSHOT_NOT_FOUND')
  }
})

it('restores what differs, into a unit of the same type', async () => {
  const { as, plantId } = plant
  await regroup([1])
  const before = await take()
  expect(await as.refusal('restoreSnapshot', { plantId, snapshotId: before })).toBe('NOTHING_TO_RESTORE')
  await regroup([2])
  const after = await take()
  const difference = { lamp: 1, what: 'groups', before: [1], after: [2] }
  const compared = await as.call('compareSnapshots', { plantId, snapshotId: before, otherId: after })
  expect(compared.differences).toEqual([difference])
  expect((await as.call('getSnapshot', { plantId, snapshotId: before })).differences).toEqual([difference])
  expect(await as.refusal('restoreSnapshot', { plantId, snapshotId: before, topic: 'cablecom_0A1B2D' })).toBe(
    'SNAPSHOT_OF_OTHER_TYPE',
  )
  const { operation } = await as.call('restoreSnapshot', { plantId, snapshotId: before })
  expect(operation).toMatchObject({ kind: 'restoreSnapshot', state: 'running' })
  expect(await as.refusal('restoreSnapshot', { plantId, snapshotId: before })).toBe('UNIT_BUSY')
})

it('lists the snapshots of a unit, newest first', async () => {
  const { snapshots, total } = await plant.as.call('getSnapshots', plant.unit)
  expect(snapshots).toHaveLength(total)
  expect(snapshots.map(({ reason }) => reason)).toContain('manual')
})
