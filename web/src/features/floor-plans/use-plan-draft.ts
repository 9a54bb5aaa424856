import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useState } from 'react'
import { ownSocketId, useActionMutation } from '../../shared/api/use-action.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useDeviceState } from '../../shared/session/device-state.ts'
import {
  addStep,
  applyDraft,
  diffPlaces,
  emptyPlanDraft,
  isEmptyPlanDraft,
  keepLaterChanges,
  type Places,
  parseDraft,
  redoStep,
  type Step,
  undoStep,
} from './draft.ts'
import { parseDeviceKey } from './placeable.ts'

/** Unsaved changes of a plan: stored on this device, and visible to nobody else, until they are saved or discarded. */
export function usePlanDraft({ id: planId, drawing }: FloorPlan, saved: { version: number; places: Places }) {
  const { plantId } = useCurrentPlant()
  // Places are relative to a drawing, so a draft for another drawing does not apply.
  const [draft, setDraft] = useDeviceState({
    name: ['plan', drawing.id],
    read: parseDraft,
    isNothing: isEmptyPlanDraft,
  })
  const [failure, setFailure] = useState<unknown>()
  const refresh = ['getFloorPlanLamps', 'getFloorPlans'] as const
  const post = useActionMutation('aggiornaMappePost', { refresh })
  const savePositions = useActionMutation('aggiornaMappe', { refresh })
  const places = applyDraft(saved.places, draft)
  const { placed, removed } = diffPlaces(saved.places, places)
  const changes = placed.length + removed.length
  const save = async () => {
    setFailure(undefined)
    const datiMappe = {
      planId,
      version: draft.version,
      placed: placed.map(([key, [x, y]]) => ({ ...parseDeviceKey(key), x, y })),
      removed: removed.map(parseDeviceKey),
    }
    const socketId = ownSocketId()
    try {
      const { version } = socketId
        ? await post.mutateAsync({ plantId, datiMappe, socketId })
        : await savePositions.mutateAsync({ plantId, datiMappe })
      setDraft((now) => keepLaterChanges(saved.places, draft, now, version))
    } catch (error) {
      setFailure(error)
    }
  }
  const isSaving = post.isPending || savePositions.isPending
  return {
    places,
    changes,
    save,
    failure,
    isSaving,
    /** Another person saved after the first of these changes. */
    isChanged: changes > 0 && draft.version !== saved.version && !isSaving,
    step: (step: Step) => setDraft((previous) => addStep(previous, step, saved.version)),
    undo: draft.done.length > 0 ? () => setDraft(undoStep) : undefined,
    redo: draft.undone.length > 0 ? () => setDraft(redoStep) : undefined,
    discard: () => {
      setFailure(undefined)
      setDraft(() => emptyPlanDraft)
    },
    keepMine: () => {
      setFailure(undefined)
      setDraft((previous) => ({ ...previous, version: saved.version }))
    },
  }
}
export type PlanDraft = ReturnType<typeof usePlanDraft>
