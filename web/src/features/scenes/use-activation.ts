import type { SceneRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone, toastFailure } from '../../shared/feedback/toast.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'

/** Units of a run that were not asked, because they are offline or accept no commands. */
const listUnitsNotAsked = ({ units }: SceneRun): string[] =>
  units.flatMap(({ topic, result }) => (result === 'not_executed' ? [serialOf(topic)] : []))

/** Runs scenes manually and reports the outcome, with the units that were not asked. */
export function useActivation() {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const { list } = useFormats()
  const activate = useActionMutation('activateScene', { refresh: ['getSceneRuns'] })
  const toastResult = (run: SceneRun): void => {
    const { name } = run
    const units = listUnitsNotAsked(run)
    if (units.length === 0) toastDone(t(run.result === 'failed' ? 'activated.failed' : 'activated.done', { name }))
    else if (units.length < run.units.length) toastDone(t('activated.partly', { name, units: list(units) }))
    else toastDone(t('activated.not', { name, units: list(units) }))
  }
  return {
    pending: activate.isPending ? activate.variables?.sceneId : undefined,
    activate: (sceneId: string) =>
      void activate.mutateAsync({ plantId, sceneId }).then(({ run }) => toastResult(run), toastFailure),
  }
}
