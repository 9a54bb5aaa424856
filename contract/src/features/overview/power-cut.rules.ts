/** A lamp that runs on its battery. */
export type LampOnBattery = {
  cu: string
  id: number
  description: string
  location: string
  since: Date
  /** Seconds that its last autonomy test measured to the end; null where none did. */
  measuredS: number | null
  /** Minutes for which it is rated; null where it has not said. */
  ratedMin: number | null
}

export type BatteryEnd = LampOnBattery & {
  /** Seconds that its battery is taken to last: as measured last, else as rated; null where neither is known. */
  lastsS: number | null
  endsAt: Date | null
}

/** When a lamp on battery is expected to go dark, reckoned from what its battery last lasted. */
export const estimateBatteryEnd = (lamp: LampOnBattery): BatteryEnd => {
  const lastsS = lamp.measuredS ?? (lamp.ratedMin === null ? null : lamp.ratedMin * 60)
  return { ...lamp, lastsS, endsAt: lastsS === null ? null : new Date(lamp.since.getTime() + lastsS * 1000) }
}

const endMs = ({ endsAt }: BatteryEnd): number => endsAt?.getTime() ?? Number.POSITIVE_INFINITY

/** Those that end first, at most so many; where two end at once, by unit and position. */
export const firstBatteryEnds = (lamps: readonly LampOnBattery[], most: number): BatteryEnd[] =>
  lamps
    .map(estimateBatteryEnd)
    .sort((a, b) => (endMs(a) === endMs(b) ? a.cu.localeCompare(b.cu) || a.id - b.id : endMs(a) - endMs(b)))
    .slice(0, most)
