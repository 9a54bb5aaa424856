import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
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
  /** The person moves on offline. */
  onPassed: () => void
}
