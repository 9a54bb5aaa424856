import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArchive, IconPlus } from '@tabler/icons-react'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { usePlants } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Chip } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { pathTo } from '../../site-map.ts'
import { InvitationBanner } from '../members/index.ts'
import { WeekLine } from '../week/index.ts'
import { ListOrMap } from './ListOrMap.tsx'
import { OutlooksState } from './OutlookCells.tsx'
import { plantColumns, plantLine } from './plant-columns.tsx'
import * as styles from './plants.module.css'
import { plantFilters, questionOf, worstFirst } from './plants.reads.ts'
import { useFilters, useRoleLabels } from './use-filters.ts'

const PlantsOnMap = lazy(async () => (await import('./PlantsOnMap.tsx')).PlantsOnMap, { meanwhile: <LoadingRows /> })

/** Loaded separately, because its fields and rules would be a large part of the home page. */
const NewPlantDialog = lazy(async () => (await import('./NewPlantDialog.tsx')).NewPlantDialog)

/** Loaded once the menu is opened. */
const PlantsMenu = lazy(async () => (await import('./PlantsMenu.tsx')).PlantsMenu, { quiet: true })

/** Loaded only for people without plants. */
const NoPlants = lazy(async () => (await import('./NoPlants.tsx')).NoPlants)

type PlantList = ActionOutput<'getAllPlants'>

const exportPageRows = 100

