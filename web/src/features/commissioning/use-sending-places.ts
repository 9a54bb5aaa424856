import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../shared/api/api-failure.ts'
import { call } from '../../shared/api/call.ts'
import { type ChangeKept, canGo, changedPlace, type KeptPlace, theirsOf } from './kept-places.ts'
import { isLineFailure } from './use-walker.ts'

/** Whether it may go later as it is: no line, nobody signed in, or a server that is busy or away. */
const isPassing = (error: unknown): boolean => {
  const { status } = failureOf(error)
  return isLineFailure(error) || status === 401 || status === 429 || status >= 500
}

/** What became of a place that was sent: gone from the queue, or with what stands in its way; the same where it may go later. */
export function afterSending(place: KeptPlace, error: unknown): KeptPlace | null {
  if (error === undefined) return null
  if (isPassing(error)) return place
  const theirs = theirsOf(error)
  return theirs ? { ...place, theirs } : { ...place, refusal: failureOf(error).code }
}

/** Time after which what could not go is tried again. */
const againMs = 10_000

/** Sends what waits on this device, in order and one after the other, as soon as there is a line; answers how many went. */
export function useSendingPlaces(
  named: { plantId: string; walkId: string },
  { places, change, isAway }: { places: readonly KeptPlace[]; change: ChangeKept; isAway: boolean },
): { sent: number; isSending: boolean } {
  const [sent, setSent] = useState(0)
  const [tried, setTried] = useState<string>()
  const sending = useRef(false)
  const next = places.find(canGo)
  const { plantId, walkId } = named
  useEffect(() => {
    if (isAway) setTried(undefined)
    if (isAway || !next || next.key === tried || sending.current) return
    sending.current = true
    const { key, topic, serial, version, place } = next
    const input = { plantId, walkId, topic, serial, version, place, idempotencyKey: key, goOn: false }
    const end = (error: unknown) => {
      sending.current = false
      if (error === undefined) setSent((before) => before + 1)
      else if (isPassing(error)) setTried(key)
      change((kept) => ({ ...kept, places: changedPlace(kept.places, key, (one) => afterSending(one, error)) }))
    }
    call('saveWalkLamp', input).then(() => end(undefined), end)
  }, [isAway, next, tried, plantId, walkId, change])
  useEffect(() => {
    if (tried === undefined) return
    const timer = setTimeout(() => setTried(undefined), againMs)
    return () => clearTimeout(timer)
  }, [tried])
  return { sent, isSending: next !== undefined && !isAway && next.key !== tried }
}
