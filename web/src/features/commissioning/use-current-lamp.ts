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
 * The current lamp and the expected next one. Online the server assigns it, and this hook asks for it; offline the person keeps
 * the last lamp and then chooses.
 */
export function useCurrentLamp({ lamps, places, isAway }: Where, { step, go, failure }: WalkSteps) {
  const { userid } = useSignedInUser()
  const [chosen, setChosen] = useState<string>()
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const waits = new Set(places.map(keyOf))
  const find = (key: string | undefined) =>
    lamps.find((lamp) => keyOf(lamp) === key && lamp.state === 'open' && !waits.has(keyOf(lamp)))
  const own = find(step?.lamp ? keyOf(step.lamp) : undefined)
  const following = (without: Iterable<string>) =>
    predictNextLamp(lamps, userid, { now: serverNow(), without: new Set(without) })
  const stays = own && !passed.has(keyOf(own)) ? own : undefined
  const current = isAway ? (find(chosen) ?? stays ?? following([...waits, ...passed])) : own
  const after = following([...waits, ...passed, ...(current ? [keyOf(current)] : [])])
  const isLost = step !== undefined && step.lamp !== null && own === undefined
  // Send waiting places first, because the server does not assign lamps with a place again.
  const isSending = places.some(({ isGoing }) => isGoing)
  const wantsLamp = !isAway && !isSending && failure === undefined && (step === undefined || isLost)
  useEffect(() => {
    if (wantsLamp) void go('takeWalkLamp', {})
  }, [wantsLamp, go])
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
      if (current) setPassed((before) => new Set([...before, keyOf(current)]))
    },
    choose: setChosen,
  }
}