const allPlants = (question: ActionInput<'getAllPlants'>) =>
  allPages(async (page) => {
    const { plants: rows, total } = await call('getAllPlants', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** Loaded only for owners. */
const OwnPlants = lazy(async () => (await import('./OwnPlants.tsx')).OwnPlants, { meanwhile: <LoadingRows /> })

/** The home of a person: for an owner the answer about the plants, for others the list of plants. */
export function PlantsPage() {
  const { usertype } = useSignedInUser()
  const [params] = useSearchParams()
  const asksForList = ['all', 'archived', 'show', 'q', 'f', 'sort', 'page', ...plantFilters].some(
    (name) => params[name],
  )
  if (usertype !== 'client' || asksForList) return <PlantListPage />
  return (
    <div className={styles.plants}>
      <AnswerBoundary skeleton={<LoadingRows rows={0} />}>
        <InvitationBanner />
      </AnswerBoundary>
      <AnswerBoundary skeleton={<PlantsSkeleton />}>
        <OwnPlants list={<PlantListPage />} />
      </AnswerBoundary>
    </div>
  )
}

/** Every plant of the person, worst first, live. */
function PlantListPage() {
  const [state] = useTableState('', worstFirst, plantFilters)
  const [{ archived, show }] = useSearchParams()
  const question = questionOf(state, Boolean(archived))
  const input = { question, page: state.page }
  return (
    <div className={styles.plants}>
      <PlantsHead {...input} />
      <AnswerBoundary skeleton={<LoadingRows rows={0} />}>
        <InvitationBanner />
      </AnswerBoundary>
      {archived ? null : <WeekLine />}
      <AnswerBoundary skeleton={<PlantsSkeleton />}>
        <Plants {...input} isMap={show === 'map'} />
      </AnswerBoundary>
    </div>
  )
}

type PlantsInput = { question: ActionInput<'getAllPlants'>; page: number }

function Plants({ question, page, isMap }: PlantsInput & { isMap: boolean }) {
  const list = usePlants({ ...question, page })
  return isMap ? (
    <PlantsOnMap list={list} question={question} hasList />
  ) : (
    <PlantTable list={list} question={question} />
  )
}

function PlantsSkeleton() {
  return (
    <div className="vx-card">
      <LoadingRows height={56} />
    </div>
  )
}

/** Only installers and administrators create plants; others do not see the button. */
export function useMayCreatePlants(): boolean {
  const { usertype } = useSignedInUser()
  return usertype === 'installer' || usertype === 'admin'
}

function PlantsHead(input: PlantsInput) {
  const { t } = useTranslation('plants')
  const mayCreate = useMayCreatePlants()
  const phone = usePhone()
  const [params, change] = useSearchParams()
  return (
    <>
      <PageHeader
        title={t('word.plants')}
        facts={<Totals {...input} />}
        actions={
          phone && !params.archived ? null : (
            <>
              {params.archived ? (
                <ArchivedButton>{t('list.inUse')}</ArchivedButton>
              ) : (
                <AnswerBoundary quiet>
                  <Archived {...input} />
                </AnswerBoundary>
              )}
              {mayCreate ? (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
                  {t('new.open')}
                </Button>
              ) : null}
            </>
          )
        }
        more={mayCreate ? <PlantsMenu /> : null}
      />
      {mayCreate && params.new ? <NewPlantDialog onClose={() => change({ new: undefined })} /> : null}
    </>
  )
}

function Totals({ question, page }: PlantsInput) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const { plants, lamps, connected, units } = usePlants({ ...question, page }).totals
  if (plants === 0) return null
  return (
    <>
      <span>{t('totals.plants', { count: plants, number: number(plants) })}</span>
      <span>{t('totals.lamps', { count: lamps, number: number(lamps) })}</span>
      <span>{t('totals.units', { connected: number(connected), total: number(units) })}</span>
    </>
  )
}

/** Link to the archived plants, if there are any. */
function Archived({ question, page }: PlantsInput) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const count = usePlants({ ...question, page }).archived
  return count === 0 ? null : <ArchivedButton>{`${t('list.archived')} (${number(count)})`}</ArchivedButton>
}

/** Switches between plants in use and archived plants. */
function ArchivedButton({ children }: { children: string }) {
  const [{ archived }, change] = useSearchParams()
  return (
    <Button
      variant="default"
      aria-pressed={Boolean(archived)}
      leftSection={<IconArchive size={16} aria-hidden />}
      onClick={() => change({ archived: archived ? undefined : '1', page: undefined, f: undefined })}
    >
      {children}
    </Button>
  )
}

function NoArchived() {
  const { t } = useTranslation('plants')
  return (
    <div className="vx-card">
      <EmptyState icon={IconArchive} title={t('list.noneTitle')}>
        {t('list.noneText')}
      </EmptyState>
    </div>
  )
}

/** More OK plants than this start folded. */
const maxUnfolded = 20

/** On a phone the OK plants fold beneath their number, in the list of all plants, worst first. */
function useOkPlants(list: PlantList, question: PlantsInput['question']) {
  const { t } = useTranslation('plants')
  const count = list.conditions.ok
  // A default would be stored, although nobody chose it.
  const [choice, choose] = useLocalStorage<boolean>({ key: 'vigilux.plants.okFolded', getInitialValueInEffect: false })
  const isFolded = choice ?? count > maxUnfolded
  const { sort, descending, ...filters } = question
  if (Object.keys(filters).length > 0 || (sort && sort !== 'state') || descending) return {}
  const label = t('list.ok', { count })
  return {
    listGroup: ({ condition }: PlantSummary) => (condition === 'ok' ? label : undefined),
    listFold: { isFolded, toggle: () => choose(!isFolded) },
  }
}

function PlantTable({ list, question }: { list: PlantList; question: PlantsInput['question'] }) {
  const { t } = useTranslation('plants')
  const filters = useFilters(list)
  const role = useRoleLabels()
  const navigateTo = useNavigateTo()
  const [state] = useTableState('', worstFirst)
  const listed = question.archived ? undefined : list.plants.map(({ plant_id }) => plant_id)
  const open = ({ plant_id }: PlantSummary) => navigateTo(pathTo('plantOverview', { plantId: plant_id }))
  const chips: Chip<PlantSummary>[] = conditions
    .filter((name) => list.conditions[name] > 0 || name === state.chip)
    .map((name) => ({
      id: name,
      label: t(`state.${name}`),
      state: name,
      fits: ({ condition }) => condition === name,
      count: list.conditions[name],
    }))
  const okPlants = useOkPlants(list, question)
  return (
    <>
      <DataTable
        name="plants"
        label={t('word.plants')}
        rows={list.plants}
        columns={plantColumns({ t, role, listed, state: (name) => t(`state.${name}`) })}
        rowKey={({ plant_id }) => plant_id}
        listLine={(plant) => plantLine(plant, { t, listed, hasHeading: 'listGroup' in okPlants })}
        {...okPlants}
        searchPlaceholder={t('search')}
        chips={chips}
        filters={filters}
        defaultSort={worstFirst}
        onOpen={open}
        twoLines
        tools={<ListOrMap />}
        remote={{ steady: true, total: list.total, all: list.totals.plants, exportRows: () => allPlants(question) }}
        empty={question.archived ? <NoArchived /> : <NoPlants />}
      />
      {listed ? <OutlooksState listed={listed} /> : null}
    </>
  )
}
