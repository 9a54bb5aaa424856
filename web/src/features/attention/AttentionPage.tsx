import { Button } from '@mantine/core'
import { IconCircleCheck, IconZzz } from '@tabler/icons-react'
import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { keyOfCause } from '../../shared/plant/cause-key.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Filter } from '../../shared/table/table-filters.ts'
import { pathTo } from '../../site-map.ts'
import { OpenNotices, OwnEscalations } from '../notices/index.ts'
import { DoneDuties } from '../week/index.ts'
import * as styles from './attention.module.css'
import { type ColumnTexts, causeColumns, toCauseLine } from './cause-columns.tsx'
import { useCauseTexts } from './cause-texts.ts'
import { countOpen } from './count-open.ts'
import { Proof } from './Proof.tsx'

const CausePanel = lazy(async () => (await import('./CausePanel.tsx')).CausePanel)

type Answer = ActionOutput<'getAttention'>
type Translate = ColumnTexts['t']

/** All open causes in the person's plants, worst first, live. */
export function AttentionPage() {
  const { t } = useTranslation('attention')
  const { t: tNotices } = useTranslation('notices')
  const [{ tab }] = useSearchParams()
  const showsNotices = tab === 'notices'
  return (
    <div className={styles.attentionPage}>
      <PageHeader title={t('word.needsAttention')} facts={<Facts />} />
      <PageTabs
        label={tNotices('open.views')}
        tabs={[
          { to: pathTo('attention'), text: tNotices('open.causes'), current: !showsNotices },
          { to: pathTo('attention', {}, { tab: 'notices' }), text: tNotices('open.tab'), current: showsNotices },
        ]}
      />
      {showsNotices ? (
        <OpenNotices />
      ) : (
        <>
          <OwnEscalations />
          <AnswerBoundary>
            <Causes />
          </AnswerBoundary>
        </>
      )}
    </div>
  )
}

function Facts() {
  const { t } = useTranslation('attention')
  const { number } = useFormats()
  const { userid } = useSignedInUser()
  const answer = useAnswer('getAttention', {})
  const { causes, total, plants, plantsOpen } = answer
  const open = countOpen(answer)
  const ownCount = causes.filter(({ assignee }) => assignee?.userid === userid).length
  return (
    <>
      <span>
        {t('facts.open', { count: open, number: number(open), plants: number(plantsOpen), of: number(plants) })}
      </span>
      {ownCount > 0 ? <span>{t('facts.own', { count: ownCount })}</span> : null}
      {total > causes.length ? <span>{t('facts.worst', { number: number(causes.length) })}</span> : null}
    </>
  )
}

/** Filter value of the assignee: special values for the person and for nobody, which differ from every id. */
const assignedTo = ({ assignee }: OpenCause, ownId: string): string =>
  assignee === null ? 'nobody' : assignee.userid === ownId ? 'me' : assignee.userid

function filtersOf(causes: readonly OpenCause[], ownId: string, t: Translate): Filter<OpenCause>[] {
  const people = new Map(causes.flatMap(({ assignee }) => (assignee ? [[assignee.userid, assignee.name]] : [])))
  const plants = new Map(causes.map(({ plant_id, plantname }) => [plant_id, plantname]))
  return [
    {
      id: 'who',
      label: t('column.assignee'),
      valuesOf: (cause) => [assignedTo(cause, ownId)],
      labelOf: (value) => (value === 'me' ? t('you') : value === 'nobody' ? t('nobody') : (people.get(value) ?? value)),
    },
    {
      id: 'plant',
      label: t('word.plant'),
      valuesOf: ({ plant_id }) => [plant_id],
      labelOf: (value) => plants.get(value) ?? value,
    },
  ]
}

function Causes() {
  const { t } = useTranslation('attention')
  const { t: shared } = useTranslation('shared')
  const texts = useCauseTexts()
  const { userid: ownId } = useSignedInUser()
  const [{ snoozed }, change] = useSearchParams()
  const detail = useOpenDetail('open')
  const answer = useAnswer('getAttention', {})
  const { causes } = answer
  const snoozedCauses = causes.filter((cause) => cause.snoozed !== null)
  const rows = snoozed ? snoozedCauses : causes.filter((cause) => cause.snoozed === null)
  const columnTexts: ColumnTexts = { t, causeTexts: texts, ownId, state: (condition) => shared(`state.${condition}`) }
  const filters = useMemo(() => filtersOf(causes, ownId, t), [causes, ownId, t])
  const { row: shown, steps } = openRow(rows, keyOfCause, detail)
  return (
    <WithPanel panel={shown ? <CausePanel key={keyOfCause(shown)} cause={shown} {...steps} /> : null}>
      <DataTable
        name="attention"
        label={t('word.needsAttention')}
        rows={rows}
        columns={causeColumns(columnTexts)}
        rowKey={keyOfCause}
        listLine={(cause) => toCauseLine(cause, columnTexts)}
        searchText={(cause) => [texts(cause).title, cause.cu, cause.plantname, cause.city].join(' ')}
        searchPlaceholder={t('search')}
        chips={conditions
          .filter((name) => rows.some(({ condition }) => condition === name))
          .map((name) => ({
            id: name,
            label: columnTexts.state(name),
            state: name,
            fits: ({ condition }: OpenCause) => condition === name,
          }))}
        filters={filters}
        onOpen={(cause) => detail.open(keyOfCause(cause))}
        openKey={shown ? detail.key : undefined}
        twoLines
        tools={
          snoozedCauses.length > 0 || snoozed ? (
            <Button
              variant="default"
              aria-pressed={Boolean(snoozed)}
              leftSection={<IconZzz size={16} aria-hidden />}
              onClick={() =>
                change({ snoozed: snoozed ? undefined : '1', open: undefined, page: undefined, f: undefined })
              }
            >
              {snoozed ? t('showOpen') : t('showSnoozed', { count: snoozedCauses.length })}
            </Button>
          ) : null
        }
        empty={<NothingOpen answer={answer} snoozed={Boolean(snoozed)} putOff={snoozedCauses.length} />}
      />
      <Proof answer={answer} />
    </WithPanel>
  )
}

/** No open causes, or only snoozed ones. */
function NothingOpen({ answer, snoozed, putOff }: { answer: Answer; snoozed: boolean; putOff: number }) {
  const { t } = useTranslation('attention')
  const { number } = useFormats()
  const [, change] = useSearchParams()
  return (
    <div className={styles.attentionNothing}>
      <div className="vx-card">
        <EmptyState icon={IconCircleCheck} title={snoozed ? t('none.snoozed') : t('none.title')}>
          {answer.plants === 0
            ? t('none.noPlants')
            : t('none.text', { count: answer.plants, number: number(answer.plants) })}{' '}
          {snoozed || putOff > 0 ? (
            <button
              type="button"
              className="vx-linklike"
              onClick={() => change({ snoozed: snoozed ? undefined : '1' })}
            >
              {snoozed ? t('showOpen') : t('showSnoozed', { count: putOff })}
            </button>
          ) : null}
        </EmptyState>
      </div>
      {snoozed ? null : (
        <AnswerBoundary quiet>
          <DoneDuties kind="repair" />
        </AnswerBoundary>
      )}
    </div>
  )
}
