import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { PendingPlace } from './pending-places.ts'
import type { WalkSteps } from './use-walk-steps.ts'
import type { Draft } from './walk-draft.ts'

/** What the parts of a walk share. */
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
  /** The lamp that is expected after this one. */
  after: WalkLamp | null
  walker: WalkSteps
  /** The person goes on without a line. */
  onPassed: () => void
}
