/** The units of the telemetry burst, and their messages. */

export const units = 1_000
export const lampsPerUnit = 100
/** Units with one report of a whole day, for measuring storage. */
export const unitsWithFullDay = 20
export const momentsOfDay = 96
export const life = 'be9c0be9c0be9c02'

export const burstUnits = Array.from({ length: units }, (_, index) => {
  const cuId = (0xc0000 + index).toString(16).toUpperCase().padStart(6, '0')
  return { cuId, unit: `logica_${cuId}` }
})

const serialOf = (lamp: number): string => (0xa1_00_00 + lamp).toString(16).toUpperCase()

/** Energy of a lamp since the day began in tenths of a Wh, by quarter hour: lit from 6 to 8 o'clock on, and dimmed. */
const usedOfDay = (lamp: number): number[] => {
  let usedWh = 0
  return Array.from({ length: momentsOfDay + 1 }, (_, quarter) => {
    const [before, hour] = [usedWh, Math.floor(quarter / 4)]
    usedWh += hour >= 6 + (lamp % 3) && hour < 20 ? 60 + ((hour * 7 + lamp) % 5) * 10 : 0
    return before
  })
}
const ofDay = Array.from({ length: lampsPerUnit }, (_, lamp) => usedOfDay(lamp))

/** A lamp's counter; meters fluctuate by a tenth of a Wh. */
const energyAt = (lamp: number, moment: number): number => {
  const day = ofDay[lamp] ?? []
  const jitter = (Math.imul(moment * 97 + lamp, 0x9e_37_79_b1) >>> 16) % 2
  return (
    (Math.floor(moment / momentsOfDay) % 1_000) * (day[momentsOfDay] ?? 0) + (day[moment % momentsOfDay] ?? 0) + jitter
  )
}

export const createTelemetry = (first: number, count: number): string => {
  const moments = Array.from({ length: count }, (_, n) => first + n)
  const lamps = Array.from({ length: lampsPerUnit }, (_, lamp) => [
    lamp + 1,
    serialOf(lamp),
    400,
    moments.map((moment) => energyAt(lamp, moment)),
    moments.map((moment) => (moment % 200_000) * 900),
  ])
  return JSON.stringify({ life, at: new Date().toISOString(), first, count, lamps })
}
