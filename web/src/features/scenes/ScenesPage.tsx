import { IconPlus } from '@tabler/icons-react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ArchivedNote } from './ArchivedNote.tsx'
import { SceneHistory } from './SceneHistory.tsx'
import { SceneList } from './SceneList.tsx'
import { NewScenePanel, ScenePanel } from './ScenePanel.tsx'
import { SceneTabs, type SceneView, viewOf } from './SceneTabs.tsx'
import { SceneWeek } from './SceneWeek.tsx'
import { emptyForm, formOf, type SceneForm } from './scene-form.ts'
import { type Preview, type SceneInProgress, usePreview } from './use-preview.ts'

const newKey = 'new'

/** A plant's scenes: as a list, as a week, and their past runs; the open scene is edited next to them. */
export function ScenesPage() {
  const { t } = useTranslation('scenes')
  const { plantId, plant, units } = useCurrentPlant()
  const { scenes } = useAnswer('getScenes', { plantId })
  const [{ view: requestedView, from = null }, setSearch] = useSearchParams()
  const view = viewOf(requestedView)
  const detail = useOpenDetail('scene')
  const blockedReason = useWhyNotAllowed() ?? (units.length === 0 ? t('none.noUnit') : undefined)
  const [sceneInProgress, setSceneInProgress] = useState<SceneInProgress>()
  const [copiedScene, setCopiedScene] = useState<SceneForm>()
  const open = (key: string) => {
    setCopiedScene(undefined)
    detail.open(key)
  }
  const create = (
    <ReasonButton
      blockedReason={blockedReason}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => open(newKey)}
    >
      {t('new')}
    </ReasonButton>
  )
  const count = scenes.length
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={
          <>
            {count > 0 ? <span>{t('count', { count })}</span> : null}
            {from === null ? <SunToday /> : null}
          </>
        }
        actions={count > 0 || view !== 'list' ? <RoleAction>{create}</RoleAction> : null}
      />
      <SceneTabs current={view} />
      {view === 'list' ? <ZoneNote timeZone={plant.timezone} /> : null}
      <ArchivedNote />
      <AnswerBoundary>
        <OpenScene
          all={scenes}
          detail={detail}
          copied={copiedScene}
          create={create}
          view={view}
          open={open}
          writing={sceneInProgress}
          from={from}
          onWriting={setSceneInProgress}
          onFrom={(day) => setSearch({ from: day ?? undefined })}
          onDuplicate={(form) => {
            setCopiedScene(form)
            detail.open(newKey)
          }}
        />
      </AnswerBoundary>
    </>
  )
}

function SunToday() {
  const { t } = useTranslation('scenes')
  const sun = usePreview(undefined, null).preview.week[0]?.sun
  if (!sun?.dawnTime || !sun.sunsetTime) return null
  return <span>{t('sunToday', { dawn: sun.dawnTime, sunset: sun.sunsetTime })}</span>
}

type OpenProps = {
  all: readonly Scene[]
  detail: ReturnType<typeof useOpenDetail>
  copied: SceneForm | undefined
  create: ReactNode
  view: SceneView
  from: string | null
  open: (key: string) => void
  writing: SceneInProgress | undefined
  onWriting: (sceneInProgress: SceneInProgress | undefined) => void
  onFrom: (day: string | null) => void
  onDuplicate: (form: SceneForm) => void
}

function OpenScene({
  all,
  detail,
  copied,
  create,
  view,
  from,
  open,
  writing,
  onWriting,
  onFrom,
  onDuplicate,
}: OpenProps) {
  const { t } = useTranslation('scenes')
  const { units } = useCurrentPlant()
  const { preview } = usePreview(writing, from)
  // Based on the saved scenes.
  const { next } = usePreview(undefined, null).preview
  const [first] = units
  const empty = emptyForm(first ? topicOf(first) : '', preview.today)
  const { row: scene, steps } = openRow(all, ({ id }) => id, { ...detail, open })
  const panel =
    detail.key === newKey ? (
      // The key remounts the form when the view changes.
      <NewScenePanel
        key={view}
        initial={copied ?? empty}
        onClose={detail.close}
        onMade={detail.open}
        onWriting={onWriting}
      />
    ) : scene ? (
      <ScenePanel
        key={scene.id}
        scene={scene}
        empty={empty}
        {...steps}
        onDuplicate={() =>
          onDuplicate({ ...formOf(scene, empty), name: t('copyOf', { name: scene.name }).slice(0, 60), version: 0 })
        }
        onWriting={onWriting}
      />
    ) : null
  return (
    <WithPanel panel={panel} gone={detail.key && detail.key !== newKey && !scene ? t('gone') : undefined}>
      <View
        all={all}
        create={create}
        view={view}
        preview={preview}
        next={next}
        open={open}
        onFrom={onFrom}
        writing={writing}
        openKey={detail.key}
      />
    </WithPanel>
  )
}

type ViewProps = Pick<OpenProps, 'all' | 'create' | 'view' | 'open' | 'onFrom' | 'writing'> & {
  preview: Preview
  next: Preview['next']
  openKey: string | undefined
}

function View({ all, create, view, preview, next, open, onFrom, writing, openKey }: ViewProps) {
  if (view === 'list') return <SceneList scenes={all} next={next} create={create} openKey={openKey} onOpen={open} />
  if (view === 'history') return <SceneHistory scenes={all} />
  return <SceneWeek scenes={all} onOpen={open} writing={writing} preview={preview} onFrom={onFrom} />
}
