import { Chip, Select, Switch, TextInput } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { BarAction } from '../../shared/table/BarAction.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { ExportMenu } from '../../shared/table/ExportMenu.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { type Column, searchRows } from '../../shared/table/table-model.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useLampRooms } from '../rooms/index.ts'
import { DraftPanel } from './DraftPanel.tsx'
import { GroupsSheet } from './GroupsSheet.tsx'
import { groupsWith } from './group-draft.ts'
import * as styles from './groups.module.css'
import { MatrixGrid } from './MatrixGrid.tsx'
import { filterLamps } from './matrix-filter.ts'
import { type GroupDraftState, useGroupDraft } from './use-group-draft.ts'
import { useGroupLabel } from './use-group-names.ts'

const allGroups = Array.from({ length: maxGroupNumber }, (_, at) => at + 1)

const textOf = ({ id, description, location, serial }: Lamp) =>
  [lampNumber(id), description, location, serial].join(' ')

type MatrixProps = { topic: string; all: readonly Lamp[] }

/** Which lamp of a unit is in which groups: edited cell by cell, and sent to the unit as one batch. */
export function GroupMatrix({ topic, all }: MatrixProps) {
  const { t } = useTranslation('groups')
  const phone = usePhone()
  const lamps = useMemo(
    () =>
      all
        .filter(({ cu, type }) => cu === topic && (type === 'emergency' || type === 'lighting'))
        .sort((a, b) => a.id - b.id),
    [all, topic],
  )
  const draft = useGroupDraft(topic, lamps)
  const readOnly = useWhyNotAllowed() !== undefined
  if (lamps.length === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconUsersGroup} title={t('matrix.empty')} />
      </div>
    )
  const parts = { topic, lamps, draft, readOnly }
  return (
    <>
      <LeaveQuestion pathOnly unsaved={() => draft.changes.length > 0 && draft.operation === undefined} />
      <div className={styles.groupsWork}>
        {phone ? <LampGroups {...parts} /> : <FilteredGrid {...parts} />}
        {readOnly ? null : <DraftPanel topic={topic} draft={draft} withKeys={!phone} />}
      </div>
    </>
  )
}

type PartProps = { topic: string; lamps: readonly Lamp[]; draft: GroupDraftState; readOnly: boolean }

function FilteredGrid({ topic, lamps, draft, readOnly }: PartProps) {
  const { t } = useTranslation('groups')
  const [search, setSearch] = useSearchParams()
  const [changedOnly, setChangedOnly] = useState(false)
  const changed = new Set(draft.changes.map(({ addr }) => addr))
  const { plantId } = useCurrentPlant()
  const { rooms, roomsOf, label } = useLampRooms(plantId)
  const groupLabel = useGroupLabel()
  const group = allGroups.find((one) => String(one) === String(search.in))
  const columns = useExportColumns(topic, draft)
  const roomLamps = filterLamps(lamps, { room: search.room, group }, draft.draft, roomsOf)
  const found = searchRows(roomLamps, search.q ?? '', textOf)
  const shown = changedOnly ? found.filter(({ id }) => changed.has(id)) : found
  return (
    <div className={styles.groupsGrid}>
      <div className={styles.groupsFilter}>
        <TextInput
          type="search"
          aria-label={t('matrix.search')}
          placeholder={t('matrix.search')}
          value={search.q ?? ''}
          onChange={(event) => setSearch({ q: event.currentTarget.value || undefined })}
        />
        <Chip checked={changedOnly} onChange={setChangedOnly}>
          {t('matrix.changed', { number: changed.size })}
        </Chip>
        {rooms.length > 0 ? (
          <Select
            clearable
            searchable
            aria-label={t('word.room')}
            placeholder={t('word.room')}
            value={search.room ?? null}
            data={rooms.map(({ id }) => ({ value: id, label: label(id) }))}
            onChange={(room) => setSearch({ room: room ?? undefined })}
          />
        ) : null}
        <Select
          clearable
          aria-label={t('matrix.inGroup')}
          placeholder={t('matrix.inGroup')}
          value={group === undefined ? null : String(group)}
          data={allGroups.map((one) => ({ value: String(one), label: groupLabel(topic, one) }))}
          onChange={(one) => setSearch({ in: one ?? undefined })}
        />
        <ExportMenu title={`${t('word.groups')} ${serialOf(topic)}`} rows={async () => shown} columns={columns} />
      </div>
      {shown.length === 0 ? (
        <p className={tableStyles.tableNothing}>{t('matrix.nothing')}</p>
      ) : (
        <MatrixGrid topic={topic} lamps={shown} draft={draft} readOnly={readOnly} />
      )}
    </div>
  )
}

