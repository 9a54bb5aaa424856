import { IconPlayerPlay } from '@tabler/icons-react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import type { SceneRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone, toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** Skipped units of a run: they are offline or accept no commands. */
const listUnitsNotAsked = ({ units }: SceneRun): string[] =>
  units.flatMap(({ topic, result }) => (result === 'not_executed' ? [serialOf(topic)] : []))

/** Runs scenes manually and reports the outcome, with the skipped units. */
function useActivation() {
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

type ActivateProps = {
  scene: Pick<Scene, 'id' | 'name' | 'collections'>
  /** Compact, for a row of a list. */
  small?: boolean
}

/** Runs a scene at once. In a list, its press does not open the row. */
export function ActivateButton({ scene: { id, name, collections }, small = false }: ActivateProps) {
  const { t } = useTranslation('scenes')
  const role = useWhyNotAllowed()
  const { activate, pending } = useActivation()
  const setsNothing = collections.every(({ level }) => level === null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what is pressed in it from its row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span onClick={(event) => event.stopPropagation()}>
      <ReasonButton
        variant={small ? 'default' : 'filled'}
        size={small ? 'compact-sm' : 'sm'}
        blockedReason={role ?? (setsNothing ? t('activate.nothing') : undefined)}
        loading={pending === id}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        {...(small && { 'aria-label': t('activate.named', { name }) })}
        onClick={() => activate(id)}
      >
        {t('activate.now')}
      </ReasonButton>
    </span>
  )
}
