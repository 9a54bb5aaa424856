import { Button, Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { runCauses, runResults, runsPerPage } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { SceneRunsList } from './SceneRunsList.tsx'
import * as styles from './scenes.module.css'

/** Runs of scenes, latest first, filtered by scene, cause and result in the address. */
export function SceneHistory({ scenes }: { scenes: readonly Scene[] }) {
  const { t } = useTranslation('scenes')
  const [{ of = '', cause = '', result = '', page: pageText }, setSearch] = useSearchParams()
  const input = {
    page: Math.max(1, Math.trunc(Number(pageText)) || 1),
    sceneId: scenes.find(({ id }) => id === of)?.id ?? null,
    cause: runCauses.find((one) => one === cause) ?? null,
    result: runResults.find((one) => one === result) ?? null,
  }
  const choice = (label: string, key: string, value: string, data: { value: string; label: string }[]) => (
    <Select
      label={label}
      allowDeselect={false}
      value={data.some((one) => one.value === value) ? value : ''}
      onChange={(next) => setSearch({ [key]: next ?? undefined, page: undefined })}
      data={[{ value: '', label: t('all') }, ...data]}
    />
  )
  return (
    <>
      <div className={styles.sceneFilters}>
        {choice(
          t('scene'),
          'of',
          of,
          scenes.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {choice(
          t('causeColumn'),
          'cause',
          cause,
          runCauses.map((value) => ({ value, label: t(`cause.${value}`) })),
        )}
        {choice(
          t('word.result'),
          'result',
          result,
          runResults.map((value) => ({ value, label: t(`result.${value}`) })),
        )}
      </div>
      <AnswerBoundary>
        <Runs asked={input} isNarrowed={Boolean(of || cause || result)} />
      </AnswerBoundary>
    </>
  )
}

type RunsProps = { asked: Omit<ActionInput<'getSceneRuns'>, 'plantId'> & { page: number }; isNarrowed: boolean }

function Runs({ asked: input, isNarrowed }: RunsProps) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  const { runs, total } = useAnswer('getSceneRuns', { plantId, ...input }, { placeholderData: keepPreviousData })
  if (runs.length === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconHistory} title={t(isNarrowed ? 'noHistory.narrowed' : 'noHistory.title')}>
          {isNarrowed ? (
            <Button
              variant="default"
              onClick={() => setSearch({ of: undefined, cause: undefined, result: undefined, page: undefined })}
            >
              {t('noHistory.clear')}
            </Button>
          ) : (
            t('noHistory.text')
          )}
        </EmptyState>
      </div>
    )
  return (
    <>
      <div className="vx-card">
        <SceneRunsList runs={runs} named />
      </div>
      <Pages
        page={input.page}
        pages={Math.ceil(total / runsPerPage)}
        onPage={(to) => setSearch({ page: to === 1 ? undefined : String(to) })}
      />
    </>
  )
}

type PagesProps = { page: number; pages: number; onPage: (page: number) => void }

function Pages({ page, pages, onPage }: PagesProps) {
  const { t } = useTranslation('scenes')
  if (pages < 2) return null
  return (
    <div className={layoutStyles.actions}>
      <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('newer')}
      </Button>
      <span>{t('page', { page, pages })}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('older')}
      </Button>
    </div>
  )
}
