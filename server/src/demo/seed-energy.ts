import { insertPastEnergy, type PastDay, type PastLamp, saveEnergySettings } from '../features/energy/index.ts'
import { monitoringZoneLamps, monitoringZoneRows } from '../features/monitoring-zones/index.ts'
import type { Tx } from '../kernel/transaction.ts'
import { dayIn } from '../kernel/zoned.ts'
import type { DescribedUnit } from './estate-file.ts'
import type { MountedLamp } from './seed-zones.ts'

/** The plants of the demo with past energy data, and their special events. */
const measuredPlants: readonly string[] = ['hospital', 'logistics']

/** Minimum lighting lamps of a unit; smaller ones would slow the first start and show little. */
const minLamps = 6
const maxLamps = 16

type Plant = { key: string; plantId: string; timezone: string; now: number }

type Places = {
  floors: readonly string[]
  lamps: readonly MountedLamp[]
  units: readonly { row: { id: string }; described: DescribedUnit }[]
}

const daysBefore = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString()

/** Share of full light by the hour: high on weekdays by day, low at weekends, none at night. */
const levelAt = ({ weekday, hour }: PastDay): number => {
  if (hour < 6 || hour >= 21) return 0
  if (weekday > 5) return hour >= 9 && hour < 14 ? 0.3 : 0
  return hour < 8 || hour >= 18 ? 0.6 : 1
}

/** Daylight dimming reduces the level, most in summer. */
const dimmedLevel = (day: string): number =>
  0.68 - 0.14 * Math.cos(((Number(day.slice(5, 7)) - 12.5) / 12) * 2 * Math.PI)

/** Standby use of a lamp in a quarter of an hour, in tenths of a Wh. */
const standby = 1

type EnergyEvents = {
  /** The first day of dimming. */
  dimmedSince: string
  /** The night in which a floor stayed lit. */
  litNight: string
  /** Since when a lamp used nothing although it was on. */
  darkSince: string
  darkSerial: string | undefined
  litSerials: ReadonlySet<string>
  /** Undimmed lamps, recently on for longer. */
  longerSerials: ReadonlySet<string>
  longerSince: string
  /** A day with some unknown hours. */
  lostDay: string
}

/** The level of a lamp; 0 if it is off. */
const levelOf = (events: EnergyEvents, { serial }: PastLamp, at: PastDay): number => {
  const { day, hour } = at
  if (day === events.litNight && hour >= 1 && hour < 5 && events.litSerials.has(serial)) return 0.9
  const isLonger = events.longerSerials.has(serial)
  const asAtNoon = isLonger && day >= events.longerSince && hour >= 18
  const dimmed = day >= events.dimmedSince && !isLonger ? dimmedLevel(day) : 1
  return levelAt(asAtNoon ? { ...at, hour: 12 } : at) * dimmed
}

const energyUseFor = (events: EnergyEvents) => (lamp: PastLamp, at: PastDay) => {
  const { day, hour } = at
  if (day === events.lostDay && hour >= 9 && hour < 15) return null
  const level = levelOf(events, lamp, at)
  if (level === 0) return { energy: standby, onS: 0 }
  if (lamp.serial === events.darkSerial && day >= events.darkSince) return { energy: 0, onS: 900 }
  // Small variations between hours and lamps.
  const variation = 1 - ((lamp.addr * 7 + hour * 5 + Number(day.slice(8)) * 11) % 31) / 1_000
  return { energy: Math.round((lamp.ratedDw / 4) * level * variation), onS: 900 }
}

/** A monitoring zone for each floor with lighting lamps. */
const seedMonitoringZones = async (tx: Tx, plantId: string, { floors, lamps, units }: Places) => {
  const lighting = new Set(
    units.flatMap(({ row, described }) =>
      described.lamps.flatMap(({ kind, serial }) => (kind === 'lighting' ? [`${row.id} ${serial}`] : [])),
    ),
  )
  const lightingLamps = lamps.filter(({ centralUnitId, serial }) => lighting.has(`${centralUnitId} ${serial}`))
  const byFloor = [...Map.groupBy(lightingLamps, ({ floor }) => floor)].toSorted(([a], [b]) => a - b)
  // The lamps of the last floor are in no zone: visitors can add one.
  for (const [floor, floorLamps] of byFloor.slice(0, Math.max(1, byFloor.length - 1))) {
    const id = await monitoringZoneRows.insert(tx, plantId, floors[floor] ?? '')
    if (id !== undefined) await monitoringZoneLamps.add(tx, id, floorLamps)
  }
  return byFloor.map(([, floorLamps]) => new Set(floorLamps.map(({ serial }) => serial)))
}

const weekdays = [1, 2, 3, 4, 5]
/** Three rates, like those of many suppliers; prices in ten-thousandths. */
const ratesAt = (peakPrice: number, middlePrice: number, lowPrice: number) => [
  { name: 'F1', price: peakPrice, hours: [{ days: weekdays, from: 8, hours: 11 }] },
  {
    name: 'F2',
    price: middlePrice,
    hours: [
      { days: weekdays, from: 7, hours: 1 },
      { days: weekdays, from: 19, hours: 4 },
      { days: [6], from: 7, hours: 16 },
    ],
  },
  {
    name: 'F3',
    price: lowPrice,
    hours: [
      { days: [1, 2, 3, 4, 5], from: 23, hours: 8 },
      { days: [6], from: 23, hours: 8 },
      { days: [7], from: 7, hours: 24 },
    ],
  },
]

/** Two years of energy, zones, a baseline, tariffs, and some findings. */
export const seedEnergy = async (tx: Tx, { key, plantId, timezone, now }: Plant, places: Places): Promise<void> => {
  if (!measuredPlants.includes(key)) return
  const today = dayIn(new Date(now), timezone)
  const [until, from] = [daysBefore(today, 1), daysBefore(today, 2 * 365)]
  const [firstFloor = new Set<string>(), secondFloor = firstFloor] = await seedMonitoringZones(tx, plantId, places)
  const events: EnergyEvents = {
    dimmedSince: daysBefore(today, 365),
    litNight: daysBefore(today, 3),
    litSerials: firstFloor,
    darkSince: daysBefore(today, 4),
    darkSerial: [...firstFloor][0],
    longerSerials: secondFloor,
    longerSince: daysBefore(today, 30),
    lostDay: daysBefore(today, 11),
  }
  for (const { row, described } of places.units) {
    const lamps = described.lamps.filter(({ kind }) => kind === 'lighting').slice(0, maxLamps)
    if (lamps.length < minLamps) continue
    await insertPastEnergy(tx, {
      centralUnitId: row.id,
      timezone,
      lamps,
      from,
      until,
      usedIn: energyUseFor(events),
      reportedUntil: new Date(now - 20 * 60_000),
    })
  }
  const changeOfYear = `${today.slice(0, 4)}-01-01`
  await saveEnergySettings(tx, plantId, {
    version: 0,
    baseline: { kind: 'period', from, until: daysBefore(today, 366) },
    tariffs: [
      { from, until: daysBefore(changeOfYear, 1), rates: ratesAt(2_710, 2_480, 2_050) },
      { from: changeOfYear, until: null, rates: ratesAt(2_840, 2_620, 2_180) },
    ],
  })
}
