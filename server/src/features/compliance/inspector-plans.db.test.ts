import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { anonymous, createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createSharedFileFinder } from './index.ts'

let server: TestServer
let plant: Awaited<ReturnType<typeof openPlantWithPlans>>

beforeAll(async () => {
  server = await createTestServer()
  plant = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

it('an inspector sees plans with their pictures, without a session and of this plant alone', async () => {
  const { plantId, staff } = plant
  const plan = await plant.createPlan('Ground floor')
  const { secret, link } = await server.as(staff).call('createInspectorLink', { plantId })
  const { inspection } = await server.as(anonymous).call('getInspectorPage', { secret: secret ?? '' })
  expect(inspection.floorPlans).toMatchObject([{ id: plan.id, lamps: 0 }])
  const findFile = createSharedFileFinder({ ports: server.ports, db: server.database.db })
  const { small = '', large = '' } = inspection.floorPlans[0] ?? {}
  const find = (path: string) => findFile(path.replace('/files/shared/', ''))
  expect([(await find(small)).type, (await find(large)).plantId]).toEqual(['image/webp', plantId])
  const otherPlantId = await server.create.plant()
  await server.database.pool.query('update inspector_link set plant_id = $1 where id = $2', [otherPlantId, link.id])
  await expect(find(small)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})
