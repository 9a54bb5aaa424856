import { randomUUID } from 'node:crypto'
import type { CentralUnitRow } from '../features/central-units/index.ts'
import { entryOfTest, insertPastTests, type PastResult, type PastTest } from '../features/emergency-tests/index.ts'
import { saveGroupName } from '../features/groups/index.ts'
import { addEntries, type Person } from '../features/logbook/index.ts'
import { assignUnits, insertRoomLamps, insertRooms, type RoomRow } from '../features/rooms/index.ts'
import { writeAuditLines } from '../kernel/audit.store.ts'
import type { Tx } from '../kernel/transaction.ts'
import type { Work } from '../kernel/work.ts'
import { demoName } from './demo-accounts.ts'
import { auditOf, type Crew } from './demo-audit.ts'
import { demoBuildings } from './demo-buildings.ts'
import { nameOfLamp, placeOfLamp, placeOfUnit } from './demo-names.ts'
import { type PastTestRun, pastOf } from './demo-past.ts'
import { remarksOf } from './demo-remarks.ts'
import type { DescribedUnit } from './estate-file.ts'
import { logbookOf } from './past-logbook.ts'
import { seedEnergy } from './seed-energy.ts'
import { seedNotices } from './seed-notices.ts'
import { type MountedLamp, seedZones } from './seed-zones.ts'

export type SeededUnit = { row: CentralUnitRow; described: DescribedUnit }
export type SeededPlant = { key: string; id: string; name: string; timezone: string; units: readonly SeededUnit[] }

/** A unit in a room of its plant. */
export type EnrolledUnitOfPlant = { centralUnitId: string; floor: number; place: number }

/** The floors and rooms of a plant, with the positions of its lamps and units. */
export type SeededPlaces = {
  key: string
  plantId: string
  floors: readonly { id: string; name: string }[]
  /** By floor and place. */
  rooms: readonly (readonly { id: string }[])[]
  lamps: readonly MountedLamp[]
  units: readonly EnrolledUnitOfPlant[]
}

/** The rooms of a plant with their lamps and units, its zones, and the names of its groups. */
export const seedPlaces = async (
  tx: Tx,
  { key, id: plantId, timezone, units }: SeededPlant,
  now: number,
): Promise<SeededPlaces | undefined> => {
  const building = demoBuildings[key]
  if (!building) return undefined
  const room = (row: Pick<RoomRow, 'level' | 'name' | 'parentId' | 'kind'>) => ({
    ...row,
    id: randomUUID(),
    plantId,
    areaM2: null,
    usedFrom: null,
    usedTo: null,
  })
  const house = room({ level: 'building', name: building.name, parentId: null, kind: null })
  const usedFloors = new Set(
    units.flatMap(({ described }) => described.lamps.map(({ addr }) => placeOfLamp(key, addr)?.floor)),
  )
  const floors = building.floors.map((name) => room({ level: 'floor', name, parentId: house.id, kind: null }))
  const rooms = floors.map((floor) =>
    building.places.map(([name, kind]) => room({ level: 'room', name, parentId: floor.id, kind })),
  )
  const isUsed = (_: unknown, floor: number): boolean => usedFloors.has(floor)
  await insertRooms(tx, [house, ...floors.filter(isUsed), ...rooms.filter(isUsed).flat()])
  await assignUnits(
    tx,
    house.id,
    units.map(({ row }) => row.id),
  )
  const stand = units.flatMap(({ row }): EnrolledUnitOfPlant[] => {
    const at = placeOfUnit(key, row.unit)
    return at && usedFloors.has(at.floor) ? [{ centralUnitId: row.id, ...at }] : []
  })
  for (const { centralUnitId, floor, place } of stand)
    await assignUnits(tx, rooms[floor]?.[place]?.id ?? house.id, [centralUnitId])
  const lamps = units.flatMap(({ row, described }) =>
    described.lamps.flatMap(({ addr, serial }) => {
      const at = placeOfLamp(key, addr)
      const lampRoom = at && rooms[at.floor]?.[at.place]
      return lampRoom ? [{ centralUnitId: row.id, serial, roomId: lampRoom.id, floor: at.floor, place: at.place }] : []
    }),
  )
  await insertRoomLamps(tx, lamps)
  const [name = building.name] = building.groups
  const routes = building.places.flatMap(([, kind], place) => (kind === 'escapeRoute' ? [place] : []))
  await seedEnergy(tx, { key, plantId, timezone, now }, { floors: building.floors, lamps, units })
  await seedZones(tx, plantId, lamps, { floors: building.floors, routes: { name, places: new Set(routes) } })
  for (const { row } of units)
    for (const [at, name] of building.groups.entries())
      await saveGroupName(tx, { centralUnitId: row.id, group: at + 1, name, description: '', version: 0 })
  return { key, plantId, floors, rooms, lamps, units: stand }
}

