import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { useState } from 'react'
import type { WalkSteps } from '../commissioning/index.ts'
import type { Spot } from './draft.ts'

const keyOf = ({ topic, serial }: { topic: string; serial: string }) => `${topic} ${serial}`

/** Each tap has its own idempotency key: a retried place counts once, a corrected place is a new one. */
type TappedPlace = { of: string; at: Spot; workId: string }

/** The place set for the current lamp, and the previously placed lamps. */
export function useLampPlacing(lamp: WalkLamp | undefined, { go, forget }: WalkSteps) {
  const [tapped, setTapped] = useState<TappedPlace>()
  const [before, setBefore] = useState<readonly { topic: string; serial: string }[]>([])
  const key = lamp ? keyOf(lamp) : ''
  const own = tapped?.of === key ? tapped : undefined
  /** Remember the current lamp, because Back leads to it. */
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
      // The claim expired: another person places the lamp, and this person asks for the next one.
      else if (isOthers) forget()
    },
    back: async () => {
      const last = before.at(-1)
      if (last && (await go('returnToWalkLamp', last))) setBefore((all) => all.slice(0, -1))
    },
  }
}
export type LampPlacing = ReturnType<typeof useLampPlacing>
