import { Alert, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { RecordPanelForm, type RemovalProps } from '../../shared/form/RecordPanelForm.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useIsMounted } from '../../shared/use-is-mounted.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ActivateButton } from './ActivateButton.tsx'
import { SceneFields } from './SceneFields.tsx'
import { SceneRunsList } from './SceneRunsList.tsx'
import { ShowOnLamps } from './ShowOnLamps.tsx'
import { draftOf, formOf, levelOf, type SceneForm, sceneSchema } from './scene-form.ts'
import { useSceneTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'
import { Clashes, UpcomingRuns } from './UpcomingRuns.tsx'
import { type SceneInProgress, usePreview } from './use-preview.ts'

/** Maximum number of runs in a scene's detail, followed by a link to the others. */
const maxShown = 5

function RecentRuns({ sceneId }: { sceneId: string }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const { runs, total } = useAnswer('getSceneRuns', { plantId, sceneId, cause: null, result: null, page: 1 })
  return (
    <section className={`vx-panel-part ${styles.sceneRecent}`} aria-label={t('lastRuns')}>
      <h3>{t('lastRuns')}</h3>
      {runs.length === 0 ? <p className="vx-quiet">{t('noHistory.title')}</p> : null}
      <SceneRunsList runs={runs.slice(0, maxShown)} />
      {total > maxShown ? (
        <AppLink to={pathTo('scenes', { plantId }, { view: 'history', of: sceneId })}>
          {t('allRuns', { count: total })}
        </AppLink>
      ) : null}
    </section>
  )
}

/** Scenes count as uses of aggregations and appear in zones. */
const refresh = ['getScenes', 'getCollections', 'getZones', 'previewSceneRuns'] as const

/** Reports the scene in progress to the page while it is edited. */
function useReportWriting(
  sceneInProgress: SceneInProgress | undefined,
  onWriting: (changed: SceneInProgress | undefined) => void,
): void {
  const serializedScene = JSON.stringify(sceneInProgress)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again when another text is written
  useEffect(() => onWriting(sceneInProgress), [serializedScene])
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken back when the panel closes
  useEffect(() => () => onWriting(undefined), [])
}

function useNames(): ReadonlyMap<string, string> {
  const { plantId } = useCurrentPlant()
  const collections = useAnswer('getCollections', { plantId }).collections
  return new Map(collections.map(({ id, name }) => [id, name]))
}

type BodyProps = {
  form: UseFormReturnType<SceneForm>
  sceneId: string | null
  readOnly: boolean
  onWriting: (sceneInProgress: SceneInProgress | undefined) => void
}

/** The fields of a scene, and their preview. */
function SceneBody({ form, sceneId, readOnly, onWriting }: BodyProps) {
  const { t } = useTranslation('scenes')
  const sceneInProgress = { values: form.getValues(), sceneId }
  // An unedited scene equals the saved one.
  useReportWriting(sceneId === null || form.isDirty() ? sceneInProgress : undefined, onWriting)
  const { preview, isWhole } = usePreview(sceneInProgress, null)
  const names = useNames()
  return (
    <>
      <SceneFields form={form} readOnly={readOnly} />
      <ShowOnLamps collections={sceneInProgress.values.levels.map(levelOf)} />
      <Clashes clashes={isWhole ? preview.clashes : []} collections={names} />
      {sceneInProgress.values.mode === 'calendar' ? (
        <section aria-label={t('nextRuns')}>
          <h3>{t('nextRuns')}</h3>
          <UpcomingRuns preview={preview} isWhole={isWhole} />
        </section>
      ) : null}
    </>
  )
}

type NewProps = {
  initial: SceneForm
  onClose: () => void
  onMade: (sceneId: string) => void
  onWriting: (sceneInProgress: SceneInProgress | undefined) => void
}

/** A new scene, next to a preview of its week. */
export function NewScenePanel({ initial, onClose, onMade, onWriting }: NewProps) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const form = useCheckedForm<SceneForm>(sceneSchema, initial, {}, draftOf)
  const save = useActionMutation('saveScene', { refresh })
  const [failure, setFailure] = useState<unknown>()
  const isMounted = useIsMounted()
  const send = async (values: SceneForm) => {
    setFailure(undefined)
    try {
      const { scene } = await save.mutateAsync({ plantId, scene: draftOf(values) })
      form.resetDirty()
      // Do not navigate a person who has moved on.
      if (isMounted()) onMade(scene.id)
    } catch (error) {
      if (!isMounted()) toastFailure(error)
      else if (!showFieldFailures(form, error, 'scene.')) setFailure(error)
    }
  }
  return (
    <SidePanel title={t('new')} subtitle={t('unsaved')} onClose={onClose}>
      <form
        className={`vx-panel-part ${styles.sceneForm}`}
        onSubmit={form.onSubmit((values) => void send(values), focusFirstError)}
        noValidate
      >
        <UnsavedGuard form={form} draft="new-scene" saving={save.isPending} />
        <SceneBody form={form} onWriting={onWriting} sceneId={null} readOnly={blockedReason !== undefined} />
        <FormFailure error={failure} />
        <div className={layoutStyles.actions}>
          <ReasonButton type="submit" blockedReason={blockedReason} loading={save.isPending} onClick={() => undefined}>
            {t('word.create')}
          </ReasonButton>
        </div>
      </form>
    </SidePanel>
  )
}