const testOf = (run: PastTestRun, { row }: SeededUnit, crew: Crew): PastTest => {
  const { kind, by, startedAt, endedAt, findings } = run
  const startTime = new Date(startedAt)
  return {
    id: randomUUID(),
    plantId: row.plantId,
    centralUnitId: row.id,
    unit: row.unit,
    kind,
    trigger: by === 'unit' ? 'automatic' : 'user',
    state: 'finished',
    requestedBy: by === 'unit' ? null : crew[by],
    requestedByName: by === 'unit' ? null : nameOf(by),
    requestedAt: startTime,
    startedAt: startTime,
    endedAt: new Date(endedAt),
    lamps: findings.map(({ lamp }) => lamp.addr),
    ratedMin: kind === 'autonomy' ? Math.max(...findings.map(({ lamp }) => lamp.ratedMin)) : null,
  }
}

const resultsOf = (run: PastTestRun, testId: string, key: string): PastResult[] =>
  run.findings.map(({ lamp, result, reason, measuredS, at }) => ({
    testId,
    lamp: lamp.addr,
    serial: lamp.serial,
    result,
    reason,
    measuredS,
    at: new Date(at),
    ...(nameOfLamp(key, lamp.addr) ?? { description: '', location: '' }),
    ratedMin: run.kind === 'autonomy' ? lamp.ratedMin : null,
  }))

/** Name of the person who acted in the past. */
const nameOf = (actor: keyof Crew): string => demoName(actor === 'technician' ? 'staff' : actor)

/** Tests, repairs, notices and audit of a plant since it was taken into use. */
export const seedPast = async (
  work: Work,
  plant: SeededPlant,
  { crew, from, now, expiry }: { crew: Crew; from: number; now: number; expiry: Date | null },
): Promise<void> => {
  const { key, id, name } = plant
  const units = plant.units.map((unit) => ({ unit, runs: pastOf(unit.described, from, now).runs }))
  const pastTests = units.flatMap(({ unit, runs }) => runs.map((run) => ({ run, test: testOf(run, unit, crew) })))
  const results = new Map(pastTests.map(({ run, test }) => [test.id, resultsOf(run, test.id, key)]))
  await insertPastTests(
    work,
    pastTests.map(({ test }) => test),
    [...results.values()].flat(),
  )
  const writer = (actor: keyof Crew): Person => ({ userId: crew[actor], name: nameOf(actor) })
  const tests = pastTests.map(({ test }) => entryOfTest(test, results.get(test.id) ?? []))
  const runsOfUnits = units.map(({ unit: { row }, runs }) => ({ centralUnitId: row.id, unit: row.unit, runs }))
  addEntries(
    work,
    logbookOf(
      { id, from, now, units: runsOfUnits, tests, remarks: remarksOf(key) },
      { installer: writer('installer'), technician: writer('technician'), owner: writer('owner') },
    ),
  )
  const pastUnits = units.map(({ unit: { row }, runs }) => ({
    topic: row.unit,
    serial: row.cuId,
    description: row.description,
    runs,
  }))
  const nameOfAddr = (addr: number): string => nameOfLamp(key, addr)?.description ?? ''
  const auditContext = { crew, names: nameOf, nameOf: nameOfAddr, now }
  const foundTests = pastTests.map(({ test }) => ({ test, results: results.get(test.id) ?? [] }))
  await seedNotices(work.tx, { key, plantId: id, expiry, tests: foundTests }, { crew, now: new Date(now) })
  await writeAuditLines(work.tx, auditOf({ key, id, name, from, units: pastUnits }, auditContext))
}
