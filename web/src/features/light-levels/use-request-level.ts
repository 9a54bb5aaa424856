import type { LightTarget } from '@vigilux/contract/features/light-levels/light-level.ts'
import { useEffect, useRef, useState } from 'react'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { RequestedLevel } from './current-levels.ts'

/** Slider keys repeat quickly: only the last level is sent. Steps add up, so each one is sent. */
const debounceMs = 250

/** Requests levels for a target, and remembers the last request and the skipped units. */
export function useRequestLevel(target: LightTarget) {
  const { plantId } = useCurrentPlant()
  const [requestedLevel, setRequestedLevel] = useState<RequestedLevel>()
  const [receipt, setReceipt] = useState<ActionOutput<'setLightLevel'>>()
  const send = useActionMutation('setLightLevel')
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timeout.current), [])
  const requestLevel = (level: RequestedLevel['level'], fadeS: number): void => {
    clearTimeout(timeout.current)
    const sendRequest = () => {
      setRequestedLevel({ level, fadeS, at: Date.now() })
      send.mutateAsync({ plantId, to: target, level, fadeS }).then(setReceipt, (error: unknown) => {
        setRequestedLevel(undefined)
        toastFailure(error)
      })
    }
    if (typeof level === 'number') timeout.current = setTimeout(sendRequest, debounceMs)
    else sendRequest()
  }
  return { ask: requestLevel, asked: requestedLevel, notAsked: requestedLevel ? (receipt?.notAsked ?? []) : [] }
}