/** Workbook columns of the matrix as reported: a row per lamp, a column per group. */
function useExportColumns(topic: string, draft: GroupDraftState): readonly Column<Lamp>[] {
  const { t } = useTranslation('groups')
  const groupLabel = useGroupLabel()
  const plainColumn = (id: string, header: string, value: (lamp: Lamp) => string | number): Column<Lamp> => {
    return { id, header, cell: value, value }
  }
  const changed = new Set(draft.changes.map(({ addr }) => addr))
  return [
    plainColumn('number', t('word.numberShort'), ({ id }) => id),
    plainColumn('place', t('word.lamp'), ({ description, location }) => description || location),
    plainColumn('serial', t('word.serial'), ({ serial }) => serial),
    ...allGroups.map((group) =>
      plainColumn(String(group), groupLabel(topic, group), ({ groups }) => (groups.includes(group) ? '×' : '')),
    ),
    ...(changed.size > 0
      ? [
          plainColumn('draftGroups', t('matrix.draftGroups'), (lamp) =>
            changed.has(lamp.id) ? groupsWith(draft.draft, lamp).join(', ') : '',
          ),
        ]
      : []),
  ]
}

/** On a phone: choose one lamp or several, then their sixteen groups from a list. */
function LampGroups({ topic, lamps, draft, readOnly }: PartProps) {
  const { t } = useTranslation('groups')
  const groupLabel = useGroupLabel()
  const [search, setSearch] = useSearchParams()
  const { t: tLamps } = useTranslation('lamps')
  const [chosenIds, setChosenIds] = useState<readonly number[]>([])
  const chosen = lamps.filter(({ id }) => chosenIds.includes(id))
  const open = lamps.find(({ id }) => String(id) === search.lamp)
  const selection = {
    label: ({ id }: Lamp) => tLamps('select.lamp', { number: lampNumber(id), serial: serialOf(topic) }),
    actions: (selected: readonly Lamp[]) => (
      <BarAction icon={<IconUsersGroup size={16} />} onClick={() => setChosenIds(selected.map(({ id }) => id))}>
        {t('word.groups')}
      </BarAction>
    ),
  }
  if (!open)
    return (
      <>
        <DataTable
          name="lamp-groups"
          label={t('view.lamps')}
          rows={lamps}
          rowKey={({ id }) => String(id)}
          searchText={textOf}
          searchPlaceholder={t('matrix.search')}
          onOpen={({ id }) => setSearch({ lamp: String(id) })}
          {...(readOnly ? {} : { selection })}
          columns={[
            { id: 'number', header: t('word.numberShort'), cell: ({ id }) => lampNumber(id), value: ({ id }) => id },
            { id: 'groups', header: t('word.groups'), cell: (lamp) => groupsWith(draft.draft, lamp).join(', ') },
          ]}
          listLine={(lamp) => ({
            title: lampNumber(lamp.id),
            detail: lamp.description || lamp.location,
            value: groupsWith(draft.draft, lamp).join(', ') || t('matrix.none'),
          })}
          empty={null}
        />
        {chosen.length > 0 ? (
          <GroupsSheet topic={topic} lamps={chosen} draft={draft} onClose={() => setChosenIds([])} />
        ) : null}
      </>
    )
  const draftGroups = groupsWith(draft.draft, open)
  return (
    <section className={`vx-card ${styles.lampGroups}`}>
      <header>
        <h2>
          {lampNumber(open.id)} {open.description || open.location}
        </h2>
        <button type="button" className="vx-linklike" onClick={() => setSearch({ lamp: undefined })}>
          {t('matrix.allLamps')}
        </button>
      </header>
      <ul>
        {allGroups.map((group) => (
          <li key={group} data-changed={draftGroups.includes(group) !== open.groups.includes(group) || undefined}>
            <Switch
              label={groupLabel(topic, group)}
              checked={draftGroups.includes(group)}
              disabled={readOnly}
              onChange={() => draft.toggle(open, group)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
