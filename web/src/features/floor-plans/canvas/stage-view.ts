import type { Spot, Step } from '../draft.ts'
import type { Mark } from './draw-marks.ts'
import type { Area, Reach } from './draw-overlays.ts'

export type StageEvents = {
  /** A mark was pressed, or none; `isAdditive` keeps the earlier selection. */
  onPick(key: string | null, isAdditive: boolean): void
  /** The plan was pressed outside all marks. */
  onTap(position: Spot): void
  onMove(step: Step): void
}

export type StageView = {
  marks: readonly Mark[]
  selected: ReadonlySet<string>
  mayMove: boolean
  snaps: boolean
  hasLabels: boolean
  /** Points being set. */
  spots: readonly Spot[]
  /** Each press sets a point, whatever is below it. */
  takesSpots: boolean
  reach: Reach | null
  areas: readonly Area[]
  /** Lamps with faults, for the heat map. */
  heat: readonly Mark[]
  /** Points being set are connected by a line. */
  joinsSpots: boolean
}

/** Initial view. */
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