type PanelProps = {
  scene: Scene
  empty: SceneForm
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onDuplicate: () => void
  onWriting: (sceneInProgress: SceneInProgress | undefined) => void
}

/** One scene: visible to everybody; edited, duplicated and deleted with permission. */
export function ScenePanel({ scene, empty, onDuplicate, onWriting, ...panel }: PanelProps) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const { whenText } = useSceneTexts()
  const names = useNames()
  const labels = useLabels()
  const update = useActionMutation('updateScene', { refresh })
  const record = useRecordForm<Omit<SceneForm, 'version'>>({
    schema: sceneSchema,
    stored: formOf(scene, empty),
    labels,
    save: async (values) => {
      const input = { plantId, sceneId: scene.id, version: values.version, scene: draftOf(values) }
      return formOf((await update.mutateAsync(input)).scene, empty)
    },
    toValues: (now: Scene) => formOf(now, empty),
    toInput: (values) => draftOf(values as SceneForm),
    say: (path, value) => (path === 'levels' ? levelsIn(value, names) : path === 'topic' ? serialOf(value) : value),
    prefix: 'scene.',
  })
  return (
    <SidePanel {...panel} title={scene.name} subtitle={whenText(scene.activation)}>
      <div className="vx-panel-part">
        {scene.stopped ? (
          <Alert color="orange" title={t('disabled')}>
            {t(`stopped.${scene.stopped}`)}
          </Alert>
        ) : null}
        <ActivateButton scene={scene} />
      </div>
      <RecordPanelForm
        record={record}
        blockedReason={blockedReason}
        className={styles.sceneForm}
        draft={`scene.${scene.id}`}
        saveLabel={t('word.save')}
        removeLabel={t('remove')}
        removal={(props) => <RemoveScene {...props} scene={scene} />}
        onClose={panel.onClose}
        footer={
          blockedReason === undefined ? (
            <Button variant="subtle" onClick={onDuplicate}>
              {t('duplicate')}
            </Button>
          ) : null
        }
      >
        <SceneBody form={record.form} onWriting={onWriting} sceneId={scene.id} readOnly={blockedReason !== undefined} />
      </RecordPanelForm>
      <RecentRuns sceneId={scene.id} />
    </SidePanel>
  )
}

const levelsIn = (text: string, names: ReadonlyMap<string, string>): string =>
  text
    .split('\n')
    .map(levelOf)
    .map(({ id, level }) => `${names.get(id) ?? id} ${level ?? '–'}`)
    .join(', ')

function useLabels() {
  const { t } = useTranslation('scenes')
  return {
    name: t('word.name'),
    enabled: t('enabled'),
    ramp: t('ramp'),
    mode: t('starts'),
    topic: t('word.centralUnit'),
    input: t('input'),
    weekdays: t('days'),
    kind: t('time'),
    at: t('timeOfDay'),
    offset: t('offset'),
    dated: t('word.period'),
    from: t('from'),
    to: t('word.lastDay'),
    yearly: t('yearly'),
    skipHolidays: t('skipHolidays'),
    levels: t('levels'),
  }
}

function RemoveScene({ scene: { id, name }, ...dialog }: RemovalProps & { scene: Scene }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  return (
    <RemoveDialog
      {...dialog}
      action="removeScene"
      input={{ plantId, sceneId: id }}
      refresh={refresh}
      title={t('removeTitle', { name })}
      confirmLabel={t('remove')}
      done={t('removed', { name })}
    >
      <p>{t('removeText')}</p>
    </RemoveDialog>
  )
}
