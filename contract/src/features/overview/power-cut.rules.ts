export type LampOnBattery = {
  cu: string
  id: number
  description: string
  location: string
  since: Date
  /** Seconds measured by its last complete autonomy test; null without one. */
  measuredS: number | null
  /** Rated duration in minutes; null if not reported. */
  ratedMin: number | null
}

export type BatteryEnd = LampOnBattery & {
  /** Expected battery duration in seconds: as last measured, else as rated; null if neither is known. */
  lastsS: number | null
  endsAt: Date | null
}

/** Estimates when a lamp on battery goes dark, from its expected battery duration. */
export const estimateBatteryEnd = (lamp: LampOnBattery): BatteryEnd => {
  const lastsS = lamp.measuredS ?? (lamp.ratedMin === null ? null : lamp.ratedMin * 60)
  return { ...lamp, lastsS, endsAt: lastsS === null ? null : new Date(lamp.since.getTime() + lastsS * 1000) }
}

const endMs = ({ endsAt }: BatteryEnd): number => endsAt?.getTime() ?? Number.POSITIVE_INFINITY

/** The first lamps to end, up to a maximum; equal ends are sorted by unit and address. */
export const firstBatteryEnds = (lamps: readonly LampOnBattery[], maxEnds: number): BatteryEnd[] =>
  lamps
    .map(estimateBatteryEnd)
    .sort((a, b) => (endMs(a) === endMs(b) ? a.cu.localeCompare(b.cu) || a.id - b.id : endMs(a) - endMs(b)))
    .slice(0, maxEnds)
