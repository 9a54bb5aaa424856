import type { Spot, Step } from '../draft.ts'
import type { Mark } from './draw-marks.ts'
import type { Area, Reach } from './draw-overlays.ts'

export type StageEvents = {
  /** A mark was pressed, or none; `more` keeps what was chosen before. */
  onPick(key: string | null, more: boolean): void
  /** The plan was pressed beside all marks. */
  onTap(spot: Spot): void
  onMove(step: Step): void
}

export type StageView = {
  marks: readonly Mark[]
  selected: ReadonlySet<string>
  mayMove: boolean
  snaps: boolean
  hasLabels: boolean
  /** Points that are being set. */
  spots: readonly Spot[]
  /** Each press is a point, whatever is there. */
  takesSpots: boolean
  reach: Reach | null
  areas: readonly Area[]
  /** Lamps with faults, where the heat of these is shown. */
  heat: readonly Mark[]
  /** Points that are being set lie on one line. */
  joinsSpots: boolean
}

/** Before anything is shown. */
export const nothing: StageView = {
  marks: [],
  selected: new Set(),
  mayMove: false,
  snaps: true,
  hasLabels: false,
  spots: [],
  takesSpots: false,
  reach: null,
  areas: [],
  heat: [],
  joinsSpots: false,
}
