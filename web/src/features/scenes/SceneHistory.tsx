import { Button, Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { runCauses, runResults, runsPerPage } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { SceneRunsList } from './SceneRunsList.tsx'

/** The runs of scenes, latest first, narrowed by scene, cause and result, as the address says. */
export function SceneHistory({ scenes }: { scenes: readonly Scene[] }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useOpenPlant()
  const [{ of = '', cause = '', result = '', page: pageText }, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(pageText)) || 1)
  const narrowed = Boolean(of || cause || result)
  const runs = useAction(
    'getSceneRuns',
    {
      ...{ plantId, page, sceneId: scenes.find(({ id }) => id === of)?.id ?? null },
      cause: runCauses.find((one) => one === cause) ?? null,
      result: runResults.find((one) => one === result) ?? null,
    },
    { placeholderData: keepPreviousData },
  )
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
      <div className="vx-scene-filters">
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
          t('resultColumn'),
          'result',
          result,
          runResults.map((value) => ({ value, label: t(`result.${value}`) })),
        )}
      </div>
      <Answered query={runs}>
        {({ runs: its, total }) =>
          its.length === 0 ? (
            <div className="vx-card">
              <EmptyState icon={IconHistory} title={t(narrowed ? 'noHistory.narrowed' : 'noHistory.title')}>
                {narrowed ? (
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
          ) : (
            <>
              <div className="vx-card">
                <SceneRunsList runs={its} named />
              </div>
              <Pages
                page={page}
                pages={Math.ceil(total / runsPerPage)}
                onPage={(to) => setSearch({ page: to === 1 ? undefined : String(to) })}
              />
            </>
          )
        }
      </Answered>
    </>
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
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('older')}
      </Button>
    </div>
  )
}
