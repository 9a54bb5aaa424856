import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { Draft } from './kept-draft.ts'
import type { KeptPlace } from './kept-places.ts'
import type { Walker } from './use-walker.ts'

/** What the parts of a walk share. */
export type WalkingProps = {
  walk: Walk
  lamps: readonly WalkLamp[]
  draft: Draft
  change: (change: (before: Draft) => Draft) => void
  /** Lamps whose places wait on this device. */
  places: readonly KeptPlace[]
  isAway: boolean
}

export type PlaceFormProps = WalkingProps & {
  lamp: WalkLamp
  /** The lamp that is expected after this one. */
  after: WalkLamp | null
  walker: Walker
  /** The person goes on without a line. */
  onPassed: () => void
}
