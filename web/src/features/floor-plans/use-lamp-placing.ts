import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { useState } from 'react'
import type { WalkSteps } from '../commissioning/index.ts'
import type { Spot } from './draft.ts'

const keyOf = ({ topic, serial }: { topic: string; serial: string }) => `${topic} ${serial}`

/** Each tap has its own idempotency key: a retried place counts once, a corrected place is a new one. */
type TappedPlace = { of: string; at: Spot; workId: string }

/** The place set for the current lamp, and the previously placed lamps. */
export function useLampPlacing(lamp: WalkLamp | undefined, { go, forget }: WalkSteps) {
  const [tappedPlace, setTappedPlace] = useState<TappedPlace>()
  const [placedBefore, setPlacedBefore] = useState<readonly { topic: string; serial: string }[]>([])
  const key = lamp ? keyOf(lamp) : ''
  const ownPlace = tappedPlace?.of === key ? tappedPlace : undefined
  /** Remember the current lamp, because Back leads to it. */
  const passed = () => {
    if (lamp) setPlacedBefore((placedLamps) => [...placedLamps, { topic: lamp.topic, serial: lamp.serial }])
    setTappedPlace(undefined)
  }
  return {
    key,
    at: ownPlace?.at,
    before: placedBefore.at(-1),
    tap: (at: Spot) => setTappedPlace({ of: key, at, workId: crypto.randomUUID() }),
    passed,
    save: async () => {
      if (!lamp || !ownPlace) return
      const [x, y] = ownPlace.at
      const { topic, serial } = lamp
      let isClaimedByOther = false
      const step = await go(
        'placeWalkLamp',
        { topic, serial, workId: ownPlace.workId, at: { x, y }, goOn: true },
        ({ code }) => {
          isClaimedByOther = code === 'WALK_LAMP_NOT_YOURS'
          return isClaimedByOther
        },
      )
      if (step) passed()
      // The claim expired: another person places the lamp, and this person asks for the next one.
      else if (isClaimedByOther) forget()
    },
    back: async () => {
      const last = placedBefore.at(-1)
      if (last && (await go('returnToWalkLamp', last))) setPlacedBefore((placedLamps) => placedLamps.slice(0, -1))
    },
  }
}
export type LampPlacing = ReturnType<typeof useLampPlacing>
