import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useEffect, useState } from 'react'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useOperation } from '../operations/index.ts'
import {
  dropReported,
  emptyGroupDraft,
  type GroupDraft,
  listGroupChanges,
  planGroupDraft,
  removeLamp,
  resetCells,
  setCells,
  toggleCell,
} from './group-draft.ts'

/** Maximum number of undoable steps. */
const maxSteps = 200

/** Requested group changes of a unit's lamps until the unit reports them, and how to send them. */
export function useGroupDraft(topic: string, lamps: readonly Lamp[]) {
  const { plantId } = useCurrentPlant()
  const [draft, setDraft] = useState<GroupDraft>(emptyGroupDraft)
  const [steps, setSteps] = useState<readonly GroupDraft[]>([])
  const [receipt, setReceipt] = useState<Operation | undefined>()
  const assign = useActionMutation('assignGroups', { refresh: ['getOperations'] })
  const operation = useOperation(plantId, receipt)
  const open = dropReported(draft, lamps)
  // A reported cell leaves the draft: a later change must not revive the request.
  useEffect(() => {
    if (open !== draft) setDraft(open)
  }, [open, draft])
  const changeDraft = (next: GroupDraft) => {
    setSteps([...steps, open].slice(-maxSteps))
    setDraft(next)
  }
  const changes = listGroupChanges(open, lamps)
  const plan = planGroupDraft(changes)
  const send = async () => {
    if (!plan.lamps || plan.lamps.length === 0) return
    const response = await assign.mutateAsync({ plantId, topic, lamps: plan.lamps }).catch(() => undefined)
    if (response) setReceipt(response.operation)
  }
  return {
    draft: open,
    changes,
    refused: plan.refused,
    operation,
    error: assign.error,
    busy: assign.isPending,
    toggle: (lamp: Lamp, group: number) => changeDraft(toggleCell(open, lamp, group)),
    /** Adds several lamps to a group, or removes them, in one step. */
    turn: (members: readonly Lamp[], group: number, isIncluded: boolean) =>
      changeDraft(setCells(open, members, group, isIncluded)),
    /** Leaves a group of several lamps as it is reported. */
    leaveGroup: (members: readonly Lamp[], group: number) => changeDraft(resetCells(open, members, group)),
    leaveLamp: (id: number) => changeDraft(removeLamp(open, id)),
    discard: () => changeDraft(emptyGroupDraft),
    stepBack: () => {
      const last = steps.at(-1)
      if (!last) return
      setSteps(steps.slice(0, -1))
      setDraft(last)
    },
    send,
  }
}

export type GroupDraftState = ReturnType<typeof useGroupDraft>
