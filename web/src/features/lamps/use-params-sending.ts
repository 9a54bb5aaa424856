import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useState } from 'react'
import { failureText } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { useOperations } from '../operations/index.ts'
import { byUnit } from './lamp-params.ts'

/** What was sent to the lamps of one unit: the operation that it became, or why it became none. */
export type SentToUnit = { topic: string; addr: readonly number[]; operation?: Operation; failure?: string }

type Target = { cu: string; id: number }

/** Sends parameters to lamps: one lamp is one command, several are an operation of each of their units. */
export function useParamsSending() {
  const { plantId } = useOpenPlant()
  const one = useSentCommand('setParam')
  const many = useActionMutation('setMultiParam', { refresh: ['getOperations'] })
  const [sent, setSent] = useState<readonly SentToUnit[]>([])
  const [sending, setSending] = useState(false)
  const known = useOperations(plantId).data?.operations
  const now = sent.map(({ operation, ...unit }) => ({
    ...unit,
    ...(operation && { operation: known?.find(({ id }) => id === operation.id) ?? operation }),
  }))
  const send = async (targets: readonly Target[], params: LampParams) => {
    const [first, ...others] = targets
    if (!first) return
    const lightsUv = lightsUvTube(params)
    // A command offers to be sent again as it is; a UV tube is asked about each time, so that one goes as an operation.
    if (others.length === 0 && sent.length === 0 && !lightsUv) {
      await one.send({ plantId, topic: first.cu, addr: first.id, params })
      return
    }
    const confirmed = lightsUv ? { uvConfirmed: true as const } : {}
    setSending(true)
    const answers = await Promise.all(
      byUnit(targets).map(({ topic, addr }) =>
        many
          .mutateAsync({ plantId, topic, addr, params, ...confirmed })
          .then(({ operation }): SentToUnit => ({ topic, addr, operation }))
          .catch((error: unknown): SentToUnit => ({ topic, addr, failure: failureText(error) })),
      ),
    )
    setSending(false)
    // What is tried again takes the place of what was sent to those units before.
    const again = new Set(answers.map(({ topic }) => topic))
    setSent((before) => [...before.filter(({ topic }) => !again.has(topic)), ...answers])
  }
  return {
    send,
    sent: now,
    line: one.line,
    /** The units are being asked, and none has answered yet. */
    waiting: sending,
    started: sending || sent.length > 0 || one.command !== undefined,
    busy: sending || one.busy,
  }
}
