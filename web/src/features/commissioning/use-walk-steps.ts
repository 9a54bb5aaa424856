import { useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import type { WalkLamp, WalkStep } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampClaimMinutes } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { failureOf } from '../../shared/api/api-failure.ts'
import { actionKey, callOnce, write } from '../../shared/api/use-action.ts'
import { withWalkLamps } from './commissioning.realtime.ts'

type StepName =
  | 'claimWalkLamp'
  | 'saveWalkLamp'
  | 'skipWalkLamp'
  | 'blinkWalkLamp'
  | 'placeWalkLamp'
  | 'returnToWalkLamp'

/** Whether a call got no answer because of the line: it may have arrived, and is repeated under its key. */
export const isNetworkFailure = (error: unknown): boolean => failureOf(error).status === 0

/** Interval in which a claim on a lamp is renewed before it ends. */
const claimRenewalMs = (lampClaimMinutes * 60_000) / 3

/** Steps of a walk: each returns where the person is afterwards. */
export function useWalkSteps(plantId: string, walkId: string) {
  const queries = useQueryClient()
  const [step, setStep] = useState<WalkStep>()
  const [failure, setFailure] = useState<ApiFailure>()
  const [busy, setBusy] = useState<StepName>()

  /** Runs a step; undefined after a failure, which is in `failure` unless the caller handles its kind. */
  const runStep = useCallback(
    async <Name extends StepName>(
      name: Name,
      input: Omit<ActionInput<Name>, 'plantId' | 'walkId'>,
      isHandled: (error: ApiFailure) => boolean = () => false,
    ): Promise<WalkStep | undefined> => {
      setBusy(name)
      setFailure(undefined)
      try {
        const next = (await callOnce(name, { ...input, plantId, walkId } as ActionInput<Name>)) as WalkStep
        setStep(next)
        queries.setQueryData<ActionOutput<'getWalk'>>(
          actionKey('getWalk', { plantId, walkId }),
          (before) => before && withWalkLamps(before, next.walk, next.lamp ? [next.lamp] : []),
        )
        return next
      } catch (error) {
        const apiFailure = failureOf(error)
        if (!isHandled(apiFailure)) setFailure(apiFailure)
        return undefined
      } finally {
        setBusy(undefined)
      }
    },
    [plantId, walkId, queries],
  )
  return { step, go: runStep, busy, failure, forget: () => setStep(undefined) }
}
export type WalkSteps = ReturnType<typeof useWalkSteps>

/** Releases the person's lamp when the page is left; after a phone dies the claim expires some minutes later. */
export function useReleaseOnLeave(plantId: string, walkId: string, lamp: WalkLamp | undefined): void {
  const hasLamp = useRef(false)
  hasLamp.current = lamp !== undefined
  useEffect(
    () => () => {
      if (hasLamp.current) void write('leaveWalk', { plantId, walkId }).catch(() => undefined)
    },
    [plantId, walkId],
  )
}

/** Keeps the claim on a lamp while the page is visible. */
export function useLampClaim(lamp: WalkLamp | undefined, { go }: Pick<WalkSteps, 'go'>, isDisconnected: boolean): void {
  const until = lamp?.taken?.until
  const renew = useRef(go)
  renew.current = go
  useEffect(() => {
    if (!until || isDisconnected) return
    const renewClaim = () => {
      if (document.visibilityState === 'visible') void renew.current('claimWalkLamp', { blink: false }, () => true)
    }
    const timer = setTimeout(renewClaim, Math.max(1_000, Date.parse(until) - claimRenewalMs - Date.now()))
    return () => clearTimeout(timer)
  }, [until, isDisconnected])
}
