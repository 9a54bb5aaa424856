import { emptyDetail, type UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { eq } from 'drizzle-orm'
import { findUnit } from '../features/central-units/index.ts'
import { centralUnitTable } from '../tables/central-units.schema.ts'
import { lampTable } from '../tables/lamps.schema.ts'
import type { TestServer } from './test-server.ts'

type GivenLamp = Partial<typeof lampTable.$inferInsert> & { addr: number; serial: string }

const idOf = async ({ database }: TestServer, plantId: string, topic: string): Promise<string> => {
  const unit = await findUnit(database.db, plantId, { topic })
  if (!unit) throw new Error(`the plant has no unit ${topic}`)
  return unit.id
}

/** Emergency lamps as last reported by a unit. */
export const insertLamps = async (
  server: TestServer,
  plantId: string,
  lamps: readonly GivenLamp[],
  topic = 'logica_0A1B2C',
): Promise<void> => {
  const at = server.clock.now()
  const kind = { type: 'emergency', condition: 'ok' } as const
  const reportedFields = { ...kind, errors: [], conditionSince: at, groups: [] }
  const lampKeys = { centralUnitId: await idOf(server, plantId, topic), boot: 1, seq: 1, reportedAt: at }
  await server.database.db.insert(lampTable).values(lamps.map((lamp) => ({ ...reportedFields, ...lampKeys, ...lamp })))
}

/** The last reported detail of a unit. */
export const lampDetailFixture = async (
  { database }: TestServer,
  unit: string,
  detail: Partial<UnitDetail>,
): Promise<void> => {
  const lampReport = { detail: { ...emptyDetail, ...detail } }
  await database.db.update(centralUnitTable).set(lampReport).where(eq(centralUnitTable.unit, unit))
}
