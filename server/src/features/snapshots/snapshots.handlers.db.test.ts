import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lampTable } from '../../tables/lamps.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await plant.server.create.unit(plant.plantId, 'cablecom', '0A1B2D')
})
afterAll(() => plant.server.stop())

const regroup = (groups: number[]) =>
  plant.server.database.db.update(lampTable).set({ groups }).where(eq(lampTable.addr, 1))
const takeSnapshot = async () => (await plant.client.call('takeSnapshot', plant.unit)).snapshot.id

it('a snapshot of another plant is not found', async () => {
  const { client, server, installer } = plant
  const otherPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const snapshotId = await takeSnapshot()
  for (const snapshotInput of [
    { plantId: otherPlantId, snapshotId },
    { plantId: plant.plantId, snapshotId: randomUUID() },
  ]) {
    expect(await client.refusal('getSnapshot', snapshotInput)).toBe('SNAPSHOT_NOT_FOUND')
    expect(await client.refusal('compareSnapshots', { ...snapshotInput, otherId: snapshotId })).toBe(
      'SNAPSHOT_NOT_FOUND',
    )
    expect(await client.refusal('restoreSnapshot', snapshotInput)).toBe('SNAPSHOT_NOT_FOUND')
  }
})

it('a restore writes the differences to a unit of the same type', async () => {
  const { client, plantId } = plant
  await regroup([1])
  const before = await takeSnapshot()
  expect(await client.refusal('restoreSnapshot', { plantId, snapshotId: before })).toBe('NOTHING_TO_RESTORE')
  await regroup([2])
  const after = await takeSnapshot()
  const difference = { lamp: 1, what: 'groups', before: [1], after: [2] }
  const comparison = await client.call('compareSnapshots', { plantId, snapshotId: before, otherId: after })
  expect(comparison.differences).toEqual([difference])
  expect((await client.call('getSnapshot', { plantId, snapshotId: before })).differences).toEqual([difference])
  expect(await client.refusal('restoreSnapshot', { plantId, snapshotId: before, topic: 'cablecom_0A1B2D' })).toBe(
    'SNAPSHOT_OF_OTHER_TYPE',
  )
  const { operation } = await client.call('restoreSnapshot', { plantId, snapshotId: before })
  expect(operation).toMatchObject({ kind: 'restoreSnapshot', state: 'running' })
  expect(await client.refusal('restoreSnapshot', { plantId, snapshotId: before })).toBe('UNIT_BUSY')
})

it('the snapshots of a unit are listed newest first', async () => {
  const { snapshots, total } = await plant.client.call('getSnapshots', plant.unit)
  expect(snapshots).toHaveLength(total)
  expect(snapshots.map(({ reason }) => reason)).toContain('manual')
})
