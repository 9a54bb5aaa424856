import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let seq = 10
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const reports = (addr: number, serial: string, mode = 2) =>
  plant.sendMessage('state', {
    boot: 1,
    seq: ++seq,
    at: plant.server.clock.now().toISOString(),
    body: { l: [[addr, serial, 0, mode, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']] },
  })

const takeSnapshotWith = async (serial: string) => {
  const { server, plantId, unit } = plant
  const file = await server.database.pool.query(
    `insert into file (id, plant_id, owner_kind, name, type, bytes, state, created_at, created_by)
     values (gen_random_uuid(), $1, 'lampphoto', 'photo.webp', 'image/webp', 1, 'stored', now(), 'somebody') returning id`,
    [plantId],
  )
  await server.database.pool.query(
    `insert into attachment (file_id, plant_id, central_unit_id, serial, category, added_by, preview_state)
     select $1, $2, id, $4, 'photo', 'Luca', 'none' from central_unit where plant_id = $2 and unit = $3`,
    [file.rows[0].id, plantId, unit.topic, serial],
  )
}

it('a replacement lamp gets texts, photos and room, with a history entry', async () => {
  const { client, plantId, unit } = plant
  for (const addr of [1, 2]) await reports(addr, `A1B2C${addr}`, 4)
  const room = { level: 'room', parentId: null, name: 'Hall', kind: null, areaM2: null } as const
  const { room_id } = await client.call('saveRoom', { plantId, room })
  await client.call('assignToRoom', { plantId, roomId: room_id, units: [], lamps: [{ topic: unit.topic, addr: [1] }] })
  const texts = { description: 'Main door', location: 'Hall', notes: 'Ladder' }
  await client.call('saveLampDescription', {
    plantId,
    lampDescInfo: { topic: unit.topic, addr: 1, ...texts },
    version: 0,
  })
  await takeSnapshotWith('A1B2C1')
  plant.server.clock.time = new Date(plant.server.clock.now().getTime() + 60_000)

  await client.call('substituteLogicaFM', { ...unit, old: ['A1B2C1'], new: ['C0FFE1'] })
  plant.server.broadcasts.splice(0)
  await plant.obey()
  await reports(1, 'C0FFE1')

  const { lamp } = await client.call('getLamp', { ...unit, addr: 1 })
  expect(lamp).toMatchObject({ serial: 'C0FFE1', ...texts })
  expect((await client.call('getLampPhotos', { ...unit, addr: 1 })).photos).toHaveLength(1)
  expect((await client.call('getRoomLamps', { plantId })).rooms).toEqual([{ room_id, topic: unit.topic, addrs: [1] }])
  const { changes } = await client.call('getLampHistory', { ...unit, addr: 1 })
  expect(changes.map(({ serial }) => serial)).toEqual(['C0FFE1', 'A1B2C1'])
  expect((await client.call('getLamp', { ...unit, addr: 2 })).lamp).toMatchObject({ serial: 'A1B2C2', description: '' })
})

it('a replacement lamp keeps its existing texts', async () => {
  const { client, plantId, unit } = plant
  const write = (description: string) =>
    client.call('saveLampDescription', {
      plantId,
      lampDescInfo: { topic: unit.topic, addr: 2, description, location: '' },
      version: 0,
    })
  await write('Stairs')
  await reports(2, 'C0FFE2')
  await write('Cellar')
  await reports(2, 'A1B2C2')
  await client.call('substituteLogicaFM', { ...unit, old: ['A1B2C2'], new: ['C0FFE2'] })
  await plant.obey()
  await reports(2, 'C0FFE2')
  expect((await client.call('getLamp', { ...unit, addr: 2 })).lamp.description).toBe('Cellar')
})
