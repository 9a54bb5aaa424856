import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import type { PendingPlace } from './pending-places.ts'
import type { WalkSteps } from './use-walk-steps.ts'
import { keyOf } from './walk-key.ts'
import { predictNextLamp } from './walk-lamps.ts'

type Where = { lamps: readonly WalkLamp[]; places: readonly PendingPlace[]; isAway: boolean }

/**
 * The current lamp and the expected next one. Online the server assigns it, and this hook asks for it; offline the
 * person keeps the last lamp and then chooses.
 */
export function useCurrentLamp({ lamps, places, isAway }: Where, { step, go, failure }: WalkSteps) {
  const { userid } = useSignedInUser()
  const [chosen, setChosen] = useState<string>()
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const waitingKeys = new Set(places.map(keyOf))
  const findOpenLamp = (key: string | undefined) =>
    lamps.find((lamp) => keyOf(lamp) === key && lamp.state === 'open' && !waitingKeys.has(keyOf(lamp)))
  const assignedLamp = findOpenLamp(step?.lamp ? keyOf(step.lamp) : undefined)
  const predictNext = (excludedKeys: Iterable<string>) =>
    predictNextLamp(lamps, userid, { now: serverNow(), without: new Set(excludedKeys) })
  const heldLamp = assignedLamp && !passed.has(keyOf(assignedLamp)) ? assignedLamp : undefined
  const current = isAway ? (findOpenLamp(chosen) ?? heldLamp ?? predictNext([...waitingKeys, ...passed])) : assignedLamp
  const after = predictNext([...waitingKeys, ...passed, ...(current ? [keyOf(current)] : [])])
  const isLost = step !== undefined && step.lamp !== null && assignedLamp === undefined
  // Send waiting places first, because the server does not assign lamps with a place again.
  const isSending = places.some(({ isGoing }) => isGoing)
  const needsLamp = !isAway && !isSending && failure === undefined && (step === undefined || isLost)
  useEffect(() => {
    if (needsLamp) void go('claimWalkLamp', {})
  }, [needsLamp, go])
  useEffect(() => {
    if (isAway) return
    setChosen(undefined)
    setPassed(new Set())
  }, [isAway])
  return {
    current: current ?? undefined,
    after,
    /** Moves on from the current lamp offline. */
    pass: () => {
      setChosen(undefined)
      if (current) setPassed((previous) => new Set([...previous, keyOf(current)]))
    },
    choose: setChosen,
  }
}
