import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { useRef } from 'react'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { byUnit } from '../../shared/plant/unit-topic.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'

type Target = { cu: string; id: number }

/** Sends parameters to lamps in one call: one lamp is a command, several are a bundle, reported to `onBegun`. */
export function useParamsSending(onBegun: (bundleId: string) => void) {
  const { plantId } = useCurrentPlant()
  const singleCommand = useSentCommand('setParam')
  const multiCommand = useActionMutation('setMultiParam', { refresh: ['getOperations'] })
  // A retry without an answer uses the same bundle id, because the first attempt may have arrived.
  const last = useRef({ what: '', bundleId: '' })
  const send = async (targets: readonly Target[], params: LampParams): Promise<void> => {
    const [first, ...otherTargets] = targets
    if (!first) return
    const isUvLight = lightsUvTube(params)
    // A command can be repeated without confirmation; a UV tube needs one each time, so it uses an operation.
    if (otherTargets.length === 0 && !isUvLight) {
      await singleCommand.send({ plantId, topic: first.cu, addr: first.id, params })
      return
    }
    const request = { plantId, units: byUnit(targets), params, ...(isUvLight && { uvConfirmed: true as const }) }
    const requestText = JSON.stringify(request)
    if (last.current.what !== requestText) last.current = { what: requestText, bundleId: crypto.randomUUID() }
    const { bundleId } = last.current
    await multiCommand.mutateAsync({ ...request, bundleId }).then(
      () => onBegun(bundleId),
      () => undefined,
    )
  }
  return {
    send,
    line: singleCommand.line,
    error: multiCommand.error,
    /** The request is in flight, or the single lamp's command has started. */
    started: multiCommand.isPending || singleCommand.command !== undefined,
    waiting: multiCommand.isPending,
  }
}
