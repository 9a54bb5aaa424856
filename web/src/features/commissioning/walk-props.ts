import type { Walk, WalkLamp, WalkPlace } from '@vigilux/contract/features/commissioning/walk.ts'
import type { PendingPlace } from './pending-places.ts'
import type { WalkSteps } from './use-walk-steps.ts'
import type { Draft } from './walk-draft.ts'

/** Props shared by the parts of a walk. */
export type WalkingProps = {
  walk: Walk
  lamps: readonly WalkLamp[]
  draft: Draft
  change: (change: (before: Draft) => Draft) => void
  /** Lamps whose places wait on this device. */
  places: readonly PendingPlace[]
  isAway: boolean
}

export type PlaceFormProps = WalkingProps & {
  lamp: WalkLamp
  /** The expected next lamp. */
  after: WalkLamp | null
  walker: WalkSteps
  /** The last place that the person has entered. */
  last: WalkPlace | undefined
  onEntered: (place: WalkPlace) => void
  /** The person moves on offline. */
  onPassed: () => void
}
