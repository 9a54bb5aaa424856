import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useState } from 'react'
import { ownSocketId } from '../../shared/api/channel.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useKeptOnDevice } from '../../shared/session/kept-on-device.ts'
import {
  changesOf,
  isNoDraft,
  noDraft,
  type Places,
  readDraft,
  redone,
  type Step,
  undone,
  withDraft,
  withStep,
} from './draft.ts'
import { deviceOfKey } from './placeable.ts'

/** What is changed on a plan and not saved: kept on this device, shown to nobody else, until it is saved or discarded. */
export function usePlanDraft({ id: planId, drawing }: FloorPlan, saved: { version: number; places: Places }) {
  const { plantId } = useOpenPlant()
  // Places are parts of a drawing: what was begun on another is none of this one.
  const [draft, setDraft] = useKeptOnDevice({ name: ['plan', drawing.id], read: readDraft, isNothing: isNoDraft })
  const [failure, setFailure] = useState<unknown>()
  const refresh = ['getFloorPlanLamps', 'getFloorPlans'] as const
  const post = useActionMutation('aggiornaMappePost', { refresh })
  const plain = useActionMutation('aggiornaMappe', { refresh })
  const places = withDraft(saved.places, draft)
  const { placed, removed } = changesOf(saved.places, places)
  const changes = placed.length + removed.length
  const save = async () => {
    setFailure(undefined)
    const datiMappe = {
      planId,
      version: draft.version,
      placed: placed.map(([key, [x, y]]) => ({ ...deviceOfKey(key), x, y })),
      removed: removed.map(deviceOfKey),
    }
    const socketId = ownSocketId()
    try {
      if (socketId) await post.mutateAsync({ plantId, datiMappe, socketId })
      else await plain.mutateAsync({ plantId, datiMappe })
      setDraft(() => noDraft)
    } catch (error) {
      setFailure(error)
    }
  }
  return {
    places,
    changes,
    save,
    failure,
    isSaving: post.isPending || plain.isPending,
    /** Others saved since the first of these changes. */
    isChanged: changes > 0 && draft.version !== saved.version,
    step: (step: Step) => setDraft((before) => withStep(before, step, saved.version)),
    undo: draft.done.length > 0 ? () => setDraft(undone) : undefined,
    redo: draft.undone.length > 0 ? () => setDraft(redone) : undefined,
    discard: () => {
      setFailure(undefined)
      setDraft(() => noDraft)
    },
    keepMine: () => {
      setFailure(undefined)
      setDraft((before) => ({ ...before, version: saved.version }))
    },
  }
}
export type PlanDraft = ReturnType<typeof usePlanDraft>
