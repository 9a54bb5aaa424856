import { Button, Select } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Person } from '@vigilux/contract/features/members/people.ts'
import { plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { InvitePeopleDialog } from './InvitePeopleDialog.tsx'
import * as styles from './people.module.css'
import { RemovePeopleDialog } from './RemovePeopleDialog.tsx'

type Question = ActionInput<'getPeople'>

/** Refetch interval of the open list, because no browser watches all of its plants at once. */
const refetchMs = 30_000
const exportPageRows = 100
const sortKeys = ['name', 'email', 'plants', 'endsOn'] as const
const sortByName = { column: 'name', descending: false }
/** Maximum number of plants of a role that are named. */
const maxNamedPlants = 2

/** The query from the address; invalid parts are dropped. */
function useQuestion(): Question {
  const [{ search, chip, sort }] = useTableState('', sortByName)
  const [{ plant }] = useSearchParams()
  const role = plantRoles.find((name) => name === chip)
  const sortKey = sortKeys.find((name) => name === sort?.column)
  return {
    ...(search ? { search: search.slice(0, 80) } : {}),
    ...(plant && /^[0-9a-f-]{36}$/.test(plant) ? { plantId: plant } : {}),
    ...(role ? { role } : {}),
    ...(sortKey ? { sort: sortKey, descending: sort?.descending ?? false } : {}),
  }
}

const allPeople = (question: Question) =>
  allPages(async (page) => {
    const { people: rows, total } = await call('getPeople', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The people of all plants administered by the person. */
export function PeoplePage() {
  const { t } = useTranslation(['members', 'people'])
  const question = useQuestion()
  const [{ page }] = useTableState()
  const [params, change] = useSearchParams()
  return (
    <>
      <PageHeader
        title={t('people:title')}
        facts={<span>{t('people:text')}</span>}
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
            {t('people:invite')}
          </Button>
        }
      />
      <AnswerBoundary>
        <PeopleTable question={question} page={page} />
      </AnswerBoundary>
      {params.new ? <InvitePeopleDialog onClose={() => change({ new: undefined })} /> : null}
    </>
  )
}

/** Filters the list by one plant, through the address. */
function PlantFilter() {
  const { t } = useTranslation(['members', 'people'])
  const [{ plant }, change] = useSearchParams()
  const plants = useAnswer('getAllPlants', { pageSize: 100, sort: 'plantname' }).plants
  return (
    <Select
      className={styles.peoplePlant}
      aria-label={t('word.plant')}
      placeholder={t('people:everyPlant')}
      searchable
      clearable
      value={plant ?? null}
      data={plants
        .filter(({ role }) => role === 'installerAdministrator')
        .map(({ plant_id, plantname }) => ({ value: plant_id, label: plantname }))}
      onChange={(value) => change({ plant: value ?? undefined, page: undefined })}
    />
  )
}

function usePeopleColumns(): Column<Person>[] {
  const { t } = useTranslation(['members', 'people'])
  // A day without a time is the same in every zone.
  const { date } = useFormats('UTC')
  const soonestEnd = ({ memberships }: Person) =>
    memberships.flatMap(({ endsOn }) => endsOn ?? []).toSorted()[0] ?? null
  return [
    { id: 'name', header: t('column.name'), value: ({ name }) => name, cell: ({ name }) => <b>{name}</b> },
    { id: 'email', header: t('word.email'), value: ({ email }) => email, cell: ({ email }) => email },
    {
      id: 'plants',
      header: t('word.plants'),
      value: ({ plants }) => plants,
      cell: (person) => <Plants person={person} />,
      csv: ({ memberships }) =>
        memberships.map(({ plantname, role }) => `${plantname}: ${t(`role.${role}`)}`).join('; '),
    },
    {
      id: 'endsOn',
      header: t('column.endsOn'),
      value: soonestEnd,
      cell: (person) => {
        const day = soonestEnd(person)
        return day ? <time dateTime={day}>{date(day)}</time> : <span className="vx-hint">–</span>
      },
    },
  ]
}

/** A person's roles, each with its plants: by name while they are few, then counted. */
function Plants({ person: { plants, memberships } }: { person: Person }) {
  const { t } = useTranslation(['members', 'people'])
  const { t: tPlants } = useTranslation('plants')
  const { number } = useFormats()
  const unlistedCount = plants - memberships.length
  return (
    <span className={styles.peoplePlants}>
      {[...Map.groupBy(memberships, ({ role }) => role)].map(([role, ofRole]) => {
        const names = ofRole.map(({ plantname }) => plantname).join(', ')
        return (
          <span key={role} title={names}>
            {t(`role.${role}`)}{' '}
            <span className="vx-hint">
              {ofRole.length > maxNamedPlants
                ? tPlants('totals.plants', { count: ofRole.length, number: number(ofRole.length) })
                : names}
            </span>
          </span>
        )
      })}
      {unlistedCount > 0 ? <span className="vx-hint">{t('people:more', { count: unlistedCount })}</span> : null}
    </span>
  )
}

function PeopleTable({ question, page }: { question: Question; page: number }) {
  const { t } = useTranslation(['members', 'people'])
  const list = useAnswer(
    'getPeople',
    { ...question, page },
    { placeholderData: keepPreviousData, refetchInterval: refetchMs },
  )
  const columns = usePeopleColumns()
  const plantFilter = (
    <AnswerBoundary skeleton={<LoadingRows rows={1} height={34} />}>
      <PlantFilter />
    </AnswerBoundary>
  )
  const [leavingSelection, setLeavingSelection] = useState<{ people: readonly Person[]; clear: () => void }>()
  return (
    <>
      <DataTable
        name="people"
        label={t('people:title')}
        rows={list.people}
        columns={columns}
        rowKey={({ userid }) => userid}
        listLine={(person) => ({ title: person.name, detail: person.email, more: <Plants person={person} /> })}
        searchPlaceholder={t('people:search')}
        selects={{ fields: plantFilter, inUse: question.plantId ? 1 : 0 }}
        chips={plantRoles.map((id) => ({
          id,
          label: t(`role.${id}`),
          count: list.roles[id],
          fits: ({ memberships }: Person) => memberships.some(({ role }) => role === id),
        }))}
        defaultSort={sortByName}
        remote={{ total: list.total, all: list.everybody, exportRows: () => allPeople(question) }}
        selection={{
          label: ({ name }) => name,
          actions: (people, clear) => (
            <Button color="red" onClick={() => setLeavingSelection({ people, clear })}>
              {t('people:remove')}
            </Button>
          ),
        }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconUsers} title={t('people:emptyTitle')}>
              {t('people:emptyText')}
            </EmptyState>
          </div>
        }
      />
      {leavingSelection ? (
        <RemovePeopleDialog
          people={leavingSelection.people}
          onClose={() => setLeavingSelection(undefined)}
          onDone={() => leavingSelection.clear()}
        />
      ) : null}
    </>
  )
}
