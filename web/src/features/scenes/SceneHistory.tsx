import { Button, Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { runCauses, runResults, runsPerPage, type SceneRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'

const anything = ''

/** The runs of scenes, latest first, narrowed by scene, cause and result. */
export function SceneHistory({ scenes }: { scenes: readonly Scene[] }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useOpenPlant()
  const [sceneId, setScene] = useState<string>(anything)
  const [cause, setCause] = useState<string>(anything)
  const [result, setResult] = useState<string>(anything)
  const [page, setPage] = useState(1)
  const runs = useAction('getSceneRuns', {
    ...{ plantId, page, sceneId: sceneId || null },
    cause: runCauses.find((one) => one === cause) ?? null,
    result: runResults.find((one) => one === result) ?? null,
  })
  const choice = (
    label: string,
    value: string,
    set: (value: string) => void,
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      allowDeselect={false}
      value={value}
      onChange={(next) => {
        set(next ?? anything)
        setPage(1)
      }}
      data={[{ value: anything, label: t('all') }, ...data]}
    />
  )
  return (
    <>
      <div className="vx-scene-filters">
        {choice(
          t('scene'),
          sceneId,
          setScene,
          scenes.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {choice(
          t('causeColumn'),
          cause,
          setCause,
          runCauses.map((value) => ({ value, label: t(`cause.${value}`) })),
        )}
        {choice(
          t('resultColumn'),
          result,
          setResult,
          runResults.map((value) => ({ value, label: t(`result.${value}`) })),
        )}
      </div>
      <Answered query={runs}>
        {({ runs: its, total }) =>
          its.length === 0 ? (
            <div className="vx-card">
              <EmptyState icon={IconHistory} title={t('noHistory.title')}>
                {t('noHistory.text')}
              </EmptyState>
            </div>
          ) : (
            <>
              <Runs runs={its} />
              <Pages page={page} pages={Math.ceil(total / runsPerPage)} onPage={setPage} />
            </>
          )
        }
      </Answered>
    </>
  )
}

function Runs({ runs }: { runs: readonly SceneRun[] }) {
  const { t } = useTranslation('scenes')
  const { plant } = useOpenPlant()
  const { dateTime } = useFormats(plant.timezone)
  const causeText = ({ cause, input }: SceneRun) =>
    input ? t('inputOf', { input: input.input, unit: serialOf(input.topic) }) : t(`cause.${cause}`)
  return (
    <ul className="vx-card vx-scene-history">
      {runs.map((run) => (
        <li key={run.id}>
          <b>{run.name}</b>
          <span>{dateTime(run.at)}</span>
          <span>{[causeText(run), run.by].filter(Boolean).join(' · ')}</span>
          <span>{t(`result.${run.result}`)}</span>
          {run.units.length > 1 ? (
            <small>
              {run.units.map(({ topic, result }) => `${serialOf(topic)}: ${t(`result.${result}`)}`).join(', ')}
            </small>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type PagesProps = { page: number; pages: number; onPage: (page: number) => void }

function Pages({ page, pages, onPage }: PagesProps) {
  const { t } = useTranslation('scenes')
  if (pages < 2) return null
  return (
    <div className="vx-actions">
      <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('newer')}
      </Button>
      <span>{t('page', { page, pages })}</span>
      <Button variant="default" disabled={page === pages} onClick={() => onPage(page + 1)}>
        {t('older')}
      </Button>
    </div>
  )
}
