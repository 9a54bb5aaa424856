import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { useState } from 'react'
import type { WalkSteps } from '../commissioning/index.ts'
import type { Spot } from './draft.ts'

const keyOf = ({ topic, serial }: { topic: string; serial: string }) => `${topic} ${serial}`

/** Each tap has a key of its own: a place that is sent once more counts once, and a corrected one is another. */
type TappedPlace = { of: string; at: Spot; workId: string }

/** Where a person says that the lamp is, and the lamps at which the person was before. */
export function useLampPlacing(lamp: WalkLamp | undefined, { go, forget }: WalkSteps) {
  const [tapped, setTapped] = useState<TappedPlace>()
  const [before, setBefore] = useState<readonly { topic: string; serial: string }[]>([])
  const key = lamp ? keyOf(lamp) : ''
  const own = tapped?.of === key ? tapped : undefined
  /** The lamp that the person goes on from is the one to which Back leads. */
  const passed = () => {
    if (lamp) setBefore((all) => [...all, { topic: lamp.topic, serial: lamp.serial }])
    setTapped(undefined)
  }
  return {
    key,
    at: own?.at,
    before: before.at(-1),
    tap: (at: Spot) => setTapped({ of: key, at, workId: crypto.randomUUID() }),
    passed,
    save: async () => {
      if (!lamp || !own) return
      const [x, y] = own.at
      const { topic, serial } = lamp
      let isOthers = false
      const step = await go(
        'placeWalkLamp',
        { topic, serial, workId: own.workId, at: { x, y }, goOn: true },
        ({ code }) => {
          isOthers = code === 'WALK_LAMP_NOT_YOURS'
          return isOthers
        },
      )
      if (step) passed()
      // The time at the lamp was over: whoever has it now places it, and here the next one is asked for.
      else if (isOthers) forget()
    },
    back: async () => {
      const last = before.at(-1)
      if (last && (await go('returnToWalkLamp', last))) setBefore((all) => all.slice(0, -1))
    },
  }
}
export type LampPlacing = ReturnType<typeof useLampPlacing>
