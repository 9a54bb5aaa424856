import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { ChangeKept, KeptWalk } from './kept-places.ts'
import type { Walker } from './use-walker.ts'

/** What the parts of a walk share. */
export type WalkingProps = {
  walk: Walk
  lamps: readonly WalkLamp[]
  kept: KeptWalk
  change: ChangeKept
  isAway: boolean
  /** Whether places go out that waited: the next lamp is given after them. */
  isSending: boolean
}

export type PlaceFormProps = WalkingProps & {
  lamp: WalkLamp
  /** The lamp that is expected after this one. */
  after: WalkLamp | null
  walker: Walker
  /** The person goes on without a line. */
  onPassed: () => void
}
